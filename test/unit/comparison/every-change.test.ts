import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import type { SheetSource } from '../../../shared/comparison/engine/read/sheet-source.ts';
import { makeItems } from '../../../shared/comparison/engine/say/make-items.ts';
import { combineRedrawn } from '../../../shared/comparison/engine/say/redrawn-item.ts';
import type { ComparisonItem } from '../../../shared/comparison/engine/types.ts';
import { drawPictures } from '../../../shared/comparison/pictures.ts';

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
  const rest = { sheets, moved: [], titleBlock: null, layers: { at: () => [] }, objects: null };
  return makeItems(source, { changes, clouds: [], marks, suppressed: 0, ...rest }, { scale: null, number: null });
};

test('every change is an item, however many there are', () => {
  expect(itemsOf(230)).toHaveLength(230);
});

test('the changes of a redrawn sheet are the parts of one item, except those of the title block', () => {
  const items = itemsOf(50);
  const block = { ...items[0]!, kind: 'title_block' as const };
  const [whole, ...others] = combineRedrawn([...items, block], source, sheets);
  expect(whole).toMatchObject({
    ...{ kind: 'group', place: 'the whole sheet', bounding_box: { x: 0, y: 0, width: 1, height: 1 } },
    description: 'Sheet redrawn with 50 changes: 25 drawing elements added, 25 drawing elements redrawn',
  });
  expect(whole!.parts).toEqual(items);
  expect(others).toEqual([block]);
});

test('the 200 most important changes of a sheet have images', async () => {
  const pictures = { ...sheets, marks };
  const compared = { pictures, items: itemsOf(203) } as unknown as Parameters<typeof drawPictures>[0];
  expect((await drawPictures(compared)).crops).toHaveLength(200);
});
