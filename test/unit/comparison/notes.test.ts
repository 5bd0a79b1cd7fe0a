import { describe, expect, test } from 'vitest';
import { compareNotes } from '../../../shared/comparison/engine/differ/note-changes.ts';
import { noteBlocksOf } from '../../../shared/comparison/engine/read/note-blocks.ts';
import type { Word } from '../../../shared/domain/page-text.ts';

interface Placed {
  x?: number;
  y?: number;
  size?: number;
}

const line = (text: string, x: number, y: number, size: number): Word[] => {
  let at = x;
  return text.split(' ').map((word): Word => {
    const placed = { text: word, x: at, y, width: 0.6 * size * word.length, height: size, size, angle: 0 };
    at += placed.width + 0.3 * size;
    return placed;
  });
};

/** Notes of given lines; a number stands apart before the first line of a note. */
const draw = (notes: readonly (readonly string[])[], { x = 100, y = 100, size = 8 }: Placed = {}): Word[] => {
  let top = y;
  return notes.flatMap((lines) =>
    lines.flatMap((text, i) => {
      const [, number, rest] = /^(\d+\.)?\s?(.*)$/.exec(text)!;
      const words = [
        ...(number && i === 0 ? line(number, x, top, size) : []),
        ...line(rest!, x + 2.5 * size, top, size),
      ];
      top += i === lines.length - 1 ? 1.8 * size : 1.3 * size;
      return words;
    }),
  );
};

const blocksOf = (words: Word[]) => noteBlocksOf({ older: [], newer: words }).newer;

const compare = (older: Word[], newer: Word[]) => {
  const found = compareNotes(noteBlocksOf({ older, newer }), { older, newer });
  const say = [...found.changes, ...found.doubtful.flat()].map(
    ({ kind, text }) => `${kind}: ${[text!.old?.text, text!.new?.text].filter(Boolean).join(' → ')}`,
  );
  return { ...found, say };
};

const timber = ['1. ALL TIMBER TO BE GRADED', 'AND TREATED ON SITE.'];
const lintels = ['2. LINTELS TO BEAR 150 AT BOTH ENDS.'];
const paint = ['3. PAINT ALL EXPOSED STEEL', 'WITH TWO COATS.'];
const renumbered = (note: readonly string[], number: number) => [
  note[0]!.replace(/^\d+/, String(number)),
  ...note.slice(1),
];

