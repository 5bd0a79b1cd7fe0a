import { createTesseractOcr } from '../../../shared/ocr/tesseract.ts';
import type { Ocr } from '../../../shared/ports.ts';

/** Stands for Textract: tesseract with the English data of its package, one thread, without a network. */
export const ocr = (): Ocr => createTesseractOcr({ threads: 1 });
