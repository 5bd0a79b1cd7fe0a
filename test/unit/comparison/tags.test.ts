import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import { makeItems } from '../../../shared/comparison/engine/say/make-items.ts';
import { markTags } from '../../../shared/comparison/engine/say/tags.ts';
import type { ComparisonItem } from '../../../shared/comparison/engine/types.ts';

const [width, height] = [400, 300];

const cameAt = (text: string, x: number, y: number): Change => {
  const box = { x, y, width: 30, height: 10 };
  const line = { words: [{ ...box, text, size: 10, angle: 0 }], text, box, size: 10, angle: 0 };
  return {
    kind: 'text_added',
    box,
    text: { kind: 'text_added', box, old: null, new: line },
    addedInk: 40,
    removedInk: 0,
  };
};

/** The only item of a change on a sheet. */
const itemOf = (change: Change, number: string | null = null, titleBlock: Box | null = null): ComparisonItem => {
  const picture = () => new Uint8Array(width * height).fill(255);
  const sheets = { older: picture(), newer: picture(), width, height, density: 1, alignment: { confidence: 1 } };
  const source = {
    page: 1,
    text: { page: 1, width, height, words: [], text: '' },
    imageOnly: false,
    layers: async () => [],
    model: () => Promise.reject(new Error('Items are made from objects that were read.')),
    markups: async () => [],
    objects: async () => ({ ink: null, tables: [], headings: [] }),
    render: () => Promise.reject(new Error('Nothing is rendered to make items.')),
  };
  const found = { changes: [change], clouds: [], marks: new Uint8Array(width * height), suppressed: 0 };
  const rest = {
    sheets: sheets as unknown as AlignedSheets,
    moved: [],
    titleBlock,
    layers: { at: () => [], foreign: new Set<string>() },
    objects: null,
  };
  const items = makeItems(source, { ...found, ...rest }, { scale: null, number });
  expect(items).toHaveLength(1);
  return items[0]!;
};

/** The description of a text added to a sheet with a number. */
const said = (text: string, number: string | null, titleBlock: Box | null = null): string => {
  const { meaning, description } = itemOf(cameAt(text, 100, 100), number, titleBlock);
  expect(description).toContain(text);
  return `${meaning}: ${description.split(/ [“\d]/)[0]}`;
};

test('a changed dimension is marked at its number, a removed one with its line', () => {
  const { text, ...added } = cameAt('3200', 100, 100);
  const { new: now } = text!;
  const line = { ...text!.box, x: 0, width: width };
  const change = (kind: 'text_changed' | 'text_removed', is: typeof now): Change => {
    return { ...added, kind, box: line, text: { kind, old: { ...now!, text: '3100' }, new: is, box: text!.box } };
  };
  expect(itemOf(change('text_changed', now)).bounding_box.width).toBeLessThan(0.5);
  expect(itemOf(change('text_removed', null)).bounding_box.width).toBe(1);
});

test('a text spelled as the sheet’s own number refers to a sheet', () => {
  expect(said('S-201', 'A-101')).toBe('sheet_number: Sheet reference');
  expect(said('A102', 'A1.01')).toBe('sheet_number: Sheet reference');
});

test('a text of another form, or on a sheet without a number, is a tag', () => {
  expect(said('PF14', 'A-101')).toBe('label: Text');
  expect(said('V14', null)).toBe('label: Text');
});

test('the number of something else on a sheet without a number keeps its kind', () => {
  expect(said('3200', null)).toBe('dimension: Dimension');
});

test('a number in the title block measures nothing', () => {
  const titleBlock = { x: 80, y: 80, width: 300, height: 200 };
  expect(said('2.5m', 'A-101', titleBlock)).toBe('label: Text');
  expect(said('2.5m', 'A-101', { ...titleBlock, y: 150 })).toBe('dimension: Dimension');
});

test('parts of a repeated change are described alike', () => {
  const parts = ['PF14', 'A-102'].map((text, i) => cameAt(text, 100 * i, 50));
  const [repeated] = markTags([{ ...parts[0]!, kind: 'repeated', text: null, parts }], 'A-101', null);
  expect(repeated!.parts!.map(({ text }) => text!.new!.tag)).toEqual([true, undefined]);
});
