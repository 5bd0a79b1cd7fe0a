export { type OpenOptions, openPdf, type PdfDocument } from './open-pdf.ts';
export type { PageDrawing } from './protocol.ts';
