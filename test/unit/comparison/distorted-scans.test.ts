import { expect, test } from 'vitest';
import type { Grey } from '../../../shared/comparison/engine/align/align-ink.ts';
import { alignSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import { bendScan } from '../../../shared/comparison/engine/align/bend-scan.ts';
import type { Change } from '../../../shared/comparison/engine/change.ts';
import { joinScanned } from '../../../shared/comparison/engine/join/join-graphics.ts';
import type { SheetSource } from '../../../shared/comparison/engine/read/sheet-source.ts';

const [width, height] = [2100, 1500];

/** Outlines of rectangles with corners given by a seed, three pixels broad. */
const drawing = (seed: number): { x: number; y: number; across: number; down: number }[] =>
  Array.from({ length: 160 }, (_, i) => ({
    x: 120 + ((i * 389 + seed * 7919) % 1700),
    y: 100 + ((i * 577 + seed * 104729) % 1200),
    across: 30 + ((i * 31) % 90),
    down: 25 + ((i * 47) % 80),
  }));

const paint = (boxes: ReturnType<typeof drawing>): Grey => {
  const data = new Uint8Array(width * height).fill(255);
  for (const { x, y, across, down } of boxes) {
    for (let row = y; row < y + down; row++) {
      const isEdge = row < y + 3 || row >= y + down - 3;
      for (let column = x; column < x + across; column++)
        if (isEdge || column < x + 3 || column >= x + across - 3) data[row * width + column] = 0;
    }
  }
  return { data, width, height };
};

/** A copy that is stretched unevenly, by up to 18 pixels times `strength`. */
const copied = ({ data }: Grey, strength = 1): Grey => {
  const out = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const column = Math.round(x + strength * (12 * Math.sin(x / 500) + y / 250));
      const row = Math.round(y + strength * (8 * Math.sin(y / 400) - x / 350));
      if (column >= 0 && row >= 0 && column < width && row < height) out[y * width + x] = data[row * width + column]!;
    }
  }
  return { data: out, width, height };
};

/** The bounds of the pixels that differ. */
const differences = (one: Uint8Array, other: Uint8Array): number[] => {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let at = 0; at < one.length; at++) {
    if (one[at] === other[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return [left, top, right - left + 1, bottom - top + 1];
};

test('a copy that was stretched unevenly lies on the scan, and only what was drawn differs', () => {
  const boxes = drawing(1);
  const older = copied(paint(boxes));
  const { grey, confidence } = bendScan(older, paint(boxes), 2)!;
  expect(differences(grey, paint(boxes).data)).toEqual([width, height, 1 - width, 1 - height]);
  expect(confidence).toBeGreaterThan(0.8);
  const added = { x: 1900, y: 700, across: 90, down: 60 };
  const newer = paint([...boxes, added]);
  const [x, y, across, down] = differences(bendScan(older, newer, 2)!.grey, newer.data) as [
    number,
    number,
    number,
    number,
  ];
  expect([x, y, across, down]).toEqual([added.x, added.y, added.across, added.down]);
});

test('pieces of a difference of distorted scans are one change, others are not, and dirt is none', () => {
  const piece = (x: number, height = 30): Change => {
    return { kind: 'graphic_added', box: { x, y: 100, width: 20, height }, text: null, addedInk: 9, removedInk: 0 };
  };
  const joined = joinScanned([piece(100), piece(140), piece(200), piece(400, 15)]);
  expect(joined.map(({ box }) => [box.x, box.width])).toEqual([
    [100, 60],
    [200, 20],
  ]);
});

test('a scan of another drawing is not bent', () => {
  expect(bendScan(paint(drawing(2)), paint(drawing(1)), 2)).toBeNull();
});

/** A page of 1050 × 750 points that is one image. */
const scanOf = ({ data }: Grey) =>
  ({
    ...{ page: 1, imageOnly: true, text: { page: 1, width: width / 2, height: height / 2, words: [], text: '' } },
    render: async () => ({ grey: data, colour: null }),
  }) as Partial<SheetSource> as SheetSource;

test('only a scan that no rigid alignment lays on the other is bent', async () => {
  const newer = paint(drawing(1));
  const align = async (older: Grey) => {
    const { sheets } = await alignSheets(
      scanOf(older),
      scanOf(newer),
      144,
      null,
      async () => null,
      async () => null,
    );
    return { isBent: sheets.bent ?? false, isSure: sheets.alignment.confidence > 0.8 };
  };
  expect(await align(copied(newer, 1.5))).toEqual({ isBent: true, isSure: true });
  expect(await align(newer)).toEqual({ isBent: false, isSure: true });
});
