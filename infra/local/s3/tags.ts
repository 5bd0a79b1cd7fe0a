import { sendEmpty, sendXml } from './answers.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import type { Store } from './store.ts';
import type { Tags } from './stored.ts';

const mostTags = 10;

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
