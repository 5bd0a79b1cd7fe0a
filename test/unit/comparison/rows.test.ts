import { describe, expect, test } from 'vitest';
import { findKeyColumns } from '../../../shared/comparison/engine/segment/row-keys.ts';
import { findSlidTables } from '../../../shared/comparison/engine/segment/slid-rows.ts';
import type { Word } from '../../../shared/domain/page-text.ts';

const word = (text: string, x: number, y: number): Word => ({
  ...{ text, x, y, width: 4 * text.length, height: 7, size: 7, angle: 0 },
});

/** A table of one key and two entries a row, 16 points from row to row. */
const table = (keys: readonly string[], x = 50): Word[] =>
  keys.flatMap((key, i) => [
    word(key, x, 100 + 16 * i),
    word('TYP', x + 60, 100 + 16 * i),
    word(`${key.charCodeAt(1)}`, x + 120, 100 + 16 * i),
  ]);

const before = ['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8'];
const after = ['D1', 'N1', 'D2', 'D3', 'N2', 'D4', 'D5', 'D6', 'D7', 'D8'];

describe('the rows of a table', () => {
  test('are matched by their keys, whatever their displacement', () => {
    const [slid] = findSlidTables(table(before), table(after));
    expect(slid!.bands.map(({ dy, words }) => [dy, words.length])).toEqual([
      [16, 6],
      [32, 15],
    ]);
    expect(slid!.rows.map(({ kind, name, box }) => [kind, name, box.height, box.x < 51 && box.width > 120])).toEqual([
      ['row_added', 'N1', 16, true],
      ['row_added', 'N2', 16, true],
    ]);
  });

  test('added and removed have their own boxes', () => {
    const [slid] = findSlidTables(table(before), table(['D1', 'N1', 'D2', 'D3', 'D4', 'D6', 'D7', 'D8']));
    expect(slid!.bands.map(({ dy }) => dy)).toEqual([16]);
    expect(slid!.rows.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['row_added N1', 'row_removed D5']);
  });

  test('end where another table slid by a different amount', () => {
    const other = ['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7', 'L8'];
    const found = findSlidTables(
      [...table(before), ...table(other, 240)],
      [...table(after), ...table(['L1', 'L2', 'M1', 'L3', 'L4', 'L5', 'M2', 'L6', 'L7', 'L8'], 240)],
    );
    expect(found.map(({ rows }) => rows.map(({ name }) => name)).sort()).toEqual([
      ['M1', 'M2'],
      ['N1', 'N2'],
    ]);
    for (const { box } of found) expect(box.width).toBeLessThan(160);
  });

  test('do not slide without an added or removed key, unlike stacked texts on a plan', () => {
    const words = (ys: readonly number[]) => ys.map((y, i) => word(`R${i}`, 50, y));
    const moved = words([100, 126, 142, 168, 194, 200, 216, 242]);
    expect(
      findKeyColumns(words([100, 116, 132, 148, 164, 180, 196, 212]), moved).map(({ runs }) => runs.length),
    ).toEqual([]);
    expect(findSlidTables(table(before), table(before))).toEqual([]);
  });
});
