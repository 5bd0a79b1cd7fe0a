import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  drawScan,
  drawSheet,
  type RevisionOptions,
  reviseSheet,
  type Transform,
} from '../../../infra/demo/drawings/index.ts';
import type { Box } from '../../../shared/comparison/engine/geometry.ts';
import type { ComparisonResult } from '../../../shared/comparison/engine/index.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import { factsOf } from '../../../shared/domain/sheets/facts.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const iou = (a: Box, b: Box): number => {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (a.width * a.height + b.width * b.height - width * height);
};

/** How many true changes an item covers, one for one, and how many items are left over. */
const score = (truth: readonly Box[], { items }: ComparisonResult, size: { width: number; height: number }) => {
  const boxes = items.map(({ bounding_box: b }) => ({
    x: b.x * size.width,
    y: b.y * size.height,
    width: b.width * size.width,
    height: b.height * size.height,
  }));
  const pairs = truth.flatMap((t, i) => boxes.map((b, j) => ({ value: iou(t, b), i, j })));
  pairs.sort((a, b) => b.value - a.value);
  const [found, used] = [new Set<number>(), new Set<number>()];
  for (const { value, i, j } of pairs) {
    if (value < 0.3 || found.has(i) || used.has(j)) continue;
    found.add(i);
    used.add(j);
  }
  return { found: found.size, extra: boxes.length - used.size };
};

const askew: Transform = { dx: 8, dy: -5, rotate: 0.2 };
const pairs: [string, RevisionOptions][] = [
  ['a floor plan', { sheet: { seed: 1000, kind: 'floor-plan', size: 'A3' }, count: 5 }],
  ['an elevation, turned', { sheet: { seed: 1001, kind: 'elevation', size: 'A3' }, count: 5, transform: askew }],
  [
    'a foundation plan, rescaled',
    { sheet: { seed: 1011, kind: 'section', size: 'A3' }, count: 5, transform: { scale: 1.003 } },
  ],
  [
    'a door schedule',
    { sheet: { seed: 1010, kind: 'door-schedule', size: 'A3' }, count: 5, transform: { dx: 20, dy: 12 } },
  ],
];

describe('a revised sheet', () => {
  test.each(pairs)('has its changes found: %s', async (_name, options) => {
    const { v1, v2, truth } = await reviseSheet(options);
    const { result } = await compareFiles(v1, v2);
    expect(
      score(
        truth.items.map((item) => item.box_v2),
        result,
        truth.size_v2,
      ),
    ).toEqual({
      found: truth.items.length,
      extra: 0,
    });
    const ratings = result.items.map((item) => item.difference_rating);
    expect(ratings).toEqual(ratings.slice().sort((a, b) => b - a));
  });

  test("is described with the drawing's own words", async () => {
    const draw = (dimension: string, revision: string) =>
      drawPdf([
        {
          width: 900,
          height: 600,
          draw: (pdf) => {
            pdf.fontSize(9);
            for (let i = 0; i < 12; i++) pdf.text(`ROOM ${i + 1}`, 60 + (i % 4) * 180, 80 + Math.floor(i / 4) * 130);
            pdf.text(dimension, 300, 150);
            if (revision === 'A') pdf.text('NOTE 7: SEAL ALL JOINTS', 60, 520);
            pdf.text(`REV ${revision}`, 820, 560);
          },
        },
      ]);
    const { result } = await compareFiles(await draw('3200', 'A'), await draw('3400', 'B'));
    const descriptions = result.items.map((item) => item.description);
    expect(descriptions[0]).toMatch(/^Dimension 3200 → 3400 near “ROOM \d+”$/);
    expect(descriptions[1]).toMatch(/^Note 7 “NOTE 7: SEAL ALL JOINTS” removed /);
    expect(descriptions[2]).toMatch(/^Revision “REV A” → “REV B”/);
    expect(result.summary).toContain('3 changes: 1 dimension changed, 1 note removed');
  });
});

describe('an unchanged sheet has no item', () => {
  test.each<[string, Transform]>([
    ['shifted', { dx: 14.3, dy: -9.7 }],
    ['turned by half a degree', { rotate: 0.5 }],
    ['turned the other way', { rotate: -0.37, dx: 3 }],
    ['rescaled', { scale: 0.996 }],
  ])('%s', async (_name, transform) => {
    const { v1, v2 } = await reviseSheet({
      sheet: { seed: 31, kind: 'floor-plan', size: 'A3' },
      changes: [],
      transform,
    });
    expect((await compareFiles(v1, v2)).result.items).toEqual([]);
  });

  test('scanned twice', async () => {
    const pdf = await drawSheet({ seed: 32, kind: 'foundation-plan', size: 'A3' });
    const first = await drawScan({ pdf, dpi: 150, rotate: 0, noise: 3, quality: 85, seed: 1 });
    const second = await drawScan({ pdf, dpi: 150, noise: 9, quality: 70, rotate: 0.3, seed: 2 });
    const { result } = await compareFiles(first, second);
    expect(result.items).toEqual([]);
    expect(result.sheets[0]!.alignment).toMatchObject({ method: 'ink' });
    expect(result.sheets[0]!.alignment!.rotation_degrees).toBeCloseTo(0.3, 1);
  });
});

