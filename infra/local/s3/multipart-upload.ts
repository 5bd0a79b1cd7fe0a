import { randomBytes } from 'node:crypto';
import { checksumElements, sendEmpty, sendXml } from './answers.ts';
import {
  type Checksum,
  type ChecksumAlgorithm,
  checksumHeader,
  compositeChecksum,
  multipartEtag,
  toAlgorithm,
} from './checksums.ts';
import type { Store } from './file-store.ts';
import { describe, writePrecondition } from './objects.ts';
import { readDocument, receiveBody } from './request-body.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { repeatedElements } from './s3-xml.ts';
import type { StoredPart, Upload } from './stored.ts';

const smallestPart = 5 * 1024 * 1024;

export function createUpload(store: Store, request: S3Request): void {
  const name = request.header('x-amz-checksum-algorithm');
  const algorithm = name === undefined ? undefined : toAlgorithm(name);
  if (request.header('x-amz-checksum-type') === 'FULL_OBJECT') {
    throw new S3Error('NotImplemented', 'Multipart checksums of the full object are not available on one machine.');
  }
  const { bucket, key } = request;
  const id = randomBytes(24).toString('base64url');
  store.createUpload({ id, bucket, key, initiated: Date.now(), algorithm, ...describe(request) });
  const headers = algorithm && { 'x-amz-checksum-algorithm': algorithm, 'x-amz-checksum-type': 'COMPOSITE' };
  for (const [header, value] of Object.entries(headers ?? {})) request.response.setHeader(header, value);
  sendXml(request, 'InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id });
}

export async function uploadPart(store: Store, request: S3Request, payloadHash: string): Promise<void> {
  if (request.header('x-amz-copy-source') !== undefined) {
    throw new S3Error('NotImplemented', 'UploadPartCopy is not available on one machine.');
  }
  const upload = uploadOf(store, request);
  const number = Number(request.parameter('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
  }
  const body = await receiveBody(request, payloadHash, store.directory, upload.algorithm);
  const part = { number, size: body.size, etag: body.md5, modified: Date.now(), checksum: body.checksum };
  await store.putPart(upload, part, body);
  const { checksum } = body;
  sendEmpty(request, 200, {
    etag: `"${part.etag}"`,
    ...(checksum ? { [checksumHeader(checksum.algorithm)]: checksum.value } : {}),
  });
}

export function listParts(store: Store, request: S3Request): void {
  const upload = uploadOf(store, request);
  const limit = Math.min(wholeNumber(request, 'max-parts', 1000), 1000);
  const marker = wholeNumber(request, 'part-number-marker', 0);
  const following = store.parts(upload.id).filter((part) => part.number > marker);
  const page = following.slice(0, limit);
  const truncated = following.length > page.length;
  sendXml(request, 'ListPartsResult', {
    Bucket: upload.bucket,
    Key: upload.key,
    UploadId: upload.id,
    PartNumberMarker: marker,
    // Also set on the last page, as in S3; only `IsTruncated` indicates more.
    NextPartNumberMarker: page.at(-1)?.number ?? 0,
    MaxParts: limit,
    IsTruncated: truncated,
    ChecksumAlgorithm: upload.algorithm,
    StorageClass: 'STANDARD',
    Part: page.map((part) => ({
      PartNumber: part.number,
      LastModified: new Date(part.modified).toISOString(),
      ETag: `"${part.etag}"`,
      Size: part.size,
      ...(part.checksum ? { [`Checksum${part.checksum.algorithm}`]: part.checksum.value } : {}),
    })),
  });
}

export async function completeUpload(store: Store, request: S3Request, payloadHash: string): Promise<void> {
  const upload = uploadOf(store, request);
  const listed = repeatedElements(await readDocument(request, payloadHash), 'Part');
  const parts = chosenParts(store.parts(upload.id), listed, upload.algorithm);
  const checksum = compositeOf(parts, upload.algorithm);
  const facts = { etag: multipartEtag(parts.map((part) => part.etag)), modified: Date.now(), checksum };
  const object = await store.complete(upload, parts, facts, writePrecondition(request));
  sendXml(request, 'CompleteMultipartUploadResult', {
    Location: `http://${request.raw.headers.host}${request.rawPath}`,
    Bucket: object.bucket,
    Key: object.key,
    ETag: `"${object.etag}"`,
    ...checksumElements(object.checksum),
  });
}

export async function abortUpload(store: Store, request: S3Request): Promise<void> {
  await store.abort(uploadOf(store, request));
  sendEmpty(request, 204);
}

/**
 * Parses a number in the query.
 * @throws S3Error InvalidArgument
 */
function wholeNumber(request: S3Request, name: string, otherwise: number): number {
  const text = request.parameter(name);
  if (text === undefined) return otherwise;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  const details = { ArgumentName: name, ArgumentValue: text };
  throw new S3Error('InvalidArgument', `Provided ${name} not an integer or within integer range`, details);
}

function uploadOf(store: Store, request: S3Request): Upload {
  return store.upload(request.bucket, request.key, request.parameter('uploadId') ?? '');
}

/**
 * Returns the stored parts that the client lists, after S3's checks of order, identity and size.
 * @throws S3Error
 */
function chosenParts(
  stored: StoredPart[],
  listed: Record<string, string>[],
  algorithm?: ChecksumAlgorithm,
): StoredPart[] {
  if (listed.length === 0) throw new S3Error('MalformedXML', 'The XML you provided lists no parts.');
  const chosen = listed.map((element) => {
    const part = stored.find((candidate) => candidate.number === Number(element.PartNumber));
    if (!part || part.etag !== element.ETag?.replaceAll('"', '') || !sameChecksum(part, element, algorithm)) {
      const message =
        "One or more of the specified parts could not be found, or its entity tag or checksum didn't match.";
      throw new S3Error('InvalidPart', message, { PartNumber: element.PartNumber ?? '' });
    }
    return part;
  });
  if (chosen.some((part, index) => index > 0 && part.number <= (chosen[index - 1]?.number ?? 0))) {
    throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  const small = chosen.slice(0, -1).find((part) => part.size < smallestPart);
  if (small) {
    const details = { PartNumber: String(small.number), ProposedSize: String(small.size) };
    throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', details);
  }
  return chosen;
}

function sameChecksum(part: StoredPart, element: Record<string, string>, algorithm?: ChecksumAlgorithm): boolean {
  if (algorithm === undefined) return true;
  const stated = element[`Checksum${algorithm}`];
  if (stated !== undefined) return stated === part.checksum?.value;
  const message = `The upload was created using a ${algorithm.toLowerCase()} checksum. The complete request must include the checksum for each part.`;
  throw new S3Error('InvalidRequest', message);
}

function compositeOf(parts: StoredPart[], algorithm?: ChecksumAlgorithm): Checksum | undefined {
  if (algorithm === undefined) return undefined;
  return compositeChecksum(
    algorithm,
    parts.map((part) => part.checksum?.value ?? ''),
  );
}
