import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import {
  type CredentialScope,
  canonicalRequest,
  parseScope,
  parseTimestamp,
  type SigningCredentials,
  sameSignature,
  signString,
  stringToSign,
} from './signing.ts';

const skewMilliseconds = 15 * 60 * 1000;
const longestExpirySeconds = 7 * 24 * 60 * 60;

/**
 * Verifies Signature Version 4, in the Authorization header or presigned in the query.
 * @returns the signed payload hash: hex SHA-256, `UNSIGNED-PAYLOAD` or `STREAMING-UNSIGNED-PAYLOAD-TRAILER`
 * @throws S3Error if the signature is missing, invalid or expired
 */
export function authenticateS3(request: S3Request, credentials: SigningCredentials, now = Date.now()): string {
  const authorization = request.header('authorization');
  if (authorization !== undefined) return verifyHeader(request, authorization, credentials, now);
  if (request.parameter('X-Amz-Signature') !== undefined) return verifyPresigned(request, credentials, now);
  throw new S3Error('AccessDenied', 'Access Denied');
}

function verifyHeader(request: S3Request, authorization: string, credentials: SigningCredentials, now: number): string {
  const match = /^AWS4-HMAC-SHA256 +Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]+)$/.exec(
    authorization,
  );
  const scope = match && parseScope(match[1] ?? '');
  if (!match || !scope) throw new S3Error('AuthorizationHeaderMalformed', 'The authorization header is malformed.');
  const timestamp = request.header('x-amz-date') ?? '';
  const date = parseTimestamp(timestamp);
  if (!date) throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  if (Math.abs(now - date.getTime()) > skewMilliseconds) {
    throw new S3Error(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
  const payloadHash = request.header('x-amz-content-sha256');
  if (payloadHash === undefined) throw new S3Error('InvalidRequest', 'Missing required header: x-amz-content-sha256');
  const signedHeaders = (match[2] ?? '').split(';');
  check({ request, credentials, scope, timestamp, signedHeaders, signature: match[3] ?? '', payloadHash });
  return payloadHash;
}

function verifyPresigned(request: S3Request, credentials: SigningCredentials, now: number): string {
  const parameter = (name: string) => request.parameter(name) ?? '';
  const scope = parseScope(parameter('X-Amz-Credential'));
  const timestamp = parameter('X-Amz-Date');
  const date = parseTimestamp(timestamp);
  const expires = Number(parameter('X-Amz-Expires'));
  if (parameter('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' || !scope || !date || !parameter('X-Amz-SignedHeaders')) {
    throw new S3Error('AuthorizationQueryParametersError', 'Error parsing the X-Amz query parameters.');
  }
  if (!Number.isInteger(expires) || expires < 1 || expires > longestExpirySeconds) {
    const range = 'X-Amz-Expires must be between 1 and 604800 seconds';
    throw new S3Error('AuthorizationQueryParametersError', range);
  }
  if (date.getTime() > now + skewMilliseconds) throw new S3Error('AccessDenied', 'Request is not yet valid');
  const end = date.getTime() + expires * 1000;
  if (now > end) {
    const details = { 'X-Amz-Expires': String(expires), Expires: new Date(end).toISOString() };
    throw new S3Error('AccessDenied', 'Request has expired', { ...details, ServerTime: new Date(now).toISOString() });
  }
  const payloadHash = request.header('x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD';
  const signedHeaders = parameter('X-Amz-SignedHeaders').split(';');
  const signature = parameter('X-Amz-Signature');
  check({ request, credentials, scope, timestamp, signedHeaders, signature, payloadHash });
  return payloadHash;
}

interface Signed {
  request: S3Request;
  credentials: SigningCredentials;
  scope: CredentialScope;
  timestamp: string;
  signedHeaders: string[];
  signature: string;
  payloadHash: string;
}

function check(signed: Signed): void {
  const { request, credentials, scope, timestamp, signedHeaders, payloadHash } = signed;
  checkScope(scope, credentials, timestamp);
  checkSignedHeaders(request, signedHeaders);
  const canonical = canonicalRequest({
    method: request.method,
    path: request.rawPath,
    query: request.query,
    signedHeaders,
    header: (name) => request.raw.headersDistinct[name]?.join(',') ?? '',
    payloadHash,
  });
  const text = stringToSign(timestamp, scope, canonical);
  if (sameSignature(signed.signature, signString(credentials.secretAccessKey, scope, text))) return;
  throw new S3Error('SignatureDoesNotMatch', signatureMessage, {
    AWSAccessKeyId: scope.accessKeyId,
    StringToSign: text,
    SignatureProvided: signed.signature,
    CanonicalRequest: canonical,
  });
}

export const signatureMessage =
  'The request signature we calculated does not match the signature you provided. Check your key and signing method.';

/**
 * Asserts that the credential scope names our access key, S3, and the day of the timestamp.
 * @throws S3Error
 */
export function checkScope(scope: CredentialScope, credentials: SigningCredentials, timestamp: string): void {
  if (scope.accessKeyId !== credentials.accessKeyId) {
    const details = { AWSAccessKeyId: scope.accessKeyId };
    const message = 'The AWS Access Key Id you provided does not exist in our records.';
    throw new S3Error('InvalidAccessKeyId', message, details);
  }
  if (scope.service !== 's3' || scope.date !== timestamp.slice(0, 8)) {
    throw new S3Error('AuthorizationHeaderMalformed', 'The credential scope has another service or date.');
  }
}

function checkSignedHeaders(request: S3Request, signedHeaders: string[]): void {
  const unsigned = Object.keys(request.raw.headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  );
  if (unsigned.length > 0) {
    const details = { HeadersNotSigned: unsigned.join(', ') };
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', details);
  }
}
