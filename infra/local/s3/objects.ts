import { pipeline } from 'node:stream/promises';
import { objectHeaders, sendEmpty, sendXml } from './answers.ts';
import { readSegments, receive } from './bodies.ts';
import { checksumHeader } from './checksums.ts';
import type { Store } from './file-store.ts';
import { tagsOf } from './object-tags.ts';
import { readDocument, receiveBody } from './request-body.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { repeatedElements } from './s3-xml.ts';
import type { Description, StoredObject } from './stored.ts';

/**
 * Returns the first and last byte of a `Range` header; undefined for the whole object, which is also returned for
 * anything but a single byte range.
 * @throws S3Error InvalidRange if the range is beyond the object
 */
function parseRange(header: string | undefined, size: number): [start: number, end: number] | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (start > end) {
    const details = { RangeRequested: header ?? '', ActualObjectSize: String(size) };
    throw new S3Error('InvalidRange', 'The requested range is not satisfiable', details);
  }
  return [start, end];
}

const kept = ['content-type', 'content-disposition', 'content-language', 'cache-control', 'expires'];

const largestMetadata = 2048;

/** Returns the headers, metadata and tags that are stored with an object. */
export function describe(request: S3Request): Description {
  const headers: Record<string, string> = {};
  for (const name of kept) {
    const value = request.header(name);
    if (value !== undefined) headers[name] = value;
  }
  const encodings = (request.header('content-encoding') ?? '').split(',').map((encoding) => encoding.trim());
  const encoding = encodings.filter((name) => name && name !== 'aws-chunked').join(',');
  if (encoding) headers['content-encoding'] = encoding;
  const metadata = request.metadata();
  const size = Object.entries(metadata).reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);
  if (size > largestMetadata)
    throw new S3Error('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size');
  return { headers, metadata, tags: tagsOf(request) };
}

export async function putObject(store: Store, request: S3Request, payloadHash: string): Promise<void> {
  const allow = writePrecondition(request);
  const described = describe(request);
  allow(store.find(request.bucket, request.key));
  const body = await receiveBody(request, payloadHash, store.directory);
  const { bucket, key } = request;
  const facts = { etag: body.md5, size: body.size, modified: Date.now(), checksum: body.checksum };
  const stored = await store.put({ bucket, key, ...described, ...facts }, body, 'Put', allow);
  const { checksum } = stored;
  sendEmpty(request, 200, {
    etag: `"${stored.etag}"`,
    ...(checksum ? { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type } : {}),
  });
}

/** Handles GetObject and HeadObject. */
export async function getObject(store: Store, request: S3Request): Promise<void> {
  const object = store.existing(request.bucket, request.key);
  if (!readPrecondition(request, object)) {
    const { etag, 'last-modified': modified } = objectHeaders(object, false);
    return sendEmpty(request, 304, { etag: etag!, 'last-modified': modified! });
  }
  const range = parseRange(request.header('range'), object.size);
  const [start, end] = range ?? [0, object.size - 1];
  const withChecksum = range === undefined && request.header('x-amz-checksum-mode')?.toUpperCase() === 'ENABLED';
  request.response.writeHead(range ? 206 : 200, {
    ...objectHeaders(object, withChecksum),
    ...overrides(request),
    'content-length': String(end - start + 1),
    ...(range ? { 'content-range': `bytes ${start}-${end}/${object.size}` } : {}),
  });
  if (request.method === 'HEAD' || object.size === 0) {
    request.response.end();
    return;
  }
  // A client that disconnects during its download is not an error.
  await pipeline(readSegments(store.directory, object.segments, start, end), request.response).catch(() => undefined);
}

export async function deleteObject(store: Store, request: S3Request): Promise<void> {
  const allow = request.header('if-match') === undefined ? undefined : writePrecondition(request);
  allow?.(store.find(request.bucket, request.key));
  await store.remove(request.bucket, request.key);
  sendEmpty(request, 204);
}

