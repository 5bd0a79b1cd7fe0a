import { describe, expect, it } from 'vitest';
import { blockOf } from '../../../shared/domain/sheets/block.ts';
import { blockTable } from '../../../shared/domain/sheets/block-table.ts';
import { readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import { segmentsOf } from '../../../shared/domain/sheets/segments.ts';
import { type Drawn, drawnPage } from './page.ts';

/** A page with cells of 140 by 30 points, two in each row, from a corner on. */
const inCells = (left: number, top: number, rows: number, texts: readonly Drawn[]) => {
  const cells = Array.from({ length: 2 * rows }, (_, i) => {
    const [x, y] = [left + 140 * (i % 2), top + 30 * Math.floor(i / 2)];
    return { left: x, top: y, right: x + 140, bottom: y + 30 };
  });
  return { ...drawnPage(1, 1200, 800, texts), cells };
};

const BLOCK: readonly Drawn[] = [
  ['Date:', 24, 310, 8],
  ['Scale:', 164, 310, 8],
  ['Drawing No.:', 24, 340, 8],
];

describe('the table of a title block', () => {
  it('is the connected cells with labels of three kinds, wherever they are', () => {
    const page = inCells(20, 300, 4, BLOCK);
    const table = blockTable(page, segmentsOf(page));
    expect(table?.u0).toBeCloseTo(20 / 1200);
    expect(table?.u1).toBeCloseTo(300 / 1200);
    expect(table?.v0).toBeCloseTo(300 / 800);
    expect(table?.v1).toBeCloseTo(420 / 800);
  });

  it('is not one with labels of two kinds, nor a schedule of many cells', () => {
    const few = inCells(20, 300, 4, BLOCK.slice(0, 2));
    expect(blockTable(few, segmentsOf(few))).toBeNull();
    const page = inCells(20, 300, 4, BLOCK);
    const small = Array.from({ length: 160 }, (_, i) => {
      const [x, y] = [300 + 10 * (i % 16), 300 + 12 * Math.floor(i / 16)];
      return { left: x, top: y, right: x + 10, bottom: y + 12 };
    });
    const schedule = { ...page, cells: [...page.cells, ...small] };
    expect(blockTable(schedule, segmentsOf(schedule))).toBeNull();
  });

  it('is the area of the block where labels of too few kinds are close together', () => {
    const page = inCells(20, 300, 4, BLOCK);
    const inTable = { u0: 0.05, u1: 0.1, v0: 0.48, v1: 0.5 };
    expect(blockOf(page).regionOf(inTable)).toBeGreaterThan(0.5);
    expect(blockOf({ ...page, cells: [] }).regionOf(inTable)).toBeLessThan(0.5);
  });
});

describe('a numero sign directly before a number', () => {
  it('is separated from it, so that it is the end of a label', () => {
    const page = drawnPage(1, 842, 595, [
      ['Lámina', 448, 562, 13],
      ['Nº5', 496, 562, 13],
    ]);
    const { labels, values } = segmentsOf(page);
    expect(labels.map(({ kind, text }) => [kind, text])).toEqual([['sheet_number', 'Lámina Nº']]);
    expect(values.map(({ text }) => text)).toEqual(['5']);
  });
});

it('the blank of a form is no title', () => {
  const page = drawnPage(1, 1200, 800, [
    ['Drawing plan section____________', 900, 700, 20],
    ['A-101', 1000, 760, 30],
  ]);
  expect(readTitleBlock(page).title).toBeNull();
});

it('the largest text of a sheet without labels may be anywhere, that of others is in the block', () => {
  const heading: Drawn = ['CITY HALL', 60, 40, 22];
  const plain = drawnPage(1, 1200, 800, [heading, ['LEVEL TWO', 1000, 760, 12]]);
  const labelled = drawnPage(1, 1200, 800, [heading, ['Title:', 940, 760, 8], ['LEVEL TWO', 1000, 760, 12]]);
  expect(blockOf(plain).largestText).toBe(22);
  expect(blockOf(labelled).largestText).toBe(12);
});
