import { createTesseractOcr } from '../../../shared/ocr/tesseract.ts';
import type { Ocr } from '../../../shared/ports.ts';

/** Replaces Textract: tesseract with the English data of its package, one thread, without network access. */
export const ocr = (): Ocr => createTesseractOcr({ threads: 1 });
