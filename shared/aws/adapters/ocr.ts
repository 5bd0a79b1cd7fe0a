import { TextractClient } from '@aws-sdk/client-textract';
import { textractOcr } from '../../ocr/textract.ts';
import type { Ocr } from '../../ports.ts';
import { requestHandler } from '../clients/request-handler.ts';
import { watched } from '../clients/watched.ts';

export const adapter = (): Ocr =>
  textractOcr(watched(new TextractClient({ requestHandler: requestHandler(60_000), maxAttempts: 4 }), 'Textract'));
