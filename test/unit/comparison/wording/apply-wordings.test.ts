import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ComparisonItem, ItemKind } from '../../../../shared/comparison/engine/index.ts';
import { applyWordings } from '../../../../shared/comparison/wording/apply-wordings.ts';

const item = (number: number, description: string, more: Partial<ComparisonItem> = {}): ComparisonItem => ({
  ...{ number, sheet: 1, description, difference_rating: 4, cost_effect: 2, page: 1, kind: 'text_changed' },
  ...{ bounding_box: { x: 0.1, y: 0.1, width: 0.1, height: 0.1 }, confidence: 0.9 },
  pixel_box: { x: 10, y: 10, width: 10, height: 10 },
  ...more,
});
const corridor = item(1, 'Dimension 2400 → 2700 near grid B-4', { place: 'near grid B-4' });
const say = (one: ComparisonItem, description: string, division?: string) =>
  applyWordings([one], [{ number: one.number!, description, division }])[0]!;

test('a sentence with the same content replaces the description by the rules, which is kept', () => {
  const sentence = 'Corridor at grid B-4 widened from 2400 to 2700';
  expect(say(corridor, sentence)).toEqual({
    ...corridor,
    description: sentence,
    rule_description: corridor.description,
  });
});

test.each([
  ['leaves a number out', 'Corridor at B-4 is now 2700 wide'],
  ['has a number of its own', 'Corridor at grid B-4 widened by 300, from 2400 to 2700'],
  ['has no words', '2400 2700 4'],
])('a sentence that %s is left out', (_, sentence) => {
  expect(say(corridor, sentence)).toEqual(corridor);
});

test.each<[ItemKind, string, string, string]>([
  ['graphic_added', 'Wall about 3.2 m added near grid C-2', 'Wall of 3.2 m removed at C-2', 'New wall of 3.2 m at C-2'],
  ['graphic_removed', 'Door D-12 removed', 'New door D-12', 'Door D-12 deleted'],
  ['row_removed', 'Row “D105” removed', 'Row D105 was added', 'Row D105 struck from the schedule'],
])('%s never becomes its opposite', (kind, rule, opposite, same) => {
  const one = item(3, rule, { kind });
  expect(say(one, opposite)).toEqual(one);
  expect(say(one, same).description).toBe(same);
});

test('numbers from the texts and parts of a change are allowed', () => {
  const whole = item(2, 'Door tag changed', { old_text: 'D-12', parts: [item(0, 'Width 900 → 1010')] });
  expect(say(whole, 'Door D-12 widened from 900 to 1010').description).toContain('1010');
});

test('a trade is accepted for a known division, and only if the rules found none', () => {
  expect(say(corridor, '', '09')).toEqual({ ...corridor, division: '09', trade: 'Finishes' });
  expect(say(corridor, '', '99')).toEqual(corridor);
  const doors = { ...corridor, division: '08', trade: 'Doors and windows' };
  expect(say(doors, '', '09')).toEqual(doors);
});

test('wordings for unknown changes are ignored, and the first wording for a number is used', () => {
  const wordings = [
    { number: 9, description: 'A tower was added' },
    { number: 1, description: 'Width from 2400 to 2700 at B-4' },
    { number: 1, description: 'Room from 2400 to 2700 at B-4' },
  ];
  const told = applyWordings([corridor], wordings);
  expect(told.map(({ description }) => description)).toEqual(['Width from 2400 to 2700 at B-4']);
});

test('whatever a model answers, items keep number, box, kind, rating, cost and quantity', () => {
  const items = [corridor, item(2, 'Note 4 added', { kind: 'text_added', quantity: { value: 2, unit: 'each' } })];
  const wording = fc.record({
    number: fc.integer({ min: 0, max: 3 }),
    description: fc.option(fc.oneof(fc.string(), fc.constantFrom('Note 4 is there', 'B-4: 2400 to 2700'))),
    division: fc.option(fc.constantFrom('03', '09', '77', 'x')),
  });
  fc.assert(
    fc.property(fc.array(wording, { maxLength: 6 }), (wordings) => {
      const fixed = ({ description, rule_description, trade, division, ...rest }: ComparisonItem) => rest;
      const told = applyWordings(items, wordings);
      expect(told.map(fixed)).toEqual(items.map(fixed));
      expect(told.map((one) => one.rule_description ?? one.description)).toEqual(
        items.map(({ description }) => description),
      );
    }),
  );
});
