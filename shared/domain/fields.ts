import * as z from 'zod';

/** What texts and identifiers of a request may hold, whichever record they belong to. */

const wellFormed = (text: string): boolean => text.isWellFormed();
const HALF_A_PAIR = 'must not hold half of a surrogate pair';

/** Identifiers are components of keys: half a surrogate pair cannot be written there. */
const identifier = () =>
  z
    .string()
    .min(1)
    .max(128)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
    .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'must not hold control characters')
    .refine(wellFormed, HALF_A_PAIR);

/** The identifier of a project, in a path, a query or a body. */
export const ProjectId = identifier();
/** The subject of a person or machine in the identity provider's tokens. */
export const UserId = identifier();
/** The identifier of any other record that the service named itself. */
export const RecordId = identifier();

/**
 * Text of one line, at most `most` characters: control characters and line breaks would break the tables, mails and
 * reports that show it later.
 */
export const line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
      /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/,
      'must be one line without control characters',
    )
    .refine(wellFormed, HALF_A_PAIR);

/** Words that a list is searched for, whatever their case. */
export const SearchText = line(256)
  .transform((text) => text.toLowerCase())
  .optional()
  .meta({ description: 'Text that the record holds, whatever its case.' });

/** Text of any number of lines, at most `most` characters; no store or index takes NUL or half a surrogate pair. */
export const prose = (most: number) =>
  z
    .string()
    .max(most)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is refused here
    .regex(/^[^\u0000]*$/, 'must not hold NUL')
    .refine(wellFormed, HALF_A_PAIR);
