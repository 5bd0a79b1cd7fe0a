export { type OpenOptions, openPdf, type PdfDocument } from './open-pdf.ts';
export type { PageDrawing, RenderOptions } from './protocol.ts';
