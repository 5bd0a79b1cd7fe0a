import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

test('a word drawn twice in one place is one word, in two places it is two', async () => {
  const draw = (pdf: PDFKit.PDFDocument) => {
    pdf.fontSize(10);
    for (const [text, x, y] of [
      ['Stair 2', 50, 50],
      ['Lobby', 50, 80],
      ['Stair 2', 50.6, 50.2],
      ['Lobby', 50, 92],
    ] as const)
      pdf.text(text, x, y, { lineBreak: false });
  };
  await using document = await openPdf(await drawPdf([{ width: 200, height: 200, draw }]));
  const { text, words } = await document.pageText(1);
  expect(words.map((word) => word.text)).toEqual(['Stair', '2', 'Lobby', 'Lobby']);
  expect(text).toBe('Stair 2\nLobby\nLobby');
});
