export type { PageText, Word } from '../domain/page-text.ts';
export { type OpenOptions, openPdf, type PdfDocument } from './open-pdf.ts';
export type { Box, Matrix, PageSize, Picture, RenderOptions } from './protocol.ts';
