import { describe, expect, test } from 'vitest';
import { compareValues } from '../../../../shared/comparison/engine/rate/compare-values.ts';
import { compareSpelling } from '../../../../shared/comparison/engine/rate/plain-text.ts';
import { rate } from '../../../../shared/comparison/engine/rate/rate.ts';
import { divisions } from '../../../../shared/comparison/engine/rate/trades.ts';
import { valueKinds } from '../../../../shared/comparison/engine/rate/value-kinds.ts';
import { describeText } from '../../../../shared/comparison/engine/say/describe.ts';
import { missed, pairsAfter } from './pairs-after.ts';
import { pairsBefore } from './pairs-before.ts';

const place = { inTitleBlock: false, widthMm: 10, heightMm: 3, kind: 'text_changed' } as const;
const ratedPair = (oldText: string, newText: string) => {
  const { difference_rating, cost_effect } = rate({ ...place, oldText, newText });
  return [difference_rating, Math.sign(cost_effect)];
};

describe('a changed text is rated by its meaning', () => {
  test.each([...pairsBefore, ...pairsAfter])('%s → %s: rating %i, cost %i', (oldText, newText, rating, cost) => {
    expect(ratedPair(oldText, newText)).toEqual([rating, cost]);
  });

  test.fails.each(missed)('%s → %s is not recognised', (oldText, newText, rating, cost) => {
    expect(ratedPair(oldText, newText)).toEqual([rating, cost]);
  });

  test.each(pairsBefore.filter(([, , , cost]) => cost !== 0))(
    '%s → %s costs the opposite the other way',
    (one, other, _, cost) => {
      expect(ratedPair(other, one)[1]).toBe(one.includes('2.45') ? 1 : -cost);
    },
  );
});

test('every kind of value is the cause of a rating of a pair, and names a division that exists', () => {
  const found = [...pairsBefore, ...pairsAfter].map(([one, other]) => compareValues(one, other)?.name);
  for (const { name, division } of valueKinds) {
    expect(found, name).toContain(name);
    if (division !== undefined) expect(divisions.map((each) => each.division)).toContain(division);
  }
});

test('a change of a value is described by its name', () => {
  const line = (text: string) => ({ text, words: [], box: { x: 0, y: 0, width: 1, height: 1 } }) as never;
  const say = (before: string, after: string) =>
    describeText({ kind: 'text_changed', old: line(before), new: line(after) }, 'near grid B-4');
  expect(say('EI60', 'EI90')).toBe('Fire rating “EI60” → “EI90” near grid B-4');
  expect(say('S355', 'S235')).toBe('Steel grade “S355” → “S235” near grid B-4');
  expect(say('LOBBY', 'OFFICE')).toBe('Text “LOBBY” → “OFFICE” near grid B-4');
});

describe('spelling', () => {
  test.each([
    ['N.I.C.', 'NIC', 'same'],
    ['A-101', 'A 101', 'same'],
    ['+2.45', '2.45', 'same'],
    ['2.10 - 2.40', '2.10-2.40', 'same'],
    ['2.10-2.40', '2.10/2.40', 'different'],
    ['-2.45', '2.45', 'different'],
    ['1 1/2', '11/2', 'different'],
    ['1.250.000', '1,250,000', 'same'],
    ['1.250', '1250', 'format'],
    ['1.25', '125', 'different'],
    ['漢字 12', '漢字12', 'same'],
    ['漢字', '字漢', 'different'],
  ] as const)('%s and %s: %s', (one, other, expected) => expect(compareSpelling(one, other)).toBe(expected));
});
