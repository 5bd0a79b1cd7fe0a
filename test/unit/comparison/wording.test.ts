import { describe, expect, test } from 'vitest';
import type { TextChange } from '../../../shared/comparison/engine/change.ts';
import { added } from '../../../shared/comparison/engine/differ/ink-difference.ts';
import { mergeTexts } from '../../../shared/comparison/engine/differ/merge-texts.ts';
import { compareText } from '../../../shared/comparison/engine/differ/text-difference.ts';
import { withAnnotations } from '../../../shared/comparison/engine/read/annotation-words.ts';
import { findLines, makeLine } from '../../../shared/comparison/engine/read/text-lines.ts';
import { describeText, tally } from '../../../shared/comparison/engine/say/describe.ts';
import { Locator } from '../../../shared/comparison/engine/say/location.ts';
import { Scales } from '../../../shared/comparison/engine/say/scales.ts';
import { readCloud } from '../../../shared/comparison/engine/segment/clouds.ts';
import { findTitleBlock } from '../../../shared/comparison/engine/segment/title-block.ts';
import type { ComparedSheet, ComparisonItem } from '../../../shared/comparison/engine/types.ts';
import { reportSheet } from '../../../shared/comparison/report/sheet-figures.ts';
import type { PageText, Word } from '../../../shared/domain/page-text.ts';

const word = (text: string, x: number, y: number, size = 10): Word => ({
  ...{ text, x, y, width: 0.6 * size * text.length, height: size, size, angle: 0 },
});
const page = (words: Word[], width = 1000, height = 700): PageText => ({ page: 1, width, height, words, text: '' });
const changed = (before: string, after: string): TextChange => {
  const [old, now] = [makeLine([word(before, 0, 0)]), makeLine([word(after, 0, 0)])];
  return { kind: 'text_changed', old, new: now, box: now.box };
};

describe('a changed text', () => {
  test('that is long is shown from its first difference', () => {
    const stamp = (day: string) =>
      `DIRECTORY: C:\\USERS\\DRAWINGS\\KITCHEN\\KITCHEN.DWG | LAYOUT A401 | PLOTTED ON: ${day}`;
    const said = describeText(changed(stamp('20/06/2017'), stamp('22/06/2017')), 'here');
    expect(said).toMatch(/^Plot stamp “….*PLOTTED ON: 20\/06\/2017” → “….*PLOTTED ON: 22\/06\/2017” here$/);
    expect(said).not.toContain('DIRECTORY');
  });

  test('that is a dimension on one side and a number on the other is a dimension', () => {
    expect(describeText(changed('43', '42,66'), 'here')).toBe('Dimension 43 → 42,66 here');
    expect(describeText(changed('OFFICE', '42,66'), 'here')).toBe('Text “OFFICE” → “42,66” here');
  });

  const kinds = (was: string, x: number, text: string, ...others: readonly Word[]) =>
    compareText([word(was, 100, 100)], page([word(text, x, 100), ...others])).changes.map(({ kind }) => kind);

  test('overlaps its former version rather than touching it', () => {
    expect(kinds('0.6', 102, '1.7')).toEqual(['text_changed']);
    expect(kinds('OFFICE', 130, 'STORE')).toEqual(['text_added', 'text_removed']);
    expect(kinds('0.6', 102, '+17')).toEqual(['text_added', 'text_removed']);
  });

  test('that is a length may be next to it, if nothing else changed or its number is in both', () => {
    expect(kinds('0.6', 115, '1.7')).toEqual(['text_changed']);
    expect(kinds('0.6', 135, '1.7')).toEqual(['text_added', 'text_removed']);
    expect(kinds('0.6', 115, '1.7', word('STORE', 100, 125))).toEqual(['text_added', 'text_added', 'text_removed']);
    expect(kinds('0.6', 115, '<0.6', word('STORE', 100, 125)).sort()).toEqual(['text_added', 'text_changed']);
  });
});

test('numbers one below the other are texts of their own', () => {
  const added = (text: string, y: number): TextChange => {
    const line = makeLine([word(text, 0, y)]);
    return { kind: 'text_added', old: null, new: line, box: line.box };
  };
  expect(mergeTexts([added('~0.6', 0), added('~0.8', 12)], () => false)).toHaveLength(2);
  expect(mergeTexts([added('SEE', 0), added('NOTE', 12)], () => false)).toHaveLength(1);
});

test('lengths of a chain of mark-ups are texts of their own', () => {
  const words = [word('101 in', 0, 0), word('65 in', 37, 0), word('EXIST', 80, 0), word('WALL', 113, 0)];
  expect(findLines(words).map(({ text }) => text)).toEqual(['101 in', '65 in', 'EXIST WALL']);
});

test('a group counts what is drawn in another style', () => {
  const item = (kind: ComparisonItem['kind']) => ({ kind, description: '' }) as ComparisonItem;
  expect(tally([item('graphic_added'), item('restyled'), item('restyled')])).toBe(
    '2 drawing elements restyled, 1 drawing element added',
  );
});

