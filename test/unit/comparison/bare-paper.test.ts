import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { joinAlone } from '../../../shared/comparison/engine/join/join-alone.ts';
import { PASSES } from '../../../shared/comparison/engine/passes.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

type Page = PDFKit.PDFDocument;

/** A plan, and to its right a list of parts if `isListed`. */
const draw = (isListed: boolean) =>
  drawPdf([
    {
      width: 700,
      height: 450,
      draw: (pdf: Page) => {
        pdf.lineWidth(1).fontSize(9);
        pdf.rect(20, 20, 660, 410).stroke();
        for (let i = 0; i < 24; i++) {
          pdf.rect(50 + 42 * (i % 6), 60 + 80 * Math.floor(i / 6), 36, 62).stroke();
          pdf.text(`CELL ${i}`, 53 + 42 * (i % 6), 80 + 80 * Math.floor(i / 6), { lineBreak: false });
        }
        if (!isListed) return;
        pdf.text('LIST OF PARTS', 400, 66, { lineBreak: false });
        for (let i = 0; i < 6; i++) {
          pdf.rect(308, 80 + 16 * i, 242, 16).stroke();
          for (const [at, said] of [
            `${i + 1}`,
            ['PLATE', 'ROD', 'BALL', 'BOLT', 'RING', 'CAP'][i]!,
            `00${7 * i}`,
          ].entries())
            pdf.text(said, [314, 360, 500][at]!, 84 + 16 * i, { lineBreak: false });
        }
      },
    },
  ]);

const pass = 'bare paper';

test('a table beside a drawing that one sheet does not have is one change', async () => {
  const [listed, bare] = [await draw(true), await draw(false)];
  const added = await compareFiles(bare, listed);
  expect(added.result.items.map(({ kind }) => kind)).toEqual(['view_added']);
  const removed = await compareFiles(listed, bare);
  expect(removed.result.items.map(({ kind }) => kind)).toEqual(['view_removed']);
  expect(removed.result.items[0]!.description).toContain('LIST OF PARTS');
  expect(PASSES.some(({ name }) => name === pass)).toBe(true);
  const skipped = await compareFiles(listed, bare, { passes: { skip: new Set([pass]) } });
  expect(skipped.result.items.length).toBeGreaterThan(1);
});

test('only a named view on bare paper is one change', () => {
  const graphic = (x: number, y: number, width: number, height: number): Change => ({
    ...{ kind: 'graphic_removed', box: { x, y, width, height }, text: null },
    ...{ addedInk: 0, removedInk: 50 },
  });
  const text = (said: string, y = 100, width = 40): Change => {
    const box = { x: 100, y, width, height: 10 };
    const word = { ...box, text: said, size: 10, angle: 0 };
    const old = { words: [word], text: said, box, size: 10, angle: 0 };
    const change = { kind: 'text_removed' as const, box };
    return { ...change, text: { ...change, old, new: null }, addedInk: 0, removedInk: 10 };
  };
  const parts = [graphic(20, 20, 60, 40), graphic(20, 80, 60, 40), text('DETAIL')];
  const raster = (ink?: { x: number; y: number }) => {
    const grey = new Uint8Array(200 * 200).fill(255);
    if (ink) grey[ink.y * 200 + ink.x] = 0;
    return grey;
  };
  const sheets = (newer: Uint8Array) =>
    ({ older: raster(), newer, width: 200, height: 200, density: 1 }) as unknown as AlignedSheets;
  const joinOn = (changes: Change[], newer = raster()) => joinAlone(changes, sheets(newer));
  expect(joinOn(parts)).toMatchObject([{ kind: 'view_removed', name: 'DETAIL', box: { width: 120, height: 100 } }]);
  expect(joinOn([...parts, text('SCALE 1:10', 115)])).toMatchObject([{ name: 'DETAIL' }]);
  const table = [graphic(20, 20, 150, 120), text('PARTS', 40), text('BOLT', 60)];
  expect(joinOn(table)).toMatchObject([{ name: 'PARTS' }]);
  expect(joinOn(parts, raster({ x: 90, y: 70 }))).toHaveLength(3);
  expect(joinOn(parts, raster({ x: 30, y: 30 }))).toHaveLength(3);
  // Far apart, without a name, two parts only, no higher than a symbol, partly added.
  expect(joinOn([parts[0]!, graphic(20, 85, 60, 40), text('DETAIL')])).toHaveLength(3);
  expect(joinOn([...parts.slice(0, 2), text('2.40')])).toHaveLength(3);
  expect(joinOn(parts.slice(1))).toHaveLength(2);
  expect(joinOn([graphic(20, 90, 30, 20), graphic(60, 90, 30, 20), text('DETAIL')])).toHaveLength(3);
  expect(joinOn([{ ...parts[0]!, kind: 'graphic_added' }, ...parts.slice(1)])).toHaveLength(3);
  // Words without linework.
  const words = ['DETAIL', 'STAIRS', 'SCALE', 'LANDINGS', 'TREADS'];
  expect(joinOn(words.map((said, i) => text(said, 100 + 15 * i, 80)))).toHaveLength(5);
  // The middle part belongs to the nearer of its neighbours, where ink prevents that all three are one.
  const [above, middle, beside] = [graphic(20, 20, 40, 40), graphic(20, 70, 40, 40), graphic(66, 75, 60, 30)];
  const joined = joinOn([above, middle, beside, text('DETAIL')], raster({ x: 100, y: 30 }));
  expect(joined).toMatchObject([{ box: above.box }, { kind: 'view_removed', box: { x: 20, y: 70 } }]);
});
