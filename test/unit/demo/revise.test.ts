import { describe, expect, it } from 'vitest';
import { grow, iou, transformBox } from '../../../infra/demo/drawings/drawing-geometry.ts';
import { type DrawnBox, type EditKind, reviseSheet } from '../../../infra/demo/drawings/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';

const DPI = 100;
const SHEET = { seed: 21, size: 'A2' } as const;

const render = async (pdf: Uint8Array) => {
  await using document = await openPdf(pdf);
  return document.render(1, { dpi: DPI, grey: true });
};

/** Centres of the pixels, in points, that differ clearly between two renderings. */
const differing = async (v1: Uint8Array, v2: Uint8Array): Promise<[number, number][]> => {
  const [a, b] = await Promise.all([render(v1), render(v2)]);
  const points: [number, number][] = [];
  for (let i = 0; i < a.data.length; i++) {
    if (Math.abs(a.data[i]! - b.data[i]!) < 48) continue;
    points.push([(((i % a.width) + 0.5) * 72) / DPI, ((Math.floor(i / a.width) + 0.5) * 72) / DPI]);
  }
  return points;
};

const inside = ([x, y]: [number, number], b: DrawnBox): boolean =>
  x >= b.x && x <= b.x + b.width && y >= b.y && y <= b.y + b.height;

describe('a revised sheet', () => {
  it.each(['floor-plan', 'foundation-plan', 'section'] as const)(
    'of kind %s differs within its ground truth boxes and nowhere else',
    async (kind) => {
      const { v1, v2, truth } = reviseSheet({ sheet: { ...SHEET, kind }, count: 12 });
      expect(truth.items.length).toBeGreaterThanOrEqual(12);
      const boxes = truth.items.flatMap((item) => [item.box_v1, item.box_v2]).map((box) => grow(box, 1));
      const points = await differing(v1, v2);
      expect(points.filter((point) => !boxes.some((box) => inside(point, box)))).toEqual([]);
      for (const box of boxes) expect(points.some((point) => inside(point, box))).toBe(true);
    },
  );

  it('equals the sheet if nothing changes', () => {
    const { v1, v2, truth } = reviseSheet({ sheet: SHEET });
    expect(truth.items).toEqual([]);
    expect(Buffer.from(v1).equals(v2)).toBe(true);
  });

  it('describes what changed', async () => {
    const changes: EditKind[] = [
      'dimension_text',
      'door_moved',
      'room_renamed',
      'note_removed',
      'revision',
      'date',
      'wall_added',
    ];
    const { v2, truth } = reviseSheet({ sheet: { ...SHEET, revision: 'C' }, changes });
    const of = (change: EditKind) => truth.items.filter((item) => item.change === change);
    expect(of('revision')).toMatchObject([{ kind: 'text_change', old: 'C', new: 'D', in_title_block: true }]);
    expect(of('door_moved').map((item) => item.kind)).toEqual(['graphic_removed', 'graphic_added']);
    expect(of('note_removed')).toMatchObject([{ kind: 'text_removed', in_title_block: false }]);
    expect(of('wall_added')).toMatchObject([{ kind: 'graphic_added' }]);
    await using document = await openPdf(v2);
    const { words } = await document.pageText(1);
    for (const change of ['dimension_text', 'room_renamed', 'date'] as const) {
      const [item] = of(change);
      expect(item!.old).not.toBe(item!.new);
      const there = words.filter((word) => iou(word, item!.box_v2) > 0 && item!.new!.includes(word.text));
      expect(there.length).toBeGreaterThan(0);
    }
  });

  it('keeps changes apart from each other', () => {
    const { truth } = reviseSheet({ sheet: SHEET, count: 15 });
    const drawing = truth.items.filter((item) => !item.in_title_block);
    for (const [i, a] of drawing.entries()) {
      for (const b of drawing.slice(i + 1)) expect(iou(grow(a.box_v1, 4), b.box_v1)).toBe(0);
    }
  });

  it('moves content and boxes together under a transform', async () => {
    const transform = { dx: 9, dy: -5, rotate: 0.4, scale: 0.998, page: 'ARCH D' } as const;
    const { v2, truth } = reviseSheet({ sheet: SHEET, changes: ['room_renamed', 'dimension_text'], transform });
    expect(truth.size_v2).toEqual({ width: 2592, height: 1728 });
    await using document = await openPdf(v2);
    const { width, height, words } = await document.pageText(1);
    expect([width, height]).toEqual([2592, 1728]);
    for (const item of truth.items) {
      expect(iou(transformBox(item.box_v1, truth.matrix), item.box_v2)).toBeGreaterThan(0.99);
      expect(words.some((word) => item.new!.startsWith(word.text) && iou(word, item.box_v2) > 0.1)).toBe(true);
    }
  });

  it('has boxes within the page, whatever the kind', () => {
    for (const kind of ['floor-plan', 'elevation', 'section', 'foundation-plan', 'door-schedule'] as const) {
      const { truth } = reviseSheet({ sheet: { seed: 2, kind }, count: 8, transform: { dx: 5, dy: 5, rotate: -0.2 } });
      const page = { x: 0, y: 0, ...truth.size_v2 };
      for (const { box_v2 } of truth.items) {
        expect(
          inside([box_v2.x, box_v2.y], page) && inside([box_v2.x + box_v2.width, box_v2.y + box_v2.height], page),
        ).toBe(true);
      }
    }
  });

  it('rejects a change for which the sheet has no space', () => {
    expect(() => reviseSheet({ sheet: { ...SHEET, kind: 'door-schedule' }, changes: ['door_moved'] })).toThrow(
      /no place/,
    );
  });
});
