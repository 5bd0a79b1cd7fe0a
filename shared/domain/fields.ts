import * as z from 'zod';

/** Rules for texts and identifiers of requests, common to all records. */

const wellFormed = (text: string): boolean => text.isWellFormed();
const LONE_SURROGATE = 'must not contain a lone surrogate';

/** Identifiers are components of keys, which cannot contain a lone surrogate. */
const identifier = () =>
  z
    .string()
    .min(1)
    .max(128)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected here
    .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'must not contain control characters')
    .refine(wellFormed, LONE_SURROGATE);

/** The identifier of a project, in a path, a query or a body. */
export const ProjectId = identifier();
/** The subject of a person or machine in tokens of the identity provider. */
export const UserId = identifier();
/** The identifier of any other record, assigned by the service. */
export const RecordId = identifier();

/**
 * Returns the schema of a text of one line with at most `most` characters. Control characters and line breaks would
 * break the tables, mails and reports that display it.
 */
export const line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected here
      /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/,
      'must be one line without control characters',
    )
    .refine(wellFormed, LONE_SURROGATE);

/** Words to search a list for, case-insensitive. */
export const SearchText = line(256)
  .transform((text) => text.toLowerCase())
  .optional()
  .meta({ description: 'Text that the record contains, case-insensitive.' });

/**
 * Returns the schema of a text of any number of lines with at most `most` characters. Stores and indexes accept neither
 * NUL nor lone surrogates.
 */
export const prose = (most: number) =>
  z
    .string()
    .max(most)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is rejected here
    .regex(/^[^\u0000]*$/, 'must not contain NUL')
    .refine(wellFormed, LONE_SURROGATE);
