import { hasUnreadBody } from '../unread-body.ts';
import { checksumHeader } from './checksums.ts';
import type { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { toXml, type XmlValue } from './s3-xml.ts';
import type { StoredObject } from './stored.ts';

export function sendXml(request: S3Request, root: string, content: { [name: string]: XmlValue }, status = 200): void {
  const body = Buffer.from(toXml(root, content));
  request.response
    .writeHead(status, { 'content-type': 'application/xml', 'content-length': String(body.length) })
    .end(body);
}

export function sendEmpty(request: S3Request, status: number, headers: Record<string, string> = {}): void {
  request.response.writeHead(status, headers).end();
}

/** Sends the error document, and closes the connection if the request has an unread body. */
export function sendError(request: Pick<S3Request, 'raw' | 'response'>, error: S3Error): void {
  const { raw, response } = request;
  const requestId = String(response.getHeader('x-amz-request-id') ?? '');
  const content = { Code: error.code, Message: error.message, ...error.details, RequestId: requestId, HostId: 'local' };
  const body = Buffer.from(toXml('Error', content).replace(/ xmlns="[^"]*"/, ''));
  const hasBody = raw.method !== 'HEAD';
  response.writeHead(error.status, {
    'content-type': 'application/xml',
    ...(hasBody ? { 'content-length': String(body.length) } : {}),
    ...(hasUnreadBody(raw) ? { connection: 'close' } : {}),
  });
  response.end(hasBody ? body : undefined);
}

/** Returns the headers of GetObject and HeadObject, without length and range. */
export function objectHeaders(object: StoredObject, withChecksum: boolean): Record<string, string> {
  const metadata = Object.entries(object.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]);
  const { checksum, tags } = object;
  const tagCount = Object.keys(tags).length;
  return {
    'accept-ranges': 'bytes',
    'content-type': 'binary/octet-stream',
    ...object.headers,
    ...Object.fromEntries(metadata),
    etag: `"${object.etag}"`,
    ...(tagCount > 0 ? { 'x-amz-tagging-count': String(tagCount) } : {}),
    'last-modified': new Date(object.modified).toUTCString(),
    ...(withChecksum && checksum
      ? { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type }
      : {}),
  };
}

/** Returns the checksum as XML elements: `<ChecksumSHA256>…</ChecksumSHA256>`. */
export function checksumElements(checksum: StoredObject['checksum']): Record<string, string> {
  if (!checksum) return {};
  return { [`Checksum${checksum.algorithm}`]: checksum.value, ChecksumType: checksum.type };
}
