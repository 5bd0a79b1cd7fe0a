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

/** Collects the text of pages up to a maximum length. */
export class PageWriter {
  readonly #pages: string[][] = [[]];
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
    this.#pages.at(-1)!.push(part);
    this.#length += part.length;
  }

  /** Ends the page; further text is on the next one. */
  breakPage(): void {
    if (!this.#full) this.#pages.push([]);
  }

  finish(result: ReadResult): ExtractedText {
    const pages = this.#pages.map((parts, index) => ({ page: index + 1, text: tidy(parts.join('')) }));
    while (pages.length > 1 && pages.at(-1)!.text === '') pages.pop();
    const warnings = [...(result.warnings ?? [])];
    if (this.#full) warnings.push(`The text is cut after ${this.#limit.toLocaleString('en')} characters.`);
    const title = result.title === undefined ? '' : tidy(result.title).replace(/\s+/g, ' ').trim().slice(0, 512);
    const texts = pages.map((page) => page.text).filter((text) => text !== '');
    return { pages, text: texts.join('\n\n'), ...(title === '' ? {} : { title }), warnings };
  }
}
