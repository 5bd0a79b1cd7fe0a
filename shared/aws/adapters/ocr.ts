import { TextractClient } from '@aws-sdk/client-textract';
import type { Environment } from '../../environment.ts';
import { createTesseractOcr } from '../../ocr/tesseract.ts';
import { textractOcr } from '../../ocr/textract.ts';
import type { Ocr } from '../../ports.ts';
import { requestHandler } from '../clients/request-handler.ts';

/** Textract in the cloud; tesseract, with its language data from the package, on one machine. */
export const adapter = (environment: Environment): Ocr =>
  environment.OCR === 'textract'
    ? textractOcr(new TextractClient({ requestHandler: requestHandler(60_000), maxAttempts: 4 }))
    : createTesseractOcr({ threads: 1 });
