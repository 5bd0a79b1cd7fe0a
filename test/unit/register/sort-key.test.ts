import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortKeyOf } from '../../../shared/domain/register/sort-key.ts';

const sorted = (texts: readonly string[]): string[] => {
  const keyed = texts.map((text) => ({ text, key: sortKeyOf(text) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ text }) => text);
};

test.each([
  [['apfel', 'äpfel', 'aprikose', 'übersicht', 'zebra', 'zürich']],
  [['sheet 10', 'sheet 2']],
  [['straße', 'strasse 2']],
  [['lodge', 'łódź', 'lublin', 'ost', 'øst 2', 'zebra']],
  [['कम', 'काम', 'किताब']],
  [['กข', 'กา', 'กิ']],
  [['かさ', 'がけ', 'き']],
  [['neubau', '№ 5', 'nord']],
  [['e\u0301tage', 'étage 2', 'flur']],
])('%j is in order', (texts) => {
  expect(sorted(texts.toReversed())).toEqual(texts);
});

test('only equal texts have equal keys', () => {
  const text = fc.string({
    unit: fc.constantFrom('0', '1', '9', 'a', 'ä', '\u0301', ' ', 'ß', 's', 'ø', 'o', '\u0001'),
    maxLength: 6,
  });
  fc.assert(fc.property(text, text, (a, b) => (sortKeyOf(a) === sortKeyOf(b)) === (a === b)));
});
