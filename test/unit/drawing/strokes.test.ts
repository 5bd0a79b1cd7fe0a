import { expect, test } from 'vitest';
import { coverageOf, type Line, strokesOf } from '../../../shared/drawing/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { rawPdf } from '../../support/raw-pdf.ts';

const linesOf = async (content: string): Promise<Line[]> => {
  const document = await openPdf(rawPdf({ width: 200, height: 100, content }));
  try {
    return coverageOf(strokesOf(await document.linework(1))).lines;
  } finally {
    await document.close();
  }
};
const rounded = ({ x0, y0, x1, y1 }: Line): number[] => [x0, y0, x1, y1].map(Math.round);

test('a line drawn as a thin filled area is a line of that width', async () => {
  const document = await openPdf(rawPdf({ width: 200, height: 100, content: '10 49 100 2 re f' }));
  const { lines, pens } = coverageOf(strokesOf(await document.linework(1)));
  await document.close();
  expect(lines.map(rounded)).toEqual([[10, 50, 110, 50]]);
  expect(pens[lines[0]!.pen]).toMatchObject({ width: 2, edge: false });
});

test('ink below a later white area is hidden, and so is white ink', async () => {
  const lines = await linesOf('0 50 m 200 50 l S 1 1 1 rg 1 1 1 RG 50 20 60 60 re f 0 10 m 200 10 l S');
  expect(lines.map(rounded)).toEqual([
    [110, 50, 200, 50],
    [0, 50, 50, 50],
  ]);
});

test('a line above an area, or on its border, is visible', async () => {
  const lines = await linesOf('1 1 1 rg 50 80 m 110 80 l S 50 20 60 60 re f 0 50 m 200 50 l S');
  expect(lines.map(rounded)).toEqual([
    [0, 50, 200, 50],
    [50, 20, 110, 20],
  ]);
});

test('a transparent area hides nothing', async () => {
  const bytes = rawPdf({
    width: 200,
    height: 100,
    content: '0 50 m 200 50 l S /G gs 50 20 60 60 re f',
    resources: '/ExtGState << /G << /ca .3 >> >>',
  });
  const document = await openPdf(bytes);
  const { lines } = coverageOf(strokesOf(await document.linework(1)));
  await document.close();
  expect(lines.map(rounded)).toContainEqual([0, 50, 200, 50]);
});