describe('numbered notes', () => {
  test('are read with their number apart and their lines joined', () => {
    const [block] = blocksOf(draw([timber, lintels, paint]));
    expect(block!.notes.map(({ number, text }) => [number, text])).toEqual([
      ['1.', 'ALL TIMBER TO BE GRADED AND TREATED ON SITE.'],
      ['2.', 'LINTELS TO BEAR 150 AT BOTH ENDS.'],
      ['3.', 'PAINT ALL EXPOSED STEEL WITH TWO COATS.'],
    ]);
  });

  test('may have numbers in another size', () => {
    const words = draw([timber, lintels]).map((word) => (/^\d\.$/.test(word.text) ? { ...word, size: 10 } : word));
    expect(blocksOf(words)[0]!.notes.map(({ number }) => number)).toEqual(['1.', '2.']);
  });

  test('that lost a line, or a whole note, which left a gap, are one list as before', () => {
    const whole = draw([timber, lintels, paint]);
    /** The words without the lines that contain one of the given words. */
    const without = (words: Word[], ...said: string[]) =>
      words.filter(({ y }) => !words.some((one) => one.y === y && said.includes(one.text)));
    expect(compare(whole, without(whole, 'LINTELS')).say).toEqual([
      'text_removed: 2. LINTELS TO BEAR 150 AT BOTH ENDS.',
    ]);
    expect(compare(without(whole, 'LINTELS'), whole).say).toEqual(['text_added: 2. LINTELS TO BEAR 150 AT BOTH ENDS.']);
    expect(compare(whole, without(whole, 'LINTELS', 'TREATED')).say).toEqual([
      'text_removed: 2. LINTELS TO BEAR 150 AT BOTH ENDS.',
      'text_changed: 1. ALL TIMBER TO BE GRADED AND TREATED ON SITE. → 1. ALL TIMBER TO BE GRADED',
    ]);
    const paragraph = draw([
      [...timber.map((line) => line.replace(/^\d\. /, '')), 'LINTELS TO BEAR 150', 'PAINT ALL STEEL'],
    ]);
    expect(compare(paragraph, without(paragraph, 'LINTELS')).say).toHaveLength(1);
    const hooks = draw([
      ['HOOKS IN BATHROOM:', 'FOUR PIECES OF STAINLESS STEEL AS CHOSEN'],
      ['SHOWER WALL OF CLEAR', 'TEMPERED GLASS'],
      ['SHELF OF OAK ON BRACKETS'],
    ]);
    expect(compare(hooks, without(hooks, 'FOUR')).say).toEqual([
      'text_changed: HOOKS IN BATHROOM: FOUR PIECES OF STAINLESS STEEL AS CHOSEN → HOOKS IN BATHROOM:',
    ]);
    // A gap that both sheets have divides two lists, also beside a list without one.
    const apart = without(whole, 'LINTELS', 'TREATED');
    const beside = [...whole, ...apart.map((word) => ({ ...word, x: word.x + 400 }))];
    for (const words of [apart, beside])
      expect(noteBlocksOf({ older: words, newer: words }).newer).toHaveLength(words === apart ? 0 : 1);
  });

  test('inserted before others are one change; renumbering is none', () => {
    const more = ['2. SEAL ALL JOINTS WITH TAPE.'];
    const after = draw([timber, more, renumbered(lintels, 3), renumbered(paint, 4)]);
    const { say, newer, areas } = compare(draw([timber, lintels, paint]), after);
    expect(say).toEqual(['text_added: 2. SEAL ALL JOINTS WITH TAPE.']);
    expect(newer.size).toBe(after.length);
    expect(areas.length).toBeGreaterThan(0);
  });

  test('removed, and with another value, are one change each', () => {
    const after = draw([renumbered(lintels, 1).map((text) => text.replace('150', '200')), renumbered(paint, 2)]);
    expect(compare(draw([timber, lintels, paint]), after).say.sort()).toEqual([
      'text_changed: 2. LINTELS TO BEAR 150 AT BOTH ENDS. → 1. LINTELS TO BEAR 200 AT BOTH ENDS.',
      'text_removed: 1. ALL TIMBER TO BE GRADED AND TREATED ON SITE.',
    ]);
  });

  test('cut off by a removed one, whose space is left, did not change', () => {
    const older = draw([
      timber,
      lintels,
      ['3. SEAL ALL JOINTS.', 'WITH TAPE', 'AND PRIMER', 'AND PAINT.'],
      renumbered(paint, 4),
    ]);
    const kept = older.filter(({ y }) => y < 135 || y > 180);
    expect(compare(older, kept).say).toEqual(['text_removed: 3. SEAL ALL JOINTS. WITH TAPE AND PRIMER AND PAINT.']);
  });

  test('with other line breaks did not change', () => {
    const after = [
      ['1. ALL TIMBER TO BE', 'GRADED AND TREATED', 'ON SITE.'],
      lintels,
      ['3. PAINT ALL EXPOSED STEEL WITH TWO COATS.'],
    ];
    expect(compare(draw([timber, lintels, paint]), draw(after)).say).toEqual([]);
  });
});

describe('a block', () => {
  test('of paragraphs is compared paragraph by paragraph', () => {
    const [one, other] = [timber, paint].map((note) => renumbered(note, 0).map((text) => text.replace('0. ', '')));
    const after = [one!, ['THE CONTRACTOR CHECKS ALL LEVELS.'], other!];
    expect(compare(draw([one!, other!]), draw(after)).say).toEqual(['text_added: THE CONTRACTOR CHECKS ALL LEVELS.']);
  });

  test('that moved as a whole, or is set in another size, is left to other steps', () => {
    const older = draw([timber, lintels, paint]);
    expect(compare(older, draw([timber, lintels, paint], { x: 300 })).newer.size).toBe(0);
    expect(compare(older, draw([timber, lintels, paint], { size: 10 })).newer.size).toBe(0);
    expect(compare(older, older).newer.size).toBe(older.length);
  });

  test('of centred lines that are set anew in its place is one change', () => {
    const centred = (lines: readonly string[], middle: number) =>
      lines.flatMap((text, i) => {
        const words = line(text, 0, 100 + 16 * i, 12);
        const last = words.at(-1)!;
        const left = middle - (last.x + last.width) / 2;
        return words.map((word) => ({ ...word, x: word.x + left }));
      });
    const older = draw([['BASE PLATE', 'STEEL S235 PLATED', 'SCALE 2 TO 1', '12.9.2019 FIRST AUTHOR']], { size: 12 });
    const newer = centred(['BASE PLATE 11.8.2020', 'STEEL S235 PLATED', 'SCALE 2 TO 1', 'A COMMON PROJECT'], 200);
    const { say } = compare(older, newer);
    expect(say).toHaveLength(1);
    expect(say[0]).toMatch(/^text_changed: BASE PLATE STEEL .* → BASE PLATE 11\.8\.2020 STEEL .*PROJECT$/);
  });

  test('of few words, such as a label, is not a list of notes', () => {
    expect(blocksOf(draw([['OFFICE'], ['AREA 12.5'], ['LEVEL 2']]))).toEqual([]);
    expect(blocksOf(draw([['SEE DETAIL FIVE', 'ON SHEET TWO']]))).toEqual([]);
  });
});
