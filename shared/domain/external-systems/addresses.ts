import * as z from 'zod';

const MAXIMUM_URL = 2048;

const isCallable = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

/** An address over http or https without a user or a password; whether it is public shows when it is called. */
export const CallableUrl = z
  .string()
  .max(MAXIMUM_URL)
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
  .refine(isCallable, 'must be an http or https URL without a user name and password')
  .refine((text) => !text.includes('#'), 'must not hold a fragment');

/** What the addresses of a system's calls begin with. */
export const BaseUrl = CallableUrl.refine((text) => !text.includes('?'), 'must not hold a query');

/** True where two addresses have scheme, host and port in common: where credentials of one may go to the other. */
export const isSameOrigin = (a: string, b: string): boolean => new URL(a).origin === new URL(b).origin;

const below = (base: URL, path: string): URL | null =>
  URL.parse(`${base.origin}${base.pathname.replace(/\/$/, '')}/${path.replace(/^\/+/, '')}`);

/**
 * The address that a connection test calls: a path below the base URL, or an absolute URL of the same origin.
 * Undefined for one that leads elsewhere.
 */
export const endpointOf = (baseUrl: string, endpoint: string | null): URL | undefined => {
  const base = new URL(baseUrl);
  if (endpoint === null) return base;
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(endpoint) ? URL.parse(endpoint) : below(base, endpoint);
  const leadsThere = url?.origin === base.origin && url.username === '' && url.password === '';
  return leadsThere ? url : undefined;
};

/** Geoapify's forward geocoding. */
const GEOCODING = ['v1', 'geocode', 'search'];

/** The address of Geoapify's forward geocoding, whichever part of its path the base URL has already. */
export const geocodingUrl = (baseUrl: string): URL => {
  const base = new URL(baseUrl);
  const given = base.pathname.split('/').filter(Boolean);
  const had = [3, 2, 1].find((count) => given.slice(-count).join('/') === GEOCODING.slice(0, count).join('/')) ?? 0;
  base.pathname = `/${[...given, ...GEOCODING.slice(had)].join('/')}`;
  return base;
};
