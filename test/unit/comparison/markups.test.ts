import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import { added, removed, unchanged } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { findMarkupChanges } from '../../../shared/comparison/engine/differ/markup-changes.ts';
import type { Box, Matrix } from '../../../shared/comparison/engine/geometry.ts';
import type { SheetSource } from '../../../shared/comparison/engine/read/sheet-source.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import type { Markup } from '../../../shared/domain/page-text.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

type Page = PDFKit.PDFDocument;

/** Adds an annotation with a line of one point; `points` are from the upper left. */
const annotate = (pdf: Page, kind: string, [x, y, width, height]: readonly number[], more: object): void => {
  const options = { Subtype: kind, BS: { W: 1 }, F: 4, ...more };
  pdf.annotate(x!, y!, width!, height!, options as PDFKit.Mixins.AnnotationOption);
};
const [red, blue, yellow] = [{ C: [1, 0, 0] }, { C: [0, 0, 1] }, { C: [1, 1, 0] }];

/** The corners of a highlight, from the lower left of the page. */
const quad = (x: number, y: number, width: number, height: number) => {
  const [top, bottom] = [450 - y, 450 - y - height];
  return { QuadPoints: [x, top, x + width, top, x, bottom, x + width, bottom] };
};

/** A plan of cells with a width, and what `mark` adds to it. */
const plan = (mark: (pdf: Page) => void = () => {}, width = '3200') =>
  drawPdf([
    {
      width: 700,
      height: 450,
      draw: (pdf: Page) => {
        pdf.lineWidth(1).fontSize(9);
        pdf.rect(20, 20, 660, 410).stroke();
        for (let i = 0; i < 24; i++) {
          pdf.rect(50 + 90 * (i % 6), 60 + 80 * Math.floor(i / 6), 76, 62).stroke();
          pdf.text(`CELL ${i}`, 53 + 90 * (i % 6), 80 + 80 * Math.floor(i / 6), { lineBreak: false });
        }
        pdf.text(width, 600, 100, { lineBreak: false });
        mark(pdf);
      },
    },
  ]);

const marked = (pdf: Page) => {
  for (const x of [60, 240, 420]) annotate(pdf, 'Square', [x, 150, 40, 30], red);
  annotate(pdf, 'Square', [240, 310, 30, 30], blue);
  const box = [52, 238, 40, 12] as const;
  annotate(pdf, 'Highlight', box, { ...yellow, ...quad(...box), Contents: new String('check\nthis') });
};

const changesOf = async (older: Uint8Array, newer: Uint8Array) => (await compareFiles(older, newer)).result.items;

test('mark-ups that one sheet lacks are one change for each form, with what they say', async () => {
  const [clean, withMarks] = await Promise.all([plan(), plan(marked)]);
  const added = await changesOf(clean, withMarks);
  expect(added.map(({ kind, description, parts }) => [kind, description, parts?.length])).toEqual([
    ['repeated', '4 mark-ups added (figures: 3 red, 1 blue)', 4],
    ['markup_added', 'Mark-up “check this” added at the left of the sheet (yellow highlight)', undefined],
  ]);
  expect(added.map(({ difference_rating, cost_effect }) => [difference_rating, cost_effect])).toEqual([
    [2, 0],
    [2, 0],
  ]);
  expect(added[1]).not.toHaveProperty('quantity');
  const removed = await changesOf(withMarks, clean);
  expect(removed.map(({ kind, description }) => [kind, description])).toEqual([
    ['repeated', '4 mark-ups removed (figures: 3 red, 1 blue)'],
    ['markup_removed', 'Mark-up “check this” removed at the left of the sheet (yellow highlight)'],
  ]);
  expect(await changesOf(withMarks, await plan(marked))).toEqual([]);
});

test('a mark-up that the other sheet draws as linework is no change', async () => {
  const annotated = await plan((pdf) => annotate(pdf, 'Square', [240, 150, 40, 30], red));
  const drawn = await plan((pdf) => pdf.rect(240.5, 150.5, 39, 29).stroke('#ff0000'));
  expect(await changesOf(drawn, annotated)).toEqual([]);
  expect(await changesOf(annotated, drawn)).toEqual([]);
});

test('a value that changed under a mark-up is a change as well', async () => {
  const highlighted = await plan(
    (pdf) => annotate(pdf, 'Highlight', [596, 98, 40, 12], { ...yellow, ...quad(596, 98, 40, 12) }),
    '3300',
  );
  const items = await changesOf(await plan(), highlighted);
  expect(items.map(({ kind, old_text, new_text }) => [kind, old_text, new_text])).toEqual([
    ['text_changed', '3200', '3300'],
    ['markup_added', undefined, undefined],
  ]);
});

