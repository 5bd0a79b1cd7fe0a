import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

test.each([30, 44, 60, 130, 200, 316])('words that slant by %i° stay whole and keep their direction', async (angle) => {
  const draw = (pdf: PDFKit.PDFDocument) => {
    pdf.fontSize(12).text('LEVEL TEXT', 20, 20);
    pdf.save().rotate(angle, { origin: [200, 200] });
    pdf.text('PROPERTY LINE 124.50', 200, 200, { lineBreak: false });
    pdf.text('SECOND', 200, 216, { lineBreak: false }).text('APART', 300, 216, { lineBreak: false }).restore();
  };
  const bytes = await drawPdf([{ width: 400, height: 400, draw }]);
  await using document = await openPdf(bytes);

  const { words } = await document.pageText(1);

  expect(words.map((word) => word.text)).toEqual(['LEVEL', 'TEXT', 'PROPERTY', 'LINE', '124.50', 'SECOND', 'APART']);
  expect(words.map((word) => word.slant)).toEqual([undefined, undefined, ...Array(5).fill(angle)]);
  expect(words[2]!.angle).toBe((Math.round(angle / 90) % 4) * 90);

  const turned = Buffer.from(bytes.toString('latin1').replace('/MediaBox', '/Rotate 90 /MediaBox'), 'latin1');
  await using other = await openPdf(turned);
  expect((await other.pageText(1)).words[2]).toMatchObject({ text: 'PROPERTY', slant: (angle + 90) % 360 });
});

test.each([30, 328])(
  'slanting words that are text objects of their own are words by their distance, at %i°',
  async (angle) => {
    const draw = (pdf: PDFKit.PDFDocument) => {
      pdf.fontSize(12).rotate(angle, { origin: [200, 200] });
      let x = 100;
      for (const letter of 'Park Lane') {
        if (letter !== ' ') pdf.text(letter, x, 200, { lineBreak: false });
        x += pdf.widthOfString(letter);
      }
    };
    await using document = await openPdf(await drawPdf([{ width: 400, height: 400, draw }]));
    expect((await document.pageText(1)).words.map(({ text }) => text)).toEqual(['Park', 'Lane']);
  },
);
