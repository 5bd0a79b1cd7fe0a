import type { FileKind } from '../domain/files/kinds.ts';
import { Numbering } from './docx-numbering.ts';
import { addProperty, type ParagraphProperties, readStyles } from './docx-styles.ts';
import type { ZipReader } from './zip.ts';

/** The outline level of body text. */
const BODY_LEVEL = 9;

/** A paragraph of a Word document. */
export interface WordParagraph {
  /** Its number as Word prints it; null without one. */
  number: string | null;
  /** Its outline level, from 1; null if it is no heading. */
  level: number | null;
}

interface Open extends WordParagraph {
  style?: string;
  own: ParagraphProperties;
  hasBegun: boolean;
}

/** Follows the paragraphs of a Word document during a traversal, with their numbers and outline levels. */
export class Paragraphs {
  readonly #styleOf: ReturnType<typeof readStyles>;
  readonly #numbering: Numbering;
  /** The open paragraphs: those of a text box are within another one. */
  readonly #open: Open[] = [];
  /** Depth of former properties (`w:pPrChange`), which are not read. */
  #former = 0;
  #isReading = false;

  constructor(zip: ZipReader, kind: FileKind) {
    this.#styleOf = readStyles(zip, kind);
    this.#numbering = new Numbering(zip, kind);
  }

  /** Number of open paragraphs. */
  get depth(): number {
    return this.#open.length;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'w:p') this.#open.push({ own: {}, number: null, level: null, hasBegun: false });
    else if (name === 'w:pPr') this.#isReading = true;
    else if (name === 'w:pPrChange') this.#former += 1;
    const paragraph = this.#open.at(-1);
    const value = attributes['w:val'];
    if (!paragraph || !this.#isReading || this.#former > 0) return;
    if (name === 'w:pStyle' && value !== undefined) paragraph.style = value;
    else addProperty(paragraph.own, name, value);
  }

  close(name: string): void {
    if (name === 'w:p') this.#open.pop();
    else if (name === 'w:pPrChange') this.#former -= 1;
    else if (name === 'w:pPr' && this.#former === 0) {
      this.#isReading = false;
      this.#resolve();
    }
  }

  /** Returns the innermost paragraph when its text begins; undefined for further text. */
  begin(): WordParagraph | undefined {
    const paragraph = this.#open.at(-1);
    if (!paragraph || paragraph.hasBegun) return undefined;
    paragraph.hasBegun = true;
    return paragraph;
  }

  #resolve(): void {
    const paragraph = this.#open.at(-1);
    if (!paragraph) return;
    const { outline = BODY_LEVEL, list, depth } = { ...this.#styleOf(paragraph.style), ...paragraph.own };
    if (outline < BODY_LEVEL) paragraph.level = outline + 1;
    if (list !== undefined) paragraph.number = this.#numbering.next(list, depth, paragraph.style);
  }
}
