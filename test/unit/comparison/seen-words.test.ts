import { expect, test } from 'vitest';
import { compareFiles } from '../../../shared/comparison/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

type Pdf = Parameters<NonNullable<Parameters<typeof drawPdf>[0][number]['draw']>>[0];

/** A small plan with different content on either sheet. */
const sheet = (draw: (pdf: Pdf) => void) =>
  drawPdf([
    {
      width: 800,
      height: 600,
      draw: (pdf) => {
        for (const x of [60, 300, 500, 700]) pdf.rect(x, 60, 8, 480).fill();
        pdf.fontSize(12).text('PLAN OF THE GROUND FLOOR', 330, 560);
        draw(pdf);
      },
    },
  ]);

const saidOf = async (older: (pdf: Pdf) => void, newer: (pdf: Pdf) => void): Promise<string[]> => {
  const { result } = await compareFiles(await sheet(older), await sheet(newer));
  return result.items.map(({ description }) => description);
};

const nothing = () => undefined;

test('a line that only crosses a word does not belong to it', async () => {
  const word = (pdf: Pdf) => pdf.fontSize(12).text('KITCHEN', 110, 300, { lineBreak: false });
  const crossed = (pdf: Pdf) => {
    word(pdf);
    pdf.lineWidth(2).moveTo(90, 306).lineTo(290, 306).stroke();
  };
  expect(await saidOf(crossed, word)).toEqual([expect.stringMatching(/^Line removed /)]);
});

test('an angle includes its arc and its arrows', async () => {
  const angle = (pdf: Pdf) => {
    pdf.fontSize(9).text('95°', 200, 193, { lineBreak: false });
    pdf
      .lineWidth(0.7)
      .path('M 120 300 A 120 120 0 0 1 196 201')
      .stroke()
      .path('M 216 194 A 120 120 0 0 1 240 190')
      .stroke();
    pdf.polygon([120, 300], [123, 289], [117, 289]).fill();
    pdf.polygon([240, 190], [229, 188], [230, 194]).fill();
  };
  expect(await saidOf(angle, nothing)).toEqual([expect.stringMatching(/^Dimension 95° removed /)]);
});

test('additions in the place of removed lines are a redrawing, those beside them are not', async () => {
  const lines = (pdf: Pdf) => {
    for (let y = 100; y < 260; y += 20) pdf.moveTo(100, y).lineTo(180, y).stroke();
  };
  const fillAt = (x: number) => (pdf: Pdf) => pdf.rect(x, 100, 100, 160).fill('#999999');
  expect(await saidOf(lines, fillAt(90))).toEqual([expect.stringMatching(/^Linework redrawn /)]);
  expect(await saidOf(lines, fillAt(190))).toEqual([
    expect.stringMatching(/^Filled area added /),
    expect.stringMatching(/^Linework removed /),
  ]);
});

test('a text in another tone is neither added nor removed', async () => {
  const word = (colour: string) => (pdf: Pdf) =>
    pdf.fontSize(14).fillColor(colour).text('KITCHEN', 110, 300, { lineBreak: false }).fillColor('black');
  expect(await saidOf(word('black'), word('#999999'))).toEqual([
    expect.stringMatching(/^Linework with “KITCHEN” recoloured /),
  ]);
});
