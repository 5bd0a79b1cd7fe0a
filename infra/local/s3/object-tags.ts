import { sendEmpty, sendXml } from './answers.ts';
import type { Store } from './file-store.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import type { Tags } from './stored.ts';

const mostTags = 10;
const tagKey = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]{1,128}$/u;
const tagValue = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]{0,256}$/u;

/**
 * Returns the tags of `x-amz-tagging`, `key=value&…`. Like S3, reads only the header, even of a presigned request.
 * @throws S3Error for repeated keys or more than ten tags
 */
export function tagsOf({ raw }: Pick<S3Request, 'raw'>): Tags {
  const pairs = [...new URLSearchParams(raw.headersDistinct['x-amz-tagging']?.join('&') ?? '')];
  const tags = Object.fromEntries(pairs);
  if (Object.keys(tags).length < pairs.length) {
    throw new S3Error('InvalidTag', 'Cannot provide multiple Tags with the same key');
  }
  if (pairs.length > mostTags) throw new S3Error('BadRequest', 'Object tags cannot be greater than 10');
  for (const [key, value] of pairs) {
    if (!tagKey.test(key)) throw new S3Error('InvalidTag', 'The TagKey you have provided is invalid');
    if (!tagValue.test(value)) throw new S3Error('InvalidTag', 'The TagValue you have provided is invalid');
  }
  return tags;
}

/** Handles GetObjectTagging. */
export function getTags(store: Store, request: S3Request): void {
  const { tags } = store.existing(request.bucket, request.key);
  const Tag = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  sendXml(request, 'Tagging', { TagSet: { Tag } });
}

/** Handles DeleteObjectTagging. */
export function deleteTags(store: Store, request: S3Request): void {
  store.removeTags(request.bucket, request.key);
  sendEmpty(request, 204);
}
