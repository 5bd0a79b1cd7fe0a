import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

test('a word hyphenated at a line end is one in the text and two words on the page', async () => {
  const lines = ['Provide one cross connec-', 'tion for each Fire-', 'Door and non-rated wall.'];
  const draw = (pdf: PDFKit.PDFDocument) => {
    for (const [i, line] of lines.entries()) pdf.fontSize(11).text(line, 20, 40 + 14 * i, { lineBreak: false });
  };
  await using document = await openPdf(await drawPdf([{ width: 300, height: 140, draw }]));
  const { text, words } = await document.pageText(1);
  expect(text.replaceAll('\n', ' ')).toBe('Provide one cross connection for each Fire-Door and non-rated wall.');
  const [begun, rest] = words.filter((word) => ['connec-', 'tion'].includes(word.text));
  expect(rest!.y).toBeGreaterThan(begun!.y);
});
