import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { notPublic } from './callable-url.ts';
import { isPublicAddress } from './public-address.ts';

/** Resolves all addresses of a name. */
export type Resolver = (
  host: string,
  options: LookupOptions & { all: true },
  answer: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

const systemResolver: Resolver = (host, options, answer) => lookup(host, options, answer);

/**
 * Returns the lookup function for sockets, which connect to exactly the addresses that were checked, so that a name
 * which resolves differently the next time gains nothing. A name is rejected if any of its addresses is not public.
 */
export const checkedLookup =
  (exempted: boolean, resolve: Resolver = systemResolver): LookupFunction =>
  (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const usable = !error && addresses.length > 0 && (exempted || addresses.every((a) => isPublicAddress(a.address)));
      if (!usable) callback(notPublic(), []);
      else if (options.all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