/** Handles DeleteObjects with up to 1,000 keys. */
export async function deleteListedObjects(store: Store, request: S3Request, payloadHash: string): Promise<void> {
  const document = await readDocument(request, payloadHash, { digest: true });
  const keys = repeatedElements(document, 'Object').map((object) => object.Key ?? '');
  if (keys.length === 0 || keys.length > 1000) throw new S3Error('MalformedXML', 'Specify 1 to 1000 objects.');
  for (const key of keys) await store.remove(request.bucket, key);
  const quiet = /<Quiet>\s*true\s*<\/Quiet>/.test(document);
  sendXml(request, 'DeleteResult', { Deleted: quiet ? [] : keys.map((Key) => ({ Key })) });
}

export async function copyObject(store: Store, request: S3Request, buckets: ReadonlySet<string>): Promise<void> {
  const [path = ''] = (request.header('x-amz-copy-source') ?? '').split('?');
  const [bucket = '', ...key] = decodeURIComponent(path).replace(/^\//, '').split('/');
  if (!buckets.has(bucket)) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
  const source = store.existing(bucket, key.join('/'));
  const replace = request.header('x-amz-metadata-directive')?.toUpperCase() === 'REPLACE';
  const whole = readSegments(store.directory, source.segments, 0, source.size - 1);
  const body = await receive(store.directory, whole, { limit: source.size, checksum: source.checksum?.algorithm });
  const { headers, metadata } = replace ? describe(request) : source;
  const tags = request.header('x-amz-tagging-directive')?.toUpperCase() === 'REPLACE' ? tagsOf(request) : source.tags;
  const facts = { etag: body.md5, size: body.size, modified: Date.now(), checksum: body.checksum };
  const target = { bucket: request.bucket, key: request.key, headers, metadata, tags, ...facts };
  const stored = await store.put(target, body, 'Copy', writePrecondition(request));
  sendXml(request, 'CopyObjectResult', {
    ETag: `"${stored.etag}"`,
    LastModified: new Date(stored.modified).toISOString(),
  });
}

/**
 * Returns a check of `If-None-Match: *` and `If-Match` for writes, which throws if the existing object does not satisfy
 * them.
 */
export function writePrecondition(request: S3Request): (existing: StoredObject | undefined) => void {
  const [match, noneMatch] = [request.header('if-match'), request.header('if-none-match')];
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw new S3Error('NotImplemented', 'A header you provided implies functionality that is not implemented');
  }
  return (there) => {
    if (noneMatch === '*' && there) throw preconditionFailed('If-None-Match');
    if (match === undefined) return;
    if (!there) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
    if (!matches(match, there)) throw preconditionFailed('If-Match');
  };
}

/**
 * Returns false if the client already has the object.
 * @throws S3Error PreconditionFailed
 */
function readPrecondition(request: S3Request, object: StoredObject): boolean {
  const [match, noneMatch] = [request.header('if-match'), request.header('if-none-match')];
  const modified = Math.floor(object.modified / 1000) * 1000;
  if (match !== undefined && !matches(match, object)) throw preconditionFailed('If-Match');
  const unmodifiedSince = Date.parse(request.header('if-unmodified-since') ?? '');
  if (match === undefined && modified > unmodifiedSince) throw preconditionFailed('If-Unmodified-Since');
  if (noneMatch !== undefined) return !matches(noneMatch, object);
  const since = Date.parse(request.header('if-modified-since') ?? '');
  return Number.isNaN(since) || modified > since;
}

function matches(list: string, object: StoredObject): boolean {
  const tags = list.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''));
  return tags.includes('*') || tags.includes(object.etag);
}

function preconditionFailed(Condition: string): S3Error {
  const message = 'At least one of the pre-conditions you specified did not hold';
  return new S3Error('PreconditionFailed', message, { Condition });
}

/** Returns the headers that a signed link overrides, such as `response-content-disposition`. */
function overrides(request: S3Request): Record<string, string> {
  const names = [
    'content-type',
    'content-disposition',
    'content-language',
    'content-encoding',
    'cache-control',
    'expires',
  ];
  const given = names.map((name) => [name, request.parameter(`response-${name}`)]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
