import type { Ocr } from '../../../shared/ports.ts';
import { createTesseractOcr } from './tesseract.ts';

/** Replaces Textract: tesseract with one thread, without network access. */
export const ocr = (): Ocr => createTesseractOcr({ threads: 1 });
