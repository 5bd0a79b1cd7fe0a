import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import type { SheetSource } from '../../../shared/comparison/engine/read/sheet-source.ts';
import { makeItems } from '../../../shared/comparison/engine/say/make-items.ts';
import { combineRedrawn } from '../../../shared/comparison/engine/say/redrawn-item.ts';
import { SheetObjects } from '../../../shared/comparison/engine/say/sheet-objects.ts';
import type { ComparisonItem } from '../../../shared/comparison/engine/types.ts';
import { drawPictures } from '../../../shared/comparison/pictures.ts';
import { upgradeModel } from '../../../shared/drawing/index.ts';

const [width, height] = [800, 600];
const blank = new Uint8Array(width * height).fill(255);
const marks = new Uint8Array(width * height);
const sheets = {
  ...{ older: blank, newer: blank, width, height, density: 1, alignment: { confidence: 1 } },
} as unknown as AlignedSheets;
const source = { page: 1, text: { page: 1, width, height, words: [], text: '' } } as unknown as SheetSource;

/** Changes of different sizes all over a sheet. */
const itemsOf = (count: number): ComparisonItem[] => {
  const changes = Array.from({ length: count }, (_, i): Change => {
    const box = { x: (i % 30) * 26, y: Math.floor(i / 30) * 40, width: 8 + (i % 9), height: 8 + (i % 7) };
    return { kind: i % 2 ? 'graphic_added' : 'graphic_changed', box, text: null, addedInk: 20, removedInk: 0 };
  });
  const rest = {
    sheets,
    moved: [],
    titleBlock: null,
    layers: { at: () => [], foreign: new Set<string>() },
    objects: null,
  };
  return makeItems(source, { changes, clouds: [], marks, suppressed: 0, ...rest }, { scale: null, number: null });
};

test('every change is an item, however many there are', () => {
  expect(itemsOf(230)).toHaveLength(230);
});

test('the changes of a redrawn sheet are the parts of one item, except those of the title block', () => {
  const items = itemsOf(50);
  const block = { ...items[0]!, kind: 'title_block' as const };
  const [whole, ...others] = combineRedrawn([...items, block], source, sheets, null);
  expect(whole).toMatchObject({
    ...{ kind: 'group', place: 'the whole sheet', bounding_box: { x: 0, y: 0, width: 1, height: 1 } },
    description: 'Sheet redrawn with 50 changes: 25 drawing elements added, 25 drawing elements redrawn',
  });
  expect(whole!.parts).toEqual(items);
  expect(others).toEqual([block]);
});

test('a redrawn sheet states how many objects it has and had', () => {
  const modelWith = (doors: number, names: string[]) =>
    upgradeModel({
      ...{ page: 1, width: 400, height: 300 },
      symbols: [{ kind: 'door', name: '51', layer: null, count: doors, places: [], confidence: 0.9 }],
      rooms: names.map((name) => ({
        ...{ name, number: null, area: null, confidence: 0.9 },
        box: { left: 0, top: 0, right: 9, bottom: 9 },
      })),
    });
  const objects = new SheetObjects(modelWith(12, ['OFFICE']), modelWith(14, []), [1, 0, 0, 1, 0, 0]);
  const [whole] = combineRedrawn(itemsOf(2), source, sheets, objects);
  expect(whole!.description).toMatch(/^Sheet redrawn with 2 changes: .*; rooms 1 → 0, doors 12 → 14$/);
});

test('the 200 most important changes of a sheet have images', async () => {
  const pictures = { ...sheets, marks };
  const compared = { pictures, items: itemsOf(203) } as unknown as Parameters<typeof drawPictures>[0];
  expect((await drawPictures(compared)).crops).toHaveLength(200);
});
