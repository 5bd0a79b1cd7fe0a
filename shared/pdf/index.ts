export type { AnnotationText, PageText, Word } from '../domain/page-text.ts';
export { type OpenOptions, openPdf, type PdfDocument } from './open-pdf.ts';
export type { Box, DocumentFacts, Matrix, OutlineEntry, PageSize, Picture, RenderOptions } from './protocol.ts';
