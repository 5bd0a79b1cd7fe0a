import * as z from 'zod';

const MAXIMUM_URL = 2048;

const isCallable = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

/** An http or https URL without user name and password. Whether its address is public is checked when it is called. */
export const CallableUrl = z
  .string()
  .max(MAXIMUM_URL)
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
  .refine(isCallable, 'must be an http or https URL without a user name and password')
  .refine((text) => !text.includes('#'), 'must not contain a fragment');

/** The base URL of a system's calls. */
export const BaseUrl = CallableUrl.refine((text) => !text.includes('?'), 'must not contain a query');

/**
 * Returns true if two URLs have the same scheme, host and port, so that credentials for one may be sent to the other.
 */
export const isSameOrigin = (a: string, b: string): boolean => new URL(a).origin === new URL(b).origin;

const below = (base: URL, path: string): URL | null =>
  URL.parse(`${base.origin}${base.pathname.replace(/\/$/, '')}/${path.replace(/^\/+/, '')}`);

/**
 * Returns the URL that a connection test calls: a path below the base URL, or an absolute URL of the same origin;
 * undefined for any other origin.
 */
export const endpointOf = (baseUrl: string, endpoint: string | null): URL | undefined => {
  const base = new URL(baseUrl);
  if (endpoint === null) return base;
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(endpoint) ? URL.parse(endpoint) : below(base, endpoint);
  const leadsThere = url?.origin === base.origin && url.username === '' && url.password === '';
  return leadsThere ? url : undefined;
};

/** The path of Geoapify's forward geocoding. */
const GEOCODING = ['v1', 'geocode', 'search'];

/** Returns the URL of Geoapify's forward geocoding, whichever part of the path the base URL already contains. */
export const geocodingUrl = (baseUrl: string): URL => {
  const base = new URL(baseUrl);
  const given = base.pathname.split('/').filter(Boolean);
  const had = [3, 2, 1].find((count) => given.slice(-count).join('/') === GEOCODING.slice(0, count).join('/')) ?? 0;
  base.pathname = `/${[...given, ...GEOCODING.slice(had)].join('/')}`;
  return base;
};
