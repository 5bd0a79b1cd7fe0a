import { OutboundError } from '../domain/outbound-error.ts';
import type { Outbound, OutboundRequest } from '../ports.ts';
import { callableUrl, type Exception, hostOf, portOf } from './callable-url.ts';
import { checkedLookup, type Resolver } from './checked-lookup.ts';
import { exchange } from './exchange.ts';
import { isPublicAddress } from './public-address.ts';

export const MAXIMUM_ANSWER_BYTES = 1024 * 1024;
const MAXIMUM_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Sent with every request; an encoded body could be a small one that unpacks to a large one. */
const OWN_HEADERS = { 'accept-encoding': 'identity', 'user-agent': 'construction-document-service' };

/** The next request of a redirect; to another origin it takes nothing along that the caller gave for the first. */
const redirected = (request: OutboundRequest, from: URL, status: number, location: string): OutboundRequest => {
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
    throw new OutboundError('redirects', 'The system redirects what was sent to it to another origin');
  }
  return {
    method,
    url: to.href,
    ...(sameOrigin && headers && { headers }),
    ...(sameOrigin && repeats && body !== undefined && { body }),
  };
};

/**
 * Each address, each redirect's and the one that was really reached must be public. Headers given by the caller go to
 * the first origin alone.
 *
 * @param exempt hosts of tests and of one machine that may be dialled although they are not public; the cloud has none
 * @param resolve the system's resolver where not given
 */
export const outboundClient = (exempt: Exception = () => false, resolve?: Resolver): Outbound => ({
  send: async (first, { signal }) => {
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
          maximumBytes: MAXIMUM_ANSWER_BYTES,
        },
      );
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.status) || location === undefined) return answer;
      request = redirected(request, url, answer.status, location);
    }
    throw new OutboundError('redirects', `The system redirects more than ${MAXIMUM_REDIRECTS} times`);
  },
});
