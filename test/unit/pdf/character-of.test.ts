import { expect, test } from 'vitest';
import { characterOf } from '../../../shared/pdf/character-of.ts';

test.each([
  ['of Unicode', 0x41, 'A'],
  ['of the highest plane', 0x10_ff_fd, '\u{10fffd}'],
  ['of three bytes of UTF-8, as in files of libharu', 0xe2_84_96, '№'],
  ['of four bytes of UTF-8', 0xf0_9f_8f_97, '🏗'],
  ['of a radical that is compatible with an ideograph', 0x2f_49, '月'],
  ['of a radical that looks like an ideograph', 0x2e_d1, '長'],
  ['of a radical that is no ideograph', 0x2e_80, '⺀'],
  ['that is no character', 0xe2_ff_ff, '\ufffd'],
  ['beyond four bytes of UTF-8', 0xff_ff_ff_ff, '\ufffd'],
])('a code %s', (_, code, expected) => {
  expect(characterOf(code)).toBe(expected);
});