test('sheets with different drawings are reported as such, without single changes', async () => {
  const [one, other] = [
    await drawSheet({ seed: 41, kind: 'floor-plan', size: 'A3' }),
    await drawSheet({ seed: 942, kind: 'door-schedule', size: 'A3', title_block: 'bottom', project: 'Other' }),
  ];
  const { result } = await compareFiles(one, other);
  expect(result.items.map((item) => item.kind)).toEqual(['sheet_replaced']);
  expect(result.sheets[0]).toMatchObject({ matched: false });
  expect(result.summary).toContain('1 pair of sheets shows different drawings');
});

describe('the files of a comparison', () => {
  let folder: string;
  let v1: Uint8Array;
  let v2: Uint8Array;
  let out: string;
  let made: Awaited<ReturnType<typeof compareFiles>>;
  const readAll = (pages: Parameters<typeof readSheets>[0]) => readSheets(pages).map(factsOf);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'compare-'));
    ({ v1, v2 } = await reviseSheet({
      sheet: { seed: 51, kind: 'floor-plan', size: 'A3', sheet_number: 'A-101', revision: 'A' },
      changes: ['wall_added', 'dimension_text', 'note_removed', 'revision', 'revision_row'],
      transform: { rotate: 0.2 },
    }));
    await writeFile(join(folder, 'old.pdf'), v1);
    await writeFile(join(folder, 'new.pdf'), v2);
    out = join(folder, 'out');
    made = await compareFiles(v1, v2, { out, threads: 1, readSheets: readAll });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('are the same, byte for byte, with one thread and with two', async () => {
    const read = async (out: string) =>
      Promise.all(
        (await readdir(out, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
          .map(async (path) => [path.slice(out.length), (await readFile(path)).toString('base64')]),
      );
    const two = join(folder, 'two');
    await compareFiles(v1, v2, { out: two, threads: 2, readSheets: readAll });
    expect(await read(two)).toEqual(await read(out));
  });

  test('hold pictures, a crop of each item, the report and the result', async () => {
    const { result, files } = made;
    expect(JSON.parse(await readFile(join(out, 'result.json'), 'utf8'))).toEqual(result);
    expect(result).toMatchObject({ original_drawing_number: 'A-101', original_drawing_revision: 'A' });
    expect(result.comparison_drawing_revision).toBe('B');
    const sheet = result.sheets[0]!;
    const overlay = await sharp(join(out, 'sheet-1/overlay.png')).metadata();
    expect([overlay.width, overlay.height]).toEqual([sheet.width, sheet.height]);
    expect(files.filter((file) => file.role === 'item').map((file) => file.item)).toEqual(
      result.items.map((_, i) => i + 1),
    );
    for (const { path } of files) expect((await readFile(join(out, path))).length).toBeGreaterThan(60);
    for (const { bounding_box: box, pixel_box: pixels } of result.items) {
      expect(Math.abs(box.x * sheet.width! - pixels.x)).toBeLessThan(1.5);
      expect(Math.abs(box.height * sheet.height! - pixels.height)).toBeLessThan(1.5);
    }
    const report = await readFile(join(out, 'report.html'), 'utf8');
    expect(report.match(/class="box"/g)).toHaveLength(result.items.length);
    expect(report).not.toMatch(/(src|href)="(?!data:)/);
  });

  test('are also written by the command', async () => {
    const run = promisify(execFile);
    const command = ['infra/commands/compare.ts', join(folder, 'old.pdf'), join(folder, 'new.pdf')];
    const { stdout } = await run(process.execPath, [...command, '--out', join(folder, 'shell')]);
    expect(stdout).toContain('A-101');
    const result = JSON.parse(await readFile(join(folder, 'shell/result.json'), 'utf8')) as ComparisonResult;
    expect(result.items.length).toBeGreaterThan(0);
    const failed = await run(process.execPath, [...command.slice(0, 2), 'package.json']).catch((error) => error);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('damaged or is not a PDF') });
  });
});
