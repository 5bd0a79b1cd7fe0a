import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

test('words of leaning letters are separated like those of upright ones', async () => {
  const draw = (pdf: PDFKit.PDFDocument) => {
    pdf.fontSize(20).text('WALL SECTION', 20, 40, { lineBreak: false });
    pdf.text('WALL SECTION', 20, 80, { lineBreak: false, oblique: 20 });
  };
  await using document = await openPdf(await drawPdf([{ width: 300, height: 140, draw }]));

  const { words } = await document.pageText(1);

  expect(gap(words[2]!, words[3]!)).toBeCloseTo(gap(words[0]!, words[1]!), 0);
});

type Box = { x: number; width: number };
const gap = (before: Box, after: Box): number => after.x - before.x - before.width;
