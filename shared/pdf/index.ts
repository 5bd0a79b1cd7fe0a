export { type OpenOptions, openPdf, type PdfDocument } from './open-pdf.ts';
