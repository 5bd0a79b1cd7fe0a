import PDFDocument from 'pdfkit';
import type { ReportColumn, ReportHeading } from '../../domain/reports/report-table.ts';
import { FONTS, type Font } from './fonts.ts';
import { GlyphTexts, type LineText, rgb } from './glyph-texts.ts';

/** Points. */
const PAGE = { width: 841.89, height: 595.28, margin: 36 } as const;
const TEXT = { size: 7.5, leading: 10 } as const;
const PADDING = { x: 4, y: 3 } as const;
const FIRST_HEADING = 62;
const NEXT_HEADING = 20;
const FOOTER = 18;

const INK = { text: '#1c2733', quiet: '#66727f', head: '#22384f', zebra: '#f2f5f8', line: '#c9d1d9' } as const;

const INNER = { left: PAGE.margin, width: PAGE.width - 2 * PAGE.margin } as const;
const BOTTOM = PAGE.height - PAGE.margin - FOOTER;

/** A row with its texts wrapped: the lines of each cell. */
export type WrappedRow = readonly (readonly string[])[];

/** Maximum lines of a row that fits on the page with the larger heading. */
export const MOST_LINES = Math.floor((BOTTOM - PAGE.margin - FIRST_HEADING - 80) / TEXT.leading);

/** The pages of a table in A4 landscape: heading, repeated column titles, rows and footer. */
export class TableSheets {
  readonly document: PDFKit.PDFDocument;
  readonly widths: readonly number[];
  readonly #columns: readonly ReportColumn[];
  readonly #heading: ReportHeading;
  readonly #texts: GlyphTexts;

  constructor(columns: readonly ReportColumn[], heading: ReportHeading) {
    this.#columns = columns;
    this.#heading = heading;
    const shares = columns.reduce((sum, { width }) => sum + width, 0);
    this.widths = columns.map(({ width }) => (width / shares) * INNER.width);
    this.document = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      autoFirstPage: false,
      font: FONTS.regular,
      // Caching every word of a report would take too much memory.
      fontLayoutCache: false,
      lang: 'en',
      displayTitle: true,
      info: { Title: `${heading.title}: ${heading.project}`, CreationDate: new Date(heading.madeAt) },
    } as PDFKit.PDFDocumentOptions);
    this.#texts = new GlyphTexts(this.document);
  }

  /** Returns the width available for text in a column, in points. */
  textWidth(column: number): number {
    return (this.widths[column] as number) - 2 * PADDING.x;
  }

  /** Returns the width of a text at the table's font size, in points. */
  widthOf(text: string, font: Font = 'regular'): number {
    return this.#texts.widthOf(text, font, TEXT.size);
  }

  heightOf(row: WrappedRow): number {
    return Math.max(1, ...row.map((lines) => lines.length)) * TEXT.leading + 2 * PADDING.y;
  }

  /** Returns the height available for rows on the first or a later page. @param titles the wrapped column titles */
  room(titles: WrappedRow, isFirst: boolean): number {
    return BOTTOM - PAGE.margin - (isFirst ? FIRST_HEADING : NEXT_HEADING) - this.heightOf(titles);
  }

  /** Starts a page and returns the top of its first row. */
  startPage(number: number, count: number, titles: WrappedRow): number {
    this.document.addPage();
    const top = PAGE.margin + (number === 1 ? FIRST_HEADING : NEXT_HEADING);
    if (number === 1) this.#drawHeading();
    else
      this.#drawText(`${this.#heading.title} · ${this.#heading.project}`, INNER.left, PAGE.margin, 'bold', INK.quiet);
    this.#drawFooter(number, count);
    const height = this.heightOf(titles);
    this.document.rect(INNER.left, top, INNER.width, height).fill(INK.head);
    this.#drawCells(titles, top, 'bold', '#ffffff');
    return top + height;
  }

  /** Draws a row and returns the top of the next one. */
  drawRow(row: WrappedRow, top: number, isShaded: boolean): number {
    const height = this.heightOf(row);
    const bottom = top + height;
    const { left, width } = INNER;
    const shade = isShaded ? `${rgb(INK.zebra)} rg ${left} ${top} ${width} ${height} re f ` : '';
    const line = `0.4 w ${rgb(INK.line)} RG ${left} ${bottom} m ${left + width} ${bottom} l S`;
    this.document.addContent(Buffer.from(`${shade}${line}\n`));
    this.#drawCells(row, top, 'regular', INK.text);
    return bottom;
  }

  /** Writes that there are no rows. */
  drawNothing(top: number): void {
    this.#drawText('Nothing to report.', INNER.left + PADDING.x, top + PADDING.y + 4, 'regular', INK.quiet);
  }

  #drawHeading(): void {
    const { title, project, period, madeAt } = this.#heading;
    this.#drawText(title, INNER.left, PAGE.margin, 'bold', INK.text, 17);
    this.#drawText(project, INNER.left, PAGE.margin + 24, 'regular', INK.text, 11);
    const made = `Made ${madeAt.slice(0, 10)} ${madeAt.slice(11, 16)} UTC`;
    this.#drawText(period ? `${period} · ${made}` : made, INNER.left, PAGE.margin + 41, 'regular', INK.quiet, 8);
  }

  #drawFooter(number: number, count: number): void {
    const y = PAGE.height - PAGE.margin - TEXT.size;
    this.#drawText(this.#heading.madeAt.slice(0, 10), INNER.left, y, 'regular', INK.quiet);
    const page = `Page ${number} of ${count}`;
    this.#drawText(page, INNER.left + INNER.width - this.widthOf(page), y, 'regular', INK.quiet);
  }

  #drawCells(row: WrappedRow, top: number, font: Font, color: string): void {
    const texts: LineText[] = [];
    let left: number = INNER.left;
    for (const [i, lines] of row.entries()) {
      const isNumber = this.#columns[i]?.type === 'number';
      for (const [j, text] of lines.entries()) {
        const indent = isNumber ? this.textWidth(i) - this.widthOf(text, font) : 0;
        texts.push({ text, x: left + PADDING.x + indent, y: top + PADDING.y + j * TEXT.leading });
      }
      left += this.widths[i] as number;
    }
    this.#texts.show(texts, { font, size: TEXT.size, color });
  }

  #drawText(text: string, x: number, y: number, font: Font, color: string, size: number = TEXT.size): void {
    this.#texts.show([{ text, x, y }], { font, size, color });
  }
}