test('figures of one annotation that are far from each other are changes of their own', async () => {
  const strokes = [100, 460].map((x) => [x, 300, x + 40, 280, x, 280, x + 40, 300]);
  const sketched = await plan((pdf) => annotate(pdf, 'Ink', [100, 150, 400, 20], { ...blue, InkList: strokes }));
  const items = await changesOf(await plan(), sketched);
  expect(items.flatMap(({ kind, parts }) => parts?.map((part) => part.kind) ?? kind)).toEqual([
    'graphic_added',
    'graphic_added',
  ]);
});

test('an annotation with a cloudy border is none of these, but may be a revision cloud', async () => {
  const clouded = await plan((pdf) => annotate(pdf, 'Square', [240, 150, 40, 30], { ...red, BE: { S: 'C', I: 2 } }));
  const items = await changesOf(await plan(), clouded);
  expect(items.map(({ kind }) => kind)).toEqual(['graphic_added']);
});

/** A raster of 100 × 100 grey pixels, at one pixel a point, with black boxes. */
const picture = (boxes: readonly Box[]) => {
  const grey = new Uint8Array(10_000).fill(255);
  for (const { x, y, width, height } of boxes)
    for (let row = y; row < y + height; row++) grey.fill(0, row * 100 + x, row * 100 + x + width);
  return { grey, colour: null };
};
const square = (x: number, y: number): Markup => ({ kind: 'Square', text: '', x, y, width: 10, height: 10 });

/** Compares the mark-ups of two sheets without any other ink; the older one is displaced by `dx`. */
const markupsOf = async (
  older: readonly Markup[],
  newer: readonly Markup[],
  { dx = 0, isScan = false, marked = (box: Box) => box, isShown = true } = {},
) => {
  const matrix: Matrix = [1, 0, 0, 1, dx, 0];
  const source = (own: readonly Markup[], imageOnly = false) =>
    ({ imageOnly, markups: async () => own, render: async () => picture([]) }) as unknown as SheetSource;
  const placed = older.map((one) => ({ ...one, x: one.x + dx }));
  const [before, after] = [picture(isShown ? placed : []), picture(isShown ? newer : [])];
  const sheets = {
    ...{ alignment: { matrix }, grid: [1, 0, 0, 1, 0, 0], width: 100, height: 100, density: 1 },
    ...{ older: before.grey, newer: after.grey, olderColour: null, newerColour: null },
  } as unknown as AlignedSheets;
  const marks = new Uint8Array(10_000).fill(unchanged);
  for (const [boxes, mark] of [
    [placed, removed],
    [newer, added],
  ] as const)
    for (const { x, y, width, height } of boxes.map(marked))
      for (let row = y; row < y + height; row++) marks.fill(mark, row * 100 + x, row * 100 + x + width);
  const changes = await findMarkupChanges(source(older, isScan), source(newer), sheets, marks);
  return { changes, left: marks.filter((mark) => mark !== unchanged).length };
};

test('a mark-up is a change if most of it is ink that the other sheet lacks, and no mark-up is in its place there', async () => {
  const { changes, left } = await markupsOf([square(20, 20)], [square(60, 60)], { dx: 3 });
  expect(changes).toEqual([
    {
      ...{ kind: 'markup_removed', box: { x: 23, y: 20, width: 10, height: 10 }, text: null },
      ...{ addedInk: 0, removedInk: 100, markup: { form: 'figure', colour: null, text: '' } },
    },
    expect.objectContaining({ kind: 'markup_added', addedInk: 100, removedInk: 0 }),
  ]);
  expect(left).toBe(0);
  expect(await markupsOf([square(20, 20)], [square(21, 20)])).toEqual({ changes: [], left: 110 });
  const isPart = ({ x, y }: Box) => ({ x, y, width: 4, height: 10 });
  expect(await markupsOf([], [square(60, 60)], { marked: isPart })).toEqual({ changes: [], left: 40 });
  expect(await markupsOf([], [square(60, 60)], { isShown: false })).toEqual({ changes: [], left: 100 });
});

test('the marks beside a mark-up are cleared with it, and those of a measured line or a scan are not its own', async () => {
  const isWider = ({ x, y, width, height }: Box) => ({ x: x - 1, y: y - 1, width: width + 2, height: height + 2 });
  expect((await markupsOf([], [square(60, 60)], { marked: isWider })).left).toBe(0);
  const measure = { ...square(60, 60), kind: 'Line', text: '2.40 m' };
  expect(await markupsOf([], [measure])).toEqual({ changes: [], left: 100 });
  expect(await markupsOf([square(60, 60)], [], { isScan: true })).toEqual({ changes: [], left: 100 });
});
