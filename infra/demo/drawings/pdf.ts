import PDFDocument from 'pdfkit';
import { type DrawnMatrix, IDENTITY, roundHundredth } from './drawing-geometry.ts';
import { FONT_NAME, textWidth } from './font.ts';
import type { Color, Element, Primitive } from './primitives.ts';

/** Size in points. */
export interface DrawnSize {
  width: number;
  height: number;
}

export interface DrawnPage {
  size: DrawnSize;
  elements: readonly Element[];
  /** applied to the whole content */
  matrix?: DrawnMatrix;
}

export interface DocumentInfo {
  title: string;
  author?: string;
  /** ISO date written to the file instead of the current one */
  date?: string;
  userPassword?: string;
}

/** Creates a pdfkit document whose bytes depend only on its content. */
export const newPdf = (info: DocumentInfo): PDFKit.PDFDocument => {
  const date = new Date(`${info.date ?? '2026-01-05'}T09:00:00Z`);
  return new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    pdfVersion: '1.5',
    ...(info.userPassword === undefined ? {} : { userPassword: info.userPassword }),
    info: {
      Title: info.title,
      Author: info.author ?? 'Design office',
      Creator: 'Drawing generator',
      CreationDate: date,
      ModDate: date,
    },
  });
};

/** Ends the document and returns its bytes; pdfkit emits everything before `end` returns. */
export const documentBytes = (document: PDFKit.PDFDocument): Uint8Array => {
  document.end();
  const chunks: Buffer[] = [];
  for (let chunk = document.read(); chunk !== null; chunk = document.read()) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
};

const color = (value: Color, operators: [string, string]): string =>
  typeof value === 'number'
    ? `${roundHundredth(value)} ${operators[0]}`
    : `${value.map(roundHundredth).join(' ')} ${operators[1]}`;

/** Returns a writer of operators that omits settings already in force. */
const writer = (document: PDFKit.PDFDocument) => {
  const current = new Map<string, string>();
  const out: string[] = [];
  const set = (key: string, operator: string): void => {
    if (current.get(key) === operator) return;
    current.set(key, operator);
    out.push(operator);
  };
  const flush = (): void => {
    if (out.length > 0) document.addContent(out.join('\n'));
    out.length = 0;
  };
  const primitive = (item: Primitive): void => {
    if (item.type === 'path') {
      if (item.stroke) {
        set('w', `${roundHundredth(item.stroke.width)} w`);
        set('G', color(item.stroke.color ?? 0, ['G', 'RG']));
        set('d', `[${(item.stroke.dash ?? []).map(roundHundredth).join(' ')}] 0 d`);
      }
      if (item.fill !== undefined) set('g', color(item.fill, ['g', 'rg']));
      out.push(`${item.path} ${item.stroke ? (item.fill === undefined ? 'S' : 'B') : 'f'}`);
      return;
    }
    set('g', color(item.color, ['g', 'rg']));
    flush();
    const width = textWidth(item.text, item.size, item.font);
    const start = item.align === 'left' ? 0 : item.align === 'center' ? -width / 2 : -width;
    document.font(FONT_NAME[item.font]).fontSize(roundHundredth(item.size));
    if (item.angle === 0) {
      document.text(item.text, item.x + start, item.y, { lineBreak: false, baseline: 'alphabetic' });
      return;
    }
    document.save().translate(item.x, item.y).rotate(item.angle);
    document.text(item.text, start, 0, { lineBreak: false, baseline: 'alphabetic' }).restore();
  };
  return { primitive, flush };
};

/** Adds a page of elements, lowest `z` first. */
export const addPage = (document: PDFKit.PDFDocument, { size, elements, matrix = IDENTITY }: DrawnPage): void => {
  document.addPage({ size: [size.width, size.height], margin: 0 });
  document.save();
  document.transform(...matrix);
  document.addContent('0 J 0 j');
  const write = writer(document);
  const primitives = elements.flatMap((e) => e.primitives);
  // Array.prototype.sort is stable, so elements of the same level keep their order.
  for (const item of primitives.sort((a, b) => a.z - b.z)) write.primitive(item);
  write.flush();
  document.restore();
};

/** Writes pages of elements as a PDF. */
export const pdfBytes = (pages: readonly DrawnPage[], info: DocumentInfo): Uint8Array => {
  const document = newPdf(info);
  for (const page of pages) addPage(document, page);
  return documentBytes(document);
};
