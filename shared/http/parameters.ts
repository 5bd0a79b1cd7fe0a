import * as z from 'zod';

/**
 * A query parameter that is a whole number in decimal digits. `Number` alone would also take an empty text for 0,
 * spaces, hexadecimal digits and exponents.
 */
export const wholeNumber = ({ minimum, maximum }: { minimum: number; maximum?: number }) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^[+-]?\d+$/.test(text) ? Number(text) : text),
    z
      .int({ error: ({ code }) => (code === 'invalid_type' ? 'Input should be a valid integer' : undefined) })
      .min(minimum)
      .max(maximum ?? Number.MAX_SAFE_INTEGER),
  );
