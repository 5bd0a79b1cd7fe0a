import { characterOf } from './character-of.ts';
import type { Native } from './pdfium.ts';

/** How much larger the code of a Latin character is than the number of its glyph, in the order that TrueType fonts share. */
const glyphNumberOffset = 29;
/** Whether a glyph has such a number, and whether its number is that of a blank, a hyphen, a stop, a slash or a digit. */
const isGlyphNumber = (code: number): boolean => code === 3 || (code > 8 && code <= 126 - glyphNumberOffset);
const isLowGlyphNumber = (code: number): boolean => code === 3 || (code >= 16 && code <= 28);
/** Minimum shares of a font's characters that are such numbers. */
const minimumNumberShare = 0.95;
const minimumLowNumberShare = 0.05;

/** Codes of the Korean syllables, among which two bytes of UTF-8 lie when they are taken for one code. */
const [FIRST_SYLLABLE, LAST_SYLLABLE] = [0xac_00, 0xd7_bf];
/** One real syllable in eight looks like two bytes of UTF-8. */
const minimumTwoByteCodes = 3;
const isTwoBytes = (code: number): boolean => code >= 0xc2_80 && code <= LAST_SYLLABLE && (code & 0xc0) === 0x80;

/** Fonts with the signs of tolerances, of Inventor (AIGDT), AutoCAD (GDT) and Mechanical Desktop (AMGDT). */
const SIGN_FONT = /^(?:[A-Z]{6}\+)?(?:AI|AM)?GDT$/;
/** The signs of their letters from a to z. */
const SIGNS = [...'∠⟂⏥⌓○∥⌭↗⌯⌖⌒ⓁⓂØ□Ⓟq◎Ⓢ⌰⏤⌴⌵↧⌲⌳'];
const LETTER_A = 97;
const LONGEST_NAME = 64;

export const isGenerated = (pdf: Native, textPage: number, index: number): boolean =>
  pdf.FPDFText_IsGenerated(textPage, index) === 1;

export const fontOf = (pdf: Native, textPage: number, index: number): number =>
  pdf.FPDFTextObj_GetFont(pdf.FPDFText_GetTextObject(textPage, index));

/** What the codes of a page mean that do not state Unicode, although PDFium answers them as if they did. */
export class FontCodes {
  readonly #pdf: Native;
  readonly #textPage: number;
  /** Fonts whose text consists of glyph numbers, as some printer drivers write it. */
  readonly #numbered: ReadonlySet<number>;
  /** Whether characters are two bytes of UTF-8, as libharu writes those of Cyrillic and Greek. */
  readonly #hasTwoBytes: boolean;
  readonly #signFonts = new Map<number, boolean>();

  /** @param count the number of characters on the page */
  constructor(pdf: Native, textPage: number, count: number) {
    this.#pdf = pdf;
    this.#textPage = textPage;
    const low: number[] = [];
    let [syllables, twoBytes] = [0, 0];
    for (let i = 0; i < count; i++) {
      const code = pdf.FPDFText_GetUnicode(textPage, i);
      if (isLowGlyphNumber(code) && !isGenerated(pdf, textPage, i)) low.push(i);
      if (code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE) syllables++;
      if (isTwoBytes(code)) twoBytes++;
    }
    this.#hasTwoBytes = twoBytes >= minimumTwoByteCodes && twoBytes === syllables;
    this.#numbered = this.#fontsOfGlyphNumbers(low, count);
  }

  #fontsOfGlyphNumbers(low: readonly number[], count: number): Set<number> {
    const [pdf, textPage] = [this.#pdf, this.#textPage];
    const suspects = new Set(low.map((i) => fontOf(pdf, textPage, i)));
    if (suspects.size === 0) return suspects;
    const counts = new Map([...suspects].map((font) => [font, { all: 0, numbers: 0, low: 0 }]));
    for (let i = 0; i < count; i++) {
      const known = isGenerated(pdf, textPage, i) ? undefined : counts.get(fontOf(pdf, textPage, i));
      if (!known) continue;
      const code = pdf.FPDFText_GetUnicode(textPage, i);
      known.all++;
      if (isGlyphNumber(code)) known.numbers++;
      if (isLowGlyphNumber(code)) known.low++;
    }
    return new Set(
      [...counts].flatMap(([font, { all, numbers, low: few }]) =>
        numbers >= minimumNumberShare * all && few >= minimumLowNumberShare * all ? [font] : [],
      ),
    );
  }

  /** Returns the code of a character, given what PDFium answered for it. */
  codeOf(index: number, written: number): number {
    const { size } = this.#numbered;
    if (size === 0 || isGenerated(this.#pdf, this.#textPage, index)) return written;
    return this.#numbered.has(fontOf(this.#pdf, this.#textPage, index)) ? written + glyphNumberOffset : written;
  }

  /** Returns the character of a code in a font. */
  characterOf(code: number, font: number): string {
    if (this.#hasTwoBytes && isTwoBytes(code)) {
      return String.fromCodePoint((((code >> 8) & 0x1f) << 6) | (code & 0x3f));
    }
    const sign = this.#isSignFont(font) ? SIGNS[code - LETTER_A] : undefined;
    return sign ?? characterOf(code);
  }

  #isSignFont(font: number): boolean {
    let isKnown = this.#signFonts.get(font);
    if (isKnown === undefined) {
      isKnown = SIGN_FONT.test(this.#nameOf(font));
      this.#signFonts.set(font, isKnown);
    }
    return isKnown;
  }

  #nameOf(font: number): string {
    if (font === 0) return '';
    const at = this.#pdf.malloc(LONGEST_NAME);
    const length = this.#pdf.FPDFFont_GetBaseFontName(font, at, LONGEST_NAME);
    const isWhole = length > 1 && length <= LONGEST_NAME;
    const name = isWhole ? Buffer.from(this.#pdf.memory.buffer, at, length - 1).toString('latin1') : '';
    this.#pdf.free(at);
    return name;
  }
}
