import { isIP } from 'node:net';
import { OutboundError } from '../domain/outbound-error.ts';
import { isPublicAddress } from './public-address.ts';

/** Returns whether a host and port may be called although the address is not public; for test hosts on one machine. */
export type Exception = (host: string, port: number) => boolean;

/** Ports below 1024 for HTTP; requests to other ports could be mistaken for other protocols. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
/** Ports above 1023 that browsers block for the same reason. */
const OTHER_PROTOCOLS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080, 11211,
]);

export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** Returns the host in the form for sockets: an IPv6 literal without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Parses an address that may be called: http or https, without user name and password, on a web port, and without a
 * literal address that is not public. The URL parser converts decimal, octal and hexadecimal forms to plain ones.
 * @throws OutboundError `url` or `address`
 */
export const callableUrl = (text: string, exempt: Exception): URL => {
  const url = URL.parse(text);
  if (!url) throw new OutboundError('url', 'The address is not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('url', 'Only http and https addresses can be called');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('url', 'The address must not contain a user name or a password');
  }
  const [host, port] = [hostOf(url), portOf(url)];
  if (exempt(host, port)) return url;
  if ((port < 1024 && !WEB_PORTS.has(port)) || OTHER_PROTOCOLS.has(port)) {
    throw new OutboundError('url', `Port ${port} is not permitted for web services`);
  }
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic();
  return url;
};

export const notPublic = (): OutboundError => new OutboundError('address', 'The host has no public address');
