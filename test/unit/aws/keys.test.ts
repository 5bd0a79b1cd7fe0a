import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentKey, encode, registerKey, sentGroup, sentSheetKey } from '../../../shared/table/keys.ts';

const text = fc.string({ unit: 'binary', maxLength: 128 }).filter((value) => value.length <= 128);

test('components of keys are distinct from each other and from the separator', () => {
  const component = fc.oneof(
    text,
    fc.constantFrom('界', 'é', '%', '#', 'a').map((unit) => unit.repeat(128)),
  );
  fc.assert(
    fc.property(component, component, (one, other) => {
      expect(encode(one)).not.toContain('#');
      expect(encode(one) === encode(other)).toBe(one === other);
    }),
  );
});

test('a component of 128 characters takes less than half of a sort key', () => {
  const long = fc.constantFrom('界', '👷', 'é', '%', 'a', 'é%', '界#').map((unit) => unit.repeat(128).slice(0, 128));
  fc.assert(fc.property(fc.oneof(long, text), (id) => Buffer.byteLength(encode(id)) <= 384));
});

test('the keys of stored items never change', () => {
  expect(documentKey('acme ltd', 'A-101_v1.2')).toEqual({
    pk: 'ORG#acme%20ltd#DOCUMENT#A-101_v1.2',
    sk: 'DOCUMENT',
  });
  expect(sentSheetKey('acme', 'p', '07', 'TR 1')).toEqual({ pk: 'ORG#acme#PROJECT#p#SENT', sk: '07#TR%201' });
  expect(['A-101', 'S-200'].map(sentGroup)).toEqual(['38', '56']);
  expect(registerKey('Zürich', 'p#1', 'd')).toEqual({ pk: 'ORG#Z%C3%BCrich#PROJECT#p%231', sk: 'DOCUMENT#d' });
  expect(encode('x'.repeat(500))).toBe('x'.repeat(500));
});

test('a lone surrogate is rejected in a key', () => {
  expect(() => encode('\ud800')).toThrow(URIError);
});
