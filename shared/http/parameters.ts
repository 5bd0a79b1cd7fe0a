import * as z from 'zod';

/**
 * A query parameter that is an integer in decimal digits. `Number` alone would also accept an empty text as 0, spaces,
 * hexadecimal digits and exponents.
 */
export const wholeNumber = ({ minimum, maximum }: { minimum: number; maximum?: number }) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^[+-]?\d+$/.test(text) ? Number(text) : text),
    z
      .int({ error: ({ code }) => (code === 'invalid_type' ? 'Input should be a valid integer' : undefined) })
      .min(minimum)
      .max(maximum ?? Number.MAX_SAFE_INTEGER),
  );
