import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RevisionOptions, reviseSheet } from '../../../infra/demo/drawings/index.ts';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import { type DrawnPair, drawKind, drawUnchanged, KINDS, type Kind } from './kinds/index.ts';

/** Two versions of a sheet with the boxes that a comparison should report, points of the newer page. */
export interface Pair {
  id: string;
  older: string;
  newer: string;
  width: number;
  height: number;
  truth: Box[];
}

const drawn: Record<string, RevisionOptions> = {
  D1: { sheet: { seed: 2001, kind: 'floor-plan', size: 'A1' }, count: 8 },
  D2: { sheet: { seed: 2002, kind: 'section', size: 'A1' }, count: 8, transform: { dx: 6, dy: -4, rotate: 0.3 } },
  D3: {
    sheet: { seed: 2003, kind: 'foundation-plan', size: 'A2' },
    count: 7,
    transform: { scale: 0.997, rotate: -0.2 },
  },
  D4: { sheet: { seed: 2004, kind: 'elevation', size: 'A1' }, changes: [], transform: { dx: -9, dy: 12, rotate: 0.5 } },
  D5: { sheet: { seed: 2005, kind: 'floor-plan', size: 'A1' }, changes: [], transform: { scale: 1.004 } },
};

/** Pairs that the project draws itself. */
export const drawPairs = async (folder: string): Promise<Pair[]> => {
  const pairs: Pair[] = [];
  for (const [id, options] of Object.entries(drawn)) {
    const { v1, v2, truth } = await reviseSheet(options);
    const [older, newer] = [join(folder, `${id}_v1.pdf`), join(folder, `${id}_v2.pdf`)];
    await writeFile(older, v1);
    await writeFile(newer, v2);
    pairs.push({ id, older, newer, ...truth.size_v2, truth: truth.items.map((item) => item.box_v2) });
  }
  return pairs;
};

/** Three sheets of each hard kind of change, and each kind's sheet without any. */
export const drawKinds = async (folder: string): Promise<(Pair & { kind: Kind })[]> => {
  const pairs: (Pair & { kind: Kind })[] = [];
  const write = async (kind: Kind, id: string, drawn: DrawnPair) => {
    const [older, newer] = [join(folder, `${id}_v1.pdf`), join(folder, `${id}_v2.pdf`)];
    await writeFile(older, drawn.older);
    await writeFile(newer, drawn.newer);
    pairs.push({ kind, id, older, newer, width: drawn.width, height: drawn.height, truth: drawn.truth });
  };
  for (const kind of Object.keys(KINDS) as Kind[]) {
    for (const seed of [1, 2, 3]) await write(kind, `${kind} ${seed}`, await drawKind(kind, seed));
    await write(kind, `${kind} unchanged`, await drawUnchanged(kind, 1));
  }
  return pairs;
};

/** Sample pairs with ground truth, if that folder exists. */
export const samplePairs = (folder: string): Pair[] => {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('_gt.json'))
    .sort()
    .map((name) => {
      const truth = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        id: string;
        size_pt: [number, number];
        items: { box_v2: Box }[];
      };
      return {
        id: truth.id,
        older: join(folder, `${truth.id}_v1.pdf`),
        newer: join(folder, `${truth.id}_v2.pdf`),
        width: truth.size_pt[0],
        height: truth.size_pt[1],
        truth: truth.items.map((item) => item.box_v2),
      };
    });
};

export interface Score {
  truth: number;
  items: number;
  found: number;
}

/** One item for one box, best overlap first; found from an overlap (IoU) of 0.3. */
export const score = (truth: readonly Box[], items: readonly Box[]): Score => {
  const iou = (a: Box, b: Box) => {
    const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
    const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
    return w <= 0 || h <= 0 ? 0 : (w * h) / (a.width * a.height + b.width * b.height - w * h);
  };
  const candidates = truth.flatMap((t, i) => items.map((item, j) => ({ value: iou(t, item), i, j })));
  candidates.sort((a, b) => b.value - a.value);
  const [found, used] = [new Set<number>(), new Set<number>()];
  for (const { value, i, j } of candidates) {
    if (value < 0.3) break;
    if (found.has(i) || used.has(j)) continue;
    found.add(i);
    used.add(j);
  }
  return { truth: truth.length, items: items.length, found: found.size };
};

export const add = (scores: readonly Score[]): Score & { precision: number; recall: number; f1: number } => {
  const sum = (key: keyof Score) => scores.reduce((total, one) => total + one[key], 0);
  const [truth, items, found] = [sum('truth'), sum('items'), sum('found')];
  const precision = items === 0 ? (truth === 0 ? 1 : 0) : found / items;
  const recall = truth === 0 ? 1 : found / truth;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { truth, items, found, precision, recall, f1 };
};
