import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  canonicalRequest,
  parseScope,
  type SigningCredentials,
  sameSignature,
  signString,
  stringToSign,
} from '../s3/signing.ts';
import { SesError } from './ses-error.ts';

/**
 * Verifies Signature Version 4 of a request. Otherwise any web page that found the port could send mails with a form.
 * @throws SesError if the signature is missing or invalid
 */
export function authenticateSes(request: IncomingMessage, body: Uint8Array, credentials: SigningCredentials): void {
  const { authorization } = request.headers;
  if (authorization === undefined) throw new SesError('MissingAuthenticationToken', 'Missing Authentication Token');
  const match = /^AWS4-HMAC-SHA256 +Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]+)$/.exec(
    authorization,
  );
  const scope = match && parseScope(match[1] ?? '');
  if (!match || scope?.service !== 'ses') {
    throw new SesError('IncompleteSignature', 'The request signature does not conform to AWS standards.');
  }
  if (scope.accessKeyId !== credentials.accessKeyId) {
    throw new SesError('InvalidClientTokenId', 'The security token included in the request is invalid.');
  }
  const timestamp = String(request.headers['x-amz-date'] ?? '');
  const canonical = canonicalRequest({
    method: request.method ?? '',
    path: '/',
    query: [],
    signedHeaders: (match[2] ?? '').split(';'),
    header: (name) => request.headersDistinct[name]?.join(',') ?? '',
    payloadHash: createHash('sha256').update(body).digest('hex'),
  });
  const text = stringToSign(timestamp, scope, canonical);
  if (sameSignature(match[3] ?? '', signString(credentials.secretAccessKey, scope, text))) return;
  throw new SesError(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided.',
  );
}
