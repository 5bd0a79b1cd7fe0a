import { expect, test } from 'vitest';
import { stem } from '../../../shared/domain/search/stem.ts';

test.each([
  ['doors', 'door'],
  ['ties', 'tie'],
  ['assemblies', 'assembly'],
  ['finishes', 'finish'],
  ['boxes', 'box'],
  ['framing', 'framed'],
  ['frame', 'frames'],
  ['welded', 'welding'],
])('%s and %s have one stem', (one, other) => {
  expect(stem(one)).toBe(stem(other));
});

test.each([
  ['glass', 'glas'],
  ['bus', 'bu'],
  ['ring', 'r'],
  ['bed', 'b'],
  ['insulate', 'insulation'],
])('%s and %s have different stems', (one, other) => {
  expect(stem(one)).not.toBe(stem(other));
});
