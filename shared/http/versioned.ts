import type * as z from 'zod';

/** Returns the declaration of a response that is one record, with its version as `ETag`. */
export const versioned = <const S extends z.ZodType>(description: string, schema: S) => ({
  description,
  schema,
  headers: { ETag: 'Version of the record' },
});

/**
 * Returns the declaration of a response with a record and links that expire or data of other records: it can change while the
 * version of the record stays the same.
 */
export const versionedWithMore = <const S extends z.ZodType>(description: string, schema: S) => ({
  ...versioned(description, schema),
  containsMore: true as const,
});

/**
 * Returns the declaration of a response with a created record, its version and its address.
 * @param location `/api/v1/tasks/{id}`: the names are fields of the body
 */
export const created = <const S extends z.ZodType>(description: string, schema: S, location: string) => ({
  ...versioned(description, schema),
  location,
});