describe('a location is described by grid axes', () => {
  const locate = (names: readonly string[], rows: readonly string[]) => {
    const across = names.map((name, i) => word(name, 200 + 150 * i, 100));
    const down = rows.map((name, i) => word(name, 120 - 3 * name.length, 200 + 120 * i));
    return new Locator(page([...across, ...down]), null).locate({ x: 340, y: 300, width: 10, height: 10 });
  };

  test('named in order', () => {
    expect(locate(['1', '2', '3', '4'], ['A', 'B', 'C'])).toBe('near grid B-2');
    expect(locate(['1', '1.5', '2', '4'], ['A', 'B', 'B.5'])).toBe('near grid B-1.5');
  });

  test('not by a chain of dimensions, nor by windows', () => {
    expect(locate(['28', '61', '75', '90'], [])).not.toContain('grid');
    expect(locate(['1', '2', '3'], ['F17', 'F18', 'F19'])).not.toContain('grid');
    expect(locate(['1.10', '2.28', '3.45', '4.60'], [])).not.toContain('grid');
  });
});

test('a title block in the lower right corner excludes the views beside it', () => {
  const labels = [word('A401', 920, 650, 30), word('REV:', 900, 685), word('SCALA:', 940, 685)];
  const scale = [word('SCALA', 200, 672), word('1:10', 234, 672)];
  const block = findTitleBlock(page([word('SECTION', 200, 660), ...scale, ...labels]));
  expect(block!.x).toBeGreaterThan(800);
  expect(block!.x).toBeLessThan(900);
});

test('a title block is recognised by its labels in other languages', () => {
  const labels = ['PROGETTO:', 'TAVOLA NO.:', 'SCALA:', 'DATA:'].map((text, i) => word(text, 880, 200 + 120 * i));
  expect(findTitleBlock(page([word('PLAN', 200, 300), ...labels]))).not.toBeNull();
});

test('the label of a measured line is read along that line', () => {
  const line = { kind: 'Line', annotation: true as const };
  const annotations = [
    { ...line, text: '38 in', x: 10, y: 20, width: 60, height: 20 },
    { ...line, text: '91 in', x: 100, y: 20, width: 20, height: 90 },
    { ...line, text: 'see mail of Monday', x: 10, y: 80, width: 60, height: 20 },
  ];
  const words = withAnnotations({ ...page([]), annotations }).words;
  expect(words.map(({ text, angle }) => [text, angle])).toEqual([
    ['38 in', 0],
    ['91 in', 270],
  ]);
});

test('the circle round a detail is not a revision cloud', () => {
  const outline = (radius: (turn: number) => number) => {
    const marks = new Uint8Array(400 * 400);
    for (let turn = 0; turn < 2 * Math.PI; turn += 0.001) {
      const away = radius(turn);
      marks[Math.round(200 + away * Math.sin(turn)) * 400 + Math.round(200 + away * Math.cos(turn))] = added;
    }
    return readCloud(marks, 400, 400, { x: 20, y: 20, width: 160, height: 160 }, 2);
  };
  expect(outline(() => 150)).toBeNull();
  expect(outline((turn) => 145 + 12 * Math.abs(Math.sin(12 * turn)))).not.toBeNull();
});

test('a change across views of several scales has no real length', () => {
  const scales = new Scales([word('1:10', 100, 300), word('1:5', 500, 300)], null, null);
  // A title stands just below its view.
  const two = new Scales([word('1:1', 300, 200), word('1:5', 150, 310)], null, null);
  expect(two.at({ x: 100, y: 100, width: 300, height: 200 })).toBeNull();
  expect(two.at({ x: 250, y: 100, width: 150, height: 150 })).toBe(1);
  expect(scales.at({ x: 90, y: 100, width: 60, height: 150 })).toBe(10);
  expect(scales.at({ x: 480, y: 100, width: 60, height: 250 })).toBe(5);
  expect(scales.at({ x: 50, y: 100, width: 600, height: 250 })).toBeNull();
});

test('the report shows a repeated change or a group at each of its positions', () => {
  const box = { x: 0.1, y: 0.1, width: 0.1, height: 0.1 };
  const part = { ...{ kind: 'graphic_added', description: 'Symbol added', bounding_box: box } } as ComparisonItem;
  const item: ComparisonItem = { ...part, number: 7, difference_rating: 2, cost_effect: 0 };
  const sheet = { suppressed: 1, message: '', width: 100, height: 100 } as unknown as ComparedSheet;
  const shown = (one: ComparisonItem) => reportSheet(0, sheet, [{ item: one, crops: null }], new Uint8Array());
  expect(shown({ ...item, kind: 'repeated', parts: [part, part, part] }).match(/class="box"/g)).toHaveLength(3);
  expect(shown({ ...item, kind: 'group', parts: [part, part, part] }).match(/class="box"/g)).toHaveLength(3);
  expect(shown({ ...item, kind: 'row_added', parts: [part, part] }).match(/class="box"/g)).toHaveLength(1);
  expect(shown(item)).toContain('1 larger difference of ink was suppressed');
});
