import * as z from 'zod';

/**
 * Rules for texts and identifiers of requests, common to all records. `check` takes all rules of a text at once: a chain
 * of methods makes a schema for each, whenever a function starts.
 */

const wellFormed = (text: string): boolean => text.isWellFormed();
const isWellFormed = z.refine<string>(wellFormed, 'must not contain a lone surrogate');

const isNotBlank = z.refine<string>((text) => text === '' || /\S/.test(text), 'must not be blank');

/** Identifiers are components of keys, which cannot contain a lone surrogate. */
const identifier = () =>
  z.string().check(
    z.minLength(1),
    z.maxLength(128),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected here
    z.regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'must not contain control characters'),
    isNotBlank,
    isWellFormed,
  );

/** The identifier of a project, in a path, a query or a body. */
export const ProjectId = identifier();
/** The subject of a person or machine in tokens of the identity provider. */
export const UserId = identifier();
/** The identifier of any other record, assigned by the service. */
export const RecordId = identifier();

/** Texts of people are kept and searched in one of the forms that Unicode has for an accented letter. */
const composed = z.normalize('NFC');
const isOneLine = z.regex(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected here
  /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/,
  'must be one line without control characters',
);

/**
 * Returns the schema of a text of one line with at most `most` characters, in NFC. Control characters and line breaks would
 * break the tables, mails and reports that display it.
 */
export const line = (most: number) => z.string().check(composed, z.maxLength(most), isOneLine, isWellFormed);

/** Returns the schema of a text of one line that is compared or passed on as it is: an identifier, a path, a URL. */
export const exactLine = (most: number) => z.string().check(z.maxLength(most), isOneLine, isWellFormed);

/** Words to search a list for, case-insensitive. */
export const SearchText = line(256)
  .transform((text) => text.toLowerCase())
  .optional()
  .meta({ description: 'Text that the record contains, case-insensitive.' });

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is rejected here
const hasNoNul = z.regex(/^[^\u0000]*$/, 'must not contain NUL');

/**
 * Returns the schema of a text of any number of lines with at most `most` characters, in NFC. Stores and indexes accept
 * neither NUL nor lone surrogates.
 */
export const prose = (most: number) => z.string().check(composed, z.maxLength(most), hasNoNul, isWellFormed);

/** Returns the schema of a text of any number of lines that is kept as it is. */
export const exactProse = (most: number) => z.string().check(z.maxLength(most), hasNoNul, isWellFormed);
