import type * as z from 'zod';

/** The declaration of an answer that is one record, with its version as `ETag`. */
export const versioned = <const S extends z.ZodType>(description: string, schema: S) => ({
  description,
  schema,
  headers: { ETag: 'Version of the record' },
});
