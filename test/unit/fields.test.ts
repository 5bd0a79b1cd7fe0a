import { expect, test } from 'vitest';
import {
  exactLine,
  exactProse,
  line,
  ProjectId,
  prose,
  RecordId,
  SearchText,
  UserId,
} from '../../shared/domain/fields.ts';

const DECOMPOSED = 'E\u0301tage';
const COMPOSED = '\u00c9tage';

test('texts of people are kept composed, and those passed on as they are', () => {
  for (const schema of [line(6), prose(6)]) expect(schema.parse(DECOMPOSED)).toBe(COMPOSED);
  expect(SearchText.parse(DECOMPOSED)).toBe(COMPOSED.toLowerCase());
  for (const schema of [exactLine(6), exactProse(6)]) expect(schema.parse(DECOMPOSED)).toBe(DECOMPOSED);
});

test('the limit of a text is that of its composed form', () => {
  expect(line(5).parse(DECOMPOSED)).toBe(COMPOSED);
  expect(exactLine(5).safeParse(DECOMPOSED).success).toBe(false);
});

test.each([ProjectId, UserId, RecordId])('an identifier is not blank', (schema) => {
  for (const blank of ['', ' ', '\u00a0 ', '\u3000']) expect(schema.safeParse(blank).success).toBe(false);
  expect(schema.parse(' a ')).toBe(' a ');
  expect(schema.safeParse('').error?.issues).toHaveLength(1);
});
