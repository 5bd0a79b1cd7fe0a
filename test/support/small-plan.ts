import { drawPdf } from './draw-pdf.ts';

/** The size of a small plan in points: in portrait format, so that no title block is searched in its image. */
export const SMALL_PLAN = { width: 420, height: 430 };

/** Draws a plan of twelve rooms and a note on a page of the size `SMALL_PLAN`. */
export const drawRooms = (pdf: PDFKit.PDFDocument, note: string): void => {
  pdf.fontSize(9);
  for (let i = 0; i < 12; i++) {
    const [x, y] = [20 + (i % 4) * 95, 20 + Math.floor(i / 4) * 70];
    pdf.rect(x, y, 85, 60).stroke();
    pdf.text(`ROOM ${i + 1}`, x + 10, y + 10);
  }
  pdf.text(note, 20, 250);
};

/**
 * Draws plans of twelve rooms, one page for each note, as small as a comparison allows; pages with different notes differ
 * only in the note.
 */
export const smallPlan = (...notes: string[]): Promise<Uint8Array> =>
  drawPdf(notes.map((note) => ({ ...SMALL_PLAN, draw: (pdf) => drawRooms(pdf, note) })));
