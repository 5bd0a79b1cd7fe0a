export { type OpenOptions, openPdf, type PdfDocument } from './open-pdf.ts';
export type { Picture } from './protocol.ts';
