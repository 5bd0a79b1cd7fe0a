import { OutboundError } from '../domain/outbound-error.ts';
import type { Outbound, OutboundRequest } from '../ports.ts';
import { callableUrl, type Exception, hostOf, portOf } from './callable-url.ts';
import { checkedLookup, type Resolver } from './checked-lookup.ts';
import { isPublicAddress } from './public-address.ts';
import { exchange } from './send-request.ts';

export const MAXIMUM_OUTBOUND_BYTES = 1024 * 1024;
const MAXIMUM_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Sent with every request. Compression is disabled, since a small body could expand to a large one. */
const OWN_HEADERS = { 'accept-encoding': 'identity', 'user-agent': 'construction-document-service' };

/** Returns the request for a redirect; to another origin, the caller's headers and body are not sent. */
const redirectRequest = (request: OutboundRequest, from: URL, status: number, location: string): OutboundRequest => {
  const to = URL.parse(location, from.href);
  if (!to) throw new OutboundError('response', 'The system redirects to something that is not a URL');
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new OutboundError('redirects', 'The system redirects from https to http');
  }
  const repeats = status === 307 || status === 308;
  const method = repeats || request.method === 'HEAD' ? request.method : 'GET';
  const { body, headers } = request;
  const sameOrigin = to.origin === from.origin;
  if (!sameOrigin && repeats && body !== undefined) {
    throw new OutboundError('redirects', 'The system redirects the request body to another origin');
  }
  return {
    method,
    url: to.href,
    ...(sameOrigin && headers && { headers }),
    ...(sameOrigin && repeats && body !== undefined && { body }),
  };
};

/**
 * Returns a client that requires a public address for each request, each redirect and the peer that is actually
 * reached. The caller's headers are sent only to the first origin.
 * @param exempt hosts of tests and of one machine that may be called although they are not public; none in the cloud
 * @param resolve the system's resolver by default
 */
export const outboundClient = (exempt: Exception = () => false, resolve?: Resolver): Outbound => ({
  send: async (first, { signal, redirects, body }) => {
    let request = first;
    for (let hop = 0; hop <= MAXIMUM_REDIRECTS; hop++) {
      const url = callableUrl(request.url, exempt);
      const exempted = exempt(hostOf(url), portOf(url));
      const answer = await exchange(
        url,
        { ...request, headers: { ...OWN_HEADERS, ...request.headers } },
        {
          lookup: checkedLookup(exempted, resolve),
          allowsPeer: (address) => exempted || isPublicAddress(address),
          signal,
          maximumBytes: MAXIMUM_OUTBOUND_BYTES,
          ignoresBody: body === 'ignore',
        },
      );
      const { location } = answer.headers;
      if (redirects === 'return' || !REDIRECTS.has(answer.status) || location === undefined) return answer;
      request = redirectRequest(request, url, answer.status, location);
    }
    throw new OutboundError('redirects', `The system redirects more than ${MAXIMUM_REDIRECTS} times`);
  },
});
