import type { StyledHeading } from '../domain/text/index.ts';
import type { ExtractedText, ReadResult } from './extracted-text.ts';

/** Word writes a vertical tab for a line break within a paragraph. */
const LINE_ENDS = /\r\n?|\v|[\u2028\u2029]/g;
/** Control characters that a text does not need; tab and line feed are kept. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f\u00ad\ufeff]/g;

/** Normalises white space: no spaces at line ends, at most one empty line, no control characters. */
export function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}

/** A heading whose place in the text is not known yet. */
export type StyledLine = Omit<StyledHeading, 'at'>;

interface PageParts {
  texts: string[];
  /** Headings, each with the index of the text that it begins. */
  headings: { heading: StyledLine; from: number }[];
}

const oneLine = (text: string): string => tidy(text).replace(/\s+/g, ' ').trim();

/**
 * Returns the headings with their places in the page's tidied text. Tidying changes positions but keeps the order of the
 * lines that have text, so these are counted.
 */
const placeHeadings = ({ texts, headings }: PageParts, text: string): StyledHeading[] => {
  if (headings.length === 0) return [];
  const lines = [...text.matchAll(/^[^\S\n]*(?=\S)/gm)].map(({ index, 0: { length } }) => index + length);
  const placed: StyledHeading[] = [];
  let [line, last] = [0, 0];
  for (const { heading, from } of headings) {
    line += tidy(texts.slice(last, from).join('')).match(/^.*\S/gm)?.length ?? 0;
    last = from;
    const [at, title] = [lines[line], oneLine(heading.title)];
    if (at !== undefined && title !== '') placed.push({ ...heading, at, title });
  }
  return placed;
};

/** Collects the text of pages up to a maximum length. */
export class PageWriter {
  readonly #pages: PageParts[] = [{ texts: [], headings: [] }];
  readonly #limit: number;
  #length = 0;
  #full = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the limit is reached, so that a reader may stop. */
  get full(): boolean {
    return this.#full;
  }

  write(text: string): void {
    const room = this.#limit - this.#length;
    this.#full ||= text.length > room;
    if (room <= 0) return;
    const part = text.slice(0, room);
    this.#pages.at(-1)!.texts.push(part);
    this.#length += part.length;
  }

  /** Ends the page; further text is on the next one. */
  breakPage(): void {
    if (!this.#full) this.#pages.push({ texts: [], headings: [] });
  }

  /** Marks the line that the next text begins as a heading, whose title may be completed until the text is finished. */
  beginHeading(heading: StyledLine): void {
    const { texts, headings } = this.#pages.at(-1)!;
    if (!this.#full) headings.push({ heading, from: texts.length });
  }

  finish(result: ReadResult): ExtractedText {
    const pages = this.#pages.map((parts, index) => {
      const text = tidy(parts.texts.join(''));
      const headings = placeHeadings(parts, text);
      return { page: index + 1, text, ...(headings.length > 0 && { headings }) };
    });
    while (pages.length > 1 && pages.at(-1)!.text === '') pages.pop();
    const warnings = [...(result.warnings ?? [])];
    if (this.#full) warnings.push(`The text is cut after ${this.#limit.toLocaleString('en')} characters.`);
    const title = result.title === undefined ? '' : oneLine(result.title).slice(0, 512);
    const texts = pages.map((page) => page.text).filter((text) => text !== '');
    return { pages, text: texts.join('\n\n'), ...(title === '' ? {} : { title }), warnings };
  }
}
