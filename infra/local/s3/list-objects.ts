import { sendXml } from './answers.ts';
import type { Store } from './file-store.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import type { StoredObject } from './stored.ts';

const afterEverything = '\u{10FFFF}';

/** Handles ListObjectsV2 with prefix, delimiter, paging and URL encoding. */
export function listObjects(store: Store, request: S3Request): void {
  const prefix = request.parameter('prefix') ?? '';
  const delimiter = request.parameter('delimiter') ?? '';
  const token = request.parameter('continuation-token');
  const startAfter = request.parameter('start-after') ?? '';
  const limit = pageSize(request.parameter('max-keys'));
  const after = token === undefined ? startAfter : Buffer.from(token, 'base64url').toString();
  const page = collect(store, request.bucket, { prefix, delimiter, after, limit });
  const urls = request.parameter('encoding-type') === 'url';
  const encode = (text: string) => (urls ? encodeURIComponent(text).replaceAll('%2F', '/') : text);

  sendXml(request, 'ListBucketResult', {
    Name: request.bucket,
    Prefix: encode(prefix),
    Delimiter: delimiter ? encode(delimiter) : undefined,
    MaxKeys: limit,
    EncodingType: urls ? 'url' : undefined,
    KeyCount: page.objects.length + page.prefixes.length,
    IsTruncated: page.next !== undefined,
    ContinuationToken: token,
    NextContinuationToken: page.next && Buffer.from(page.next).toString('base64url'),
    StartAfter: startAfter ? encode(startAfter) : undefined,
    Contents: page.objects.map((object) => ({
      Key: encode(object.key),
      LastModified: new Date(object.modified).toISOString(),
      ETag: `"${object.etag}"`,
      ChecksumAlgorithm: object.checksum?.algorithm,
      Size: object.size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: page.prefixes.map((common) => ({ Prefix: encode(common) })),
  });
}

export function listUploads(store: Store, request: S3Request): void {
  const prefix = request.parameter('prefix') ?? '';
  sendXml(request, 'ListMultipartUploadsResult', {
    Bucket: request.bucket,
    Prefix: prefix,
    IsTruncated: false,
    Upload: store.uploads(request.bucket, prefix).map((upload) => ({
      Key: upload.key,
      UploadId: upload.id,
      Initiated: new Date(upload.initiated).toISOString(),
      ChecksumAlgorithm: upload.algorithm,
    })),
  });
}

interface Page {
  objects: StoredObject[];
  prefixes: string[];
  /** The last key or group of the page if more follow. */
  next: string | undefined;
}

function collect(
  store: Store,
  bucket: string,
  options: { prefix: string; delimiter: string; after: string; limit: number },
): Page {
  const { prefix, delimiter, limit } = options;
  const page: Page = { objects: [], prefixes: [], next: undefined };
  let { after } = options;
  let last: string | undefined;
  for (;;) {
    const batch = store.list(bucket, prefix, after, delimiter ? 100 : limit + 1);
    if (batch.length === 0) return page;
    for (const object of batch) {
      if (page.objects.length + page.prefixes.length === limit) return { ...page, next: last };
      const cut = delimiter ? object.key.indexOf(delimiter, prefix.length) : -1;
      const group = cut === -1 ? undefined : object.key.slice(0, cut + delimiter.length);
      if (group === undefined) page.objects.push(object);
      else page.prefixes.push(group);
      after = group === undefined ? object.key : `${group}${afterEverything}`;
      last = after;
      if (group !== undefined) break;
    }
  }
}

function pageSize(text: string | undefined): number {
  const size = Number(text ?? 1000);
  if (!Number.isInteger(size) || size < 0) throw new S3Error('InvalidArgument', 'max-keys must be a whole number');
  return Math.min(size, 1000);
}
