import { FONTS, type Font } from './fonts.ts';

/** The members of pdfkit's embedded fonts that its types omit. */
interface EmbeddedFont {
  /** The name of the font on a page. */
  readonly id: string;
  /** In thousandths of the font size. */
  readonly ascender: number;
  ref(): unknown;
  /** Embeds the glyphs of a text in the file. Each code has four hexadecimal digits; advances are in thousandths. */
  encode(
    text: string,
    features: Readonly<Record<string, boolean>>,
  ): [codes: string[], positions: { advanceWidth: number }[]];
}

/** The glyphs of one character. */
interface Glyphs {
  codes: string;
  /** At font size 1. */
  advance: number;
}

/** Scripts whose letters change shape or position depending on their neighbours. */
const NEEDS_SHAPING = /[\p{M}\p{Script=Arabic}]/u;

/** Disables all features that depend on neighbours: each character has one glyph, without kerning. */
const UNSHAPED = Object.fromEntries(
  ['ccmp', 'locl', 'rlig', 'mark', 'mkmk', 'calt', 'clig', 'liga', 'rclt', 'curs', 'kern'].map((tag) => [tag, false]),
);

/** A line of text and the left end of its upper edge, in points from the page's top left corner. */
export interface LineText {
  text: string;
  x: number;
  y: number;
}

/** The appearance of a text; `color` is `#rrggbb`, `size` in points. */
export interface TextStyle {
  font: Font;
  size: number;
  color: string;
}

const formatNumber = (value: number): string => String(Math.round(value * 100) / 100);

/** Returns the three components of `#rrggbb` as PDF operands, 0 to 1. */
export const rgb = (color: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');

/**
 * Writes texts of a PDF. pdfkit looks up the glyphs of each text again, which takes nearly all the time of a long
 * table; this class looks them up once per character. Texts that need shaping are left to pdfkit.
 */
export class GlyphTexts {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: Record<Font, EmbeddedFont>;
  readonly #glyphs: Record<Font, Map<string, Glyphs>> = { regular: new Map(), bold: new Map() };

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    const embedded = (font: Font): EmbeddedFont =>
      (document.font(FONTS[font]) as unknown as { _font: EmbeddedFont })._font;
    this.#fonts = { regular: embedded('regular'), bold: embedded('bold') };
  }

  /** Returns the width of a text in points, without kerning. */
  widthOf(text: string, font: Font, size: number): number {
    let width = 0;
    for (const character of text) width += this.#glyphsOf(character, font).advance;
    return width * size;
  }

  /** Writes texts of one style onto the page, with few operators for many texts. */
  show(texts: readonly LineText[], { font, size, color }: TextStyle): void {
    const { id, ascender } = this.#fonts[font];
    const fonts = (this.#document.page as unknown as { fonts: Record<string, unknown> }).fonts;
    fonts[id] ??= this.#fonts[font].ref();
    const baseline = (ascender / 1000) * size;
    // pdfkit flips the page so that y grows downwards; the text matrix flips the letters back.
    let operators = `BT /${id} ${size} Tf ${rgb(color)} rg`;
    for (const { text, x, y } of texts) {
      if (NEEDS_SHAPING.test(text)) continue;
      let codes = '';
      for (const character of text) codes += this.#glyphsOf(character, font).codes;
      if (codes !== '') operators += ` 1 0 0 -1 ${formatNumber(x)} ${formatNumber(y + baseline)} Tm <${codes}> Tj`;
    }
    this.#document.addContent(Buffer.from(`${operators} ET\n`, 'latin1'));
    for (const placed of texts) if (NEEDS_SHAPING.test(placed.text)) this.#shape(placed, { font, size, color });
  }

  #shape({ text, x, y }: LineText, { font, size, color }: TextStyle): void {
    // The width is only needed for links and underlines; pdfkit would lay out the text again to find it.
    const options = { lineBreak: false, textWidth: 0 } as PDFKit.Mixins.TextOptions;
    this.#document.font(FONTS[font]).fontSize(size).fillColor(color).text(text, x, y, options);
  }

  #glyphsOf(character: string, font: Font): Glyphs {
    const known = this.#glyphs[font].get(character);
    if (known) return known;
    const [codes, positions] = this.#fonts[font].encode(character, UNSHAPED);
    const advance = positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) / 1000;
    const glyphs = { codes: codes.join(''), advance };
    this.#glyphs[font].set(character, glyphs);
    return glyphs;
  }
}
