import * as z from 'zod';

/** Headers set by the HTTP client: they frame a message, belong to one connection or identify its peers. */
const FRAMING: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);
const isFraming = (name: string): boolean => FRAMING.has(name) || /^(proxy-|sec-|x-forwarded-|:)/.test(name);

/**
 * Names of headers that carry secrets, which are not permitted since custom headers are stored and returned
 * unencrypted.
 */
const SECRET = /^(authorization|cookie2?|set-cookie2?)$|api-?key|token|secret|passw|credential/;

const MAXIMUM_NAME = 128;
const MAXIMUM_VALUE = 1024;
const MAXIMUM_HEADERS = 20;

const name = z
  .string()
  .max(MAXIMUM_NAME)
  .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'must be a valid header name');

/** A header's value: printable ASCII, since servers interpret other characters differently. */
export const HeaderValue = z
  .string()
  .max(MAXIMUM_VALUE)
  .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII');

/** The name of a header that carries a credential. */
export const CredentialHeaderName = name.refine(
  (text) => !isFraming(text.toLowerCase()) && !/^cookie2?$/i.test(text),
  'is a header that cannot be used for credentials',
);

/** Static headers sent with each call: no secrets, and none that the HTTP client or the credentials set. */
export const CustomHeaders = z.record(z.string(), HeaderValue).superRefine((headers, context) => {
  const seen = new Set<string>();
  const names = Object.keys(headers);
  const refuse = (header: string, message: string) =>
    context.addIssue({ code: 'custom', path: [header], message, input: headers });
  if (names.length > MAXIMUM_HEADERS) {
    context.addIssue({ code: 'custom', message: `At most ${MAXIMUM_HEADERS} headers`, input: headers });
  }
  for (const header of names) {
    const lower = header.toLowerCase();
    if (!name.safeParse(header).success) refuse(header, 'is not a valid header name');
    else if (isFraming(lower)) refuse(header, 'is a header that cannot be set');
    else if (SECRET.test(lower)) refuse(header, 'carries a secret: give it as credentials');
    else if (seen.has(lower)) refuse(header, 'is given more than once');
    seen.add(lower);
  }
});
