import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The credentials that are accepted. */
export interface SigningCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** A parsed credential scope: `KEY/20261121/us-east-1/s3/aws4_request`. */
export interface CredentialScope {
  accessKeyId: string;
  /** For example `20261121`. */
  date: string;
  region: string;
  service: string;
}

export function parseScope(credential: string): CredentialScope | undefined {
  const parts = credential.split('/');
  const [terminator, service, region, date] = parts.reverse();
  if (parts.length < 5 || terminator !== 'aws4_request' || !service || !region || !date) return undefined;
  return { accessKeyId: parts.slice(4).reverse().join('/'), date, region, service };
}

/** Percent-encodes text as Signature Version 4 requires. */
function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Signs `stringToSign` with the key derived for the scope; returns hex. */
export function signString(secretAccessKey: string, scope: CredentialScope, stringToSign: string): string {
  const steps = [scope.date, scope.region, scope.service, 'aws4_request'];
  const key = steps.reduce<Buffer>((secret, step) => hmac(secret, step), Buffer.from(`AWS4${secretAccessKey}`));
  return hmac(key, stringToSign).toString('hex');
}

export function stringToSign(timestamp: string, scope: CredentialScope, canonicalRequest: string): string {
  const digest = createHash('sha256').update(canonicalRequest).digest('hex');
  const { date, region, service } = scope;
  return ['AWS4-HMAC-SHA256', timestamp, `${date}/${region}/${service}/aws4_request`, digest].join('\n');
}

/** Returns the canonical form of a request to S3: the path encoded once, the query sorted and without the signature. */
export function canonicalRequest(parts: {
  method: string;
  /** Path as received. */
  path: string;
  query: [name: string, value: string][];
  signedHeaders: string[];
  header: (name: string) => string;
  payloadHash: string;
}): string {
  const path = parts.path
    .split('/')
    .map((segment) => encodeRfc3986(decodeURIComponent(segment)))
    .join('/');
  const query = parts.query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .sort((a, b) => (a < b ? -1 : 1))
    .join('&');
  const headers = parts.signedHeaders.map((name) => `${name}:${parts.header(name).trim().replace(/ +/g, ' ')}\n`);
  return [parts.method, path, query, headers.join(''), parts.signedHeaders.join(';'), parts.payloadHash].join('\n');
}

/** Compares hex signatures in constant time. */
export function sameSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Parses a timestamp such as `20261121T101112Z`; undefined for anything else. */
export function parseTimestamp(text: string): Date | undefined {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const date = new Date(iso);
  return iso === text || Number.isNaN(date.getTime()) ? undefined : date;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
