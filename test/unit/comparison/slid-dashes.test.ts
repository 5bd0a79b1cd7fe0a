import { expect, test } from 'vitest';
import type { AlignedSheets } from '../../../shared/comparison/engine/align/align-sheets.ts';
import { added, removed, unchanged } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { marksIn } from '../../../shared/comparison/engine/differ/marks.ts';
import { hasSlidDashes } from '../../../shared/comparison/engine/differ/slid-dashes.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const [width, height, middle, density] = [640, 60, 30, 2];
const [start, end] = [40, 600];

type Line = (x: number) => boolean;

/** Whether a line's dashes slid, with what stands beside them on each sheet. */
const slid = (was: Line, is: Line, beside: { older?: Line; newer?: Line } = {}): boolean => {
  const draw = (line: Line, other: Line = () => false) =>
    Uint8Array.from({ length: width * height }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      return (y === middle && line(x)) || (y > 10 && y < 50 && other(x)) ? 0 : 255;
    });
  const [older, newer] = [draw(was, beside.older), draw(is, beside.newer)];
  // What stands beside the line is no mark of this patch.
  const marks = older.map((ink, at) =>
    ink === newer[at] || Math.floor(at / width) !== middle ? unchanged : ink < newer[at]! ? removed : added,
  );
  const sheets = { older, newer, width, height, density } as unknown as AlignedSheets;
  return hasSlidDashes(marksIn(marks, sheets, { x: 0, y: 14, width: width / density, height: 2 }), marks, sheets);
};

/** A dash of 40 pixels, a gap of 16, a dot of 8, a gap of 16, from a place on; `by` pixels further along. */
const dashDot =
  (by: number, from = start, to = end): Line =>
  (x) => {
    if (x < from || x >= to) return false;
    const at = (x - by + 800) % 80;
    return at < 40 || (at >= 56 && at < 64);
  };

test('dashes that begin elsewhere on the same line are no change, as far as they may slide', () => {
  for (const by of [6, 24, 40, 71]) expect(slid(dashDot(0), dashDot(by))).toBe(true);
});

test('dashes of a line too short to repeat may slide either way', () => {
  const short = (by: number) => dashDot(by, 80, 180);
  expect(slid(short(0), short(6))).toBe(true);
  expect(slid(short(6), short(0))).toBe(true);
});

test('neither what crosses the line nor what came or went there hides that its dashes slid', () => {
  const walls: Line = (x) => [120, 250, 330, 470].some((at) => x >= at && x < at + 30);
  expect(slid(dashDot(0), dashDot(24), { older: walls, newer: walls })).toBe(true);
  expect(slid(dashDot(0), dashDot(24), { older: walls })).toBe(true);
  expect(slid(dashDot(0), dashDot(24), { newer: walls })).toBe(true);
});

test('nothing is said of a line that is hidden for the most part', () => {
  const hidden: Line = (x) => x >= 150 && x < 570;
  const other: Line = (x) => (hidden(x) ? x < 540 && x % 56 < 40 : dashDot(24)(x));
  expect(slid(dashDot(0), other, { older: hidden, newer: hidden })).toBe(false);
});

test('a line of other dashes was drawn otherwise', () => {
  const dashes: Line = (x) => x >= start && x < end && x % 56 < 40;
  expect(slid(dashDot(0), dashes)).toBe(false);
  const wider: Line = (x) => dashDot(0, 0, width)(Math.round((x - start) * 0.8)) && x >= start && x < end;
  expect(slid(dashDot(0), wider)).toBe(false);
});

test('a dashed line that became shorter or longer did not only slide', () => {
  expect(slid(dashDot(0), dashDot(40, start + 40))).toBe(false);
  expect(slid(dashDot(0), dashDot(24, start, end - 40))).toBe(false);
});

test('a heavy line between dashes that moved aside moved', () => {
  const sheet = (top: number) =>
    Uint8Array.from({ length: width * height }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      const isHeavy = x >= 240 && x < 400;
      return isHeavy ? (y >= top && y < top + 4 ? 0 : 255) : y === middle && dashDot(0)(x) ? 0 : 255;
    });
  const [older, newer] = [sheet(middle - 2), sheet(middle - 1)];
  const marks = older.map((ink, at) => (ink === newer[at] ? unchanged : ink < newer[at]! ? removed : added));
  const sheets = { older, newer, width, height, density } as unknown as AlignedSheets;
  const region = marksIn(marks, sheets, { x: 0, y: 10, width: width / density, height: 10 });
  expect([region.added, region.removed]).toEqual([160, 160]);
  expect(hasSlidDashes(region, marks, sheets)).toBe(false);
});

test('openings that moved along a wall are no dashes: there are few, or they are wide', () => {
  const wall =
    (openings: readonly number[], breadth: number): Line =>
    (x) =>
      x >= start && x < end && !openings.some((at) => x >= at && x < at + breadth);
  expect(slid(wall([200], 16), wall([220], 16))).toBe(false);
  const dashed = wall([80, 120, 160, 520, 560], 16);
  const opening =
    (at: number): Line =>
    (x) =>
      dashed(x) && !(x >= at && x < at + 32);
  expect(slid(opening(240), opening(300))).toBe(false);
  expect(slid(wall([120, 240, 360, 480], 60), wall([140, 260, 380, 500], 60))).toBe(false);
});

test('a comparison is silent of them and counts them, and tells the line that has other dashes', async () => {
  const sheet = (phase: number, dots: number) =>
    drawPdf([
      {
        width: 800,
        height: 600,
        draw: (pdf) => {
          pdf.fontSize(14).text('LEVEL 1', 60, 60).rect(50, 50, 700, 500).stroke();
          pdf.moveTo(100, 200).lineTo(700, 200).dash(30, { space: 9, phase }).stroke();
          pdf.moveTo(100, 400).lineTo(700, 400).dash(dots, { space: 6, phase: 0 }).stroke();
        },
      },
    ]);
  const { result } = await compareFiles(await sheet(0, 24), await sheet(15, 10));
  expect(result.items.map(({ description }) => description)).toEqual([
    expect.stringMatching(/^Line drawn with other dashes/),
  ]);
  expect(result.sheets[0]!.suppressed).toBe(1);
});
