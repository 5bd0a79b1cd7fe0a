import { Conflict } from '../domain/errors.ts';
import { HttpError } from './http-error.ts';

/** Returns the ETag of a record's version: `"5"`. */
export const etag = (version: number): string => `"${version}"`;

/** The `Cache-Control` of a response that must not be used again. */
export const NOT_STORED = 'no-store';

/**
 * Returns the headers of a response with a record that only sometimes contains more than it (`versionedWithMore` declares the
 * responses that always do): links that expire, or data of other records. It is then neither stored nor answered with 304.
 */
export const versionHeaders = (
  version: number,
  { containsMore }: { containsMore: boolean },
): Record<string, string> => ({
  ETag: etag(version),
  ...(containsMore && { 'Cache-Control': NOT_STORED }),
});

const TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/**
 * Returns the version in `If-Match`, without its quotes; undefined without the header and for `*`, which only requires
 * that the record exists. A weak tag counts as a strong one, since compressing proxies weaken tags.
 * @throws HttpError 400 for anything but one entity tag
 */
export const parseIfMatch = (header: string | undefined): string | undefined => {
  const value = header?.trim();
  if (value === undefined || value === '*') return undefined;
  const tag = TAG.exec(value)?.[1];
  if (tag === undefined) {
    const loc = ['header', 'if-match'];
    throw new HttpError('bad_request', 'If-Match must be one entity tag, such as "5", or *', { loc });
  }
  return tag;
};

/** Returns the version as a number, for a write's condition. A tag that the service never issued matches no version. */
export const versionOf = (ifMatch: string | undefined): number | undefined => {
  if (ifMatch === undefined) return undefined;
  return /^\d{1,15}$/.test(ifMatch) ? Number(ifMatch) : -1;
};

/**
 * Checks the version of a record that is not changed by one conditional write of its own.
 * @param name begins the sentence of the error: `The sheet`
 * @throws Conflict if `If-Match` names another version than the current one
 */
export const requireVersion = (ifMatch: string | undefined, current: number, name: string): void => {
  const expected = versionOf(ifMatch);
  if (expected === undefined || expected === current) return;
  throw new Conflict(`${name} has changed: its current version is "${current}"`, 'version_conflict');
};

/** Returns true if `If-None-Match` contains the tag, by weak comparison (RFC 9110, 13.1.2). */
export const namesTag = (header: string | undefined, tag: string): boolean => {
  if (header === undefined) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((each) => opaque(each) === opaque(tag));
};
