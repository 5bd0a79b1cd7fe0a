import { expect, test } from 'vitest';
import { compareFiles } from '../../../shared/comparison/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

type Pdf = Parameters<NonNullable<Parameters<typeof drawPdf>[0][number]['draw']>>[0];

/** A sheet with an unchanged plan and something else. */
const sheet = (draw: (pdf: Pdf) => void) =>
  drawPdf([
    {
      width: 900,
      height: 600,
      draw: (pdf) => {
        for (const x of [60, 140, 220]) pdf.rect(x, 60, 8, 480).fill();
        pdf.fontSize(12).text('PLAN OF THE GROUND FLOOR', 60, 560);
        draw(pdf);
      },
    },
  ]);

/** A plate of holes with its number of each, at any size. */
const plate =
  (width: number, height: number, numbers: readonly string[], x = 400, y = 100) =>
  (pdf: Pdf) => {
    pdf.lineWidth(1).rect(x, y, width, height).stroke();
    for (const [i, number] of numbers.entries()) {
      const at = x + ((i + 0.5) * width) / numbers.length;
      pdf.circle(at, y + height / 2, 6).stroke();
      pdf.fontSize(9).text(number, at - 5, y + height / 2 + 12, { lineBreak: false });
    }
  };

const itemsOf = async (older: (pdf: Pdf) => void, newer: (pdf: Pdf) => void) => {
  const { result } = await compareFiles(await sheet(older), await sheet(newer));
  return result.items.map(({ kind, old_text, new_text, parts }) => ({
    kind,
    ...(parts ? { parts: parts.length } : {}),
    ...(old_text || new_text ? { said: [old_text, new_text] } : {}),
  }));
};

const numbers = ['11.5', '22.5', '33.5', '44.5'];

test('a part redrawn in its place is one change, with the texts that it kept', async () => {
  const found = await itemsOf(plate(240, 90, numbers), plate(310, 130, numbers));
  expect(found).toMatchObject([{ kind: 'graphic_changed' }]);
});

test('a value that changed with the part is a change of its own', async () => {
  const found = await itemsOf(plate(240, 90, numbers), plate(310, 130, ['11.5', '22.5', '33.5', '47.5']));
  expect(found.map(({ kind }) => kind)).toContain('graphic_changed');
  expect(found.flatMap(({ said }) => said ?? [])).toEqual(expect.arrayContaining(['44.5', '47.5']));
});

test('a part that is drawn nowhere else is added with its texts, as it is removed', async () => {
  const nothing = () => undefined;
  expect(await itemsOf(nothing, plate(240, 90, numbers))).toEqual([{ kind: 'view_added', parts: 4 }]);
  expect(await itemsOf(plate(240, 90, numbers), nothing)).toEqual([{ kind: 'view_removed', parts: 4 }]);
});

test('parts divided by white space are separate changes', async () => {
  const two = (pdf: Pdf) => {
    plate(240, 90, numbers)(pdf);
    plate(240, 90, ['51.5', '52.5'], 400, 260)(pdf);
  };
  expect(await itemsOf(() => undefined, two)).toMatchObject([{ kind: 'view_added' }, { kind: 'view_added' }]);
});

test('a part is added with its dimension; a dimension without a part is a text', async () => {
  const dimension = (pdf: Pdf) => {
    pdf.lineWidth(0.5).moveTo(400, 230).lineTo(560, 230).stroke();
    for (const x of [400, 560]) pdf.moveTo(x, 215).lineTo(x, 235).stroke();
    for (const x of [400, 560])
      pdf
        .moveTo(x - 3, 233)
        .lineTo(x + 3, 227)
        .stroke();
    pdf.fontSize(9).text('1240', 470, 218, { lineBreak: false });
  };
  const nothing = () => undefined;
  expect(await itemsOf(nothing, dimension)).toMatchObject([{ kind: 'text_added' }]);
  const both = (pdf: Pdf) => {
    pdf.lineWidth(1).rect(400, 150, 160, 50).stroke();
    for (const x of [430, 480, 530]) pdf.circle(x, 175, 12).stroke();
    dimension(pdf);
  };
  expect(await itemsOf(nothing, both)).toMatchObject([{ kind: 'graphic_added' }]);
});

/** A plan of many walls and numbered doors at a place; three fifths of its walls and two thirds of its numbers are of a revision. */
const plan = (x: number, revision: number) => (pdf: Pdf) => {
  pdf.lineWidth(1).rect(x, 80, 300, 300).stroke();
  for (let i = 0; i < 60; i++) {
    const at = i % 5 < 3 ? i + 61 * revision : i;
    const [left, top] = [x + 20 + ((at * 97) % 240), 100 + ((at * 53) % 250)];
    pdf.moveTo(left, top);
    pdf.lineTo(...(i % 2 ? ([left + 30 + (at % 17), top] as const) : ([left, top + 30 + (at % 7)] as const))).stroke();
  }
  for (let i = 0; i < 15; i++) {
    const number = `D${i % 3 === 0 ? 100 + i : 100 + 40 * revision + i}`;
    pdf.fontSize(8).text(number, x + 25 + ((i * 71) % 240), 110 + ((i * 37) % 240), { lineBreak: false });
  }
};

test('a plan that moved and was revised is a moved view with its changes, not one drawn anew', async () => {
  const found = await itemsOf(plan(400, 0), plan(470, 1));
  expect(found.map(({ kind }) => kind).sort()).toEqual(['graphic_changed', 'repeated', 'view_moved']);
  expect(found.find(({ kind }) => kind === 'repeated')!.parts).toBe(10);
});
