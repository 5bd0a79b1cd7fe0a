import { HttpError } from './http-error.ts';

/** The ETag of a record's version: `"5"`. */
export const etag = (version: number): string => `"${version}"`;

const TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/**
 * The version that `If-Match` names, without its quotes; undefined without the header and for `*`, which only asks
 * that the record exists. A weak tag counts like a strong one, since proxies that compress weaken tags.
 *
 * @throws HttpError 400 for anything but one entity tag
 */
export const parseIfMatch = (header: string | undefined): string | undefined => {
  const value = header?.trim();
  if (value === undefined || value === '*') return undefined;
  const tag = TAG.exec(value)?.[1];
  if (tag === undefined) throw new HttpError('bad_request', 'If-Match must be one entity tag, such as "5", or *');
  return tag;
};

/** The version as a number, for a write's condition; a tag that the service never gave matches no version. */
export const versionOf = (ifMatch: string | undefined): number | undefined => {
  if (ifMatch === undefined) return undefined;
  return /^\d{1,15}$/.test(ifMatch) ? Number(ifMatch) : -1;
};

/** True when `If-None-Match` names the tag, by weak comparison (RFC 9110, 13.1.2). */
export const namesTag = (header: string | undefined, tag: string): boolean => {
  if (header === undefined) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((each) => opaque(each) === opaque(tag));
};
