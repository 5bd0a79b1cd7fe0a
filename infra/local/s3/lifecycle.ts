import type { Store } from './file-store.ts';

/** The expiration rules of a bucket's lifecycle. */
export interface Lifecycle {
  /** Days after which an unfinished multipart upload is removed. */
  incompleteUploadDays: number;
  /** Objects that expire `days` after their creation; only those with the tag, if there is one. */
  expiring: readonly { prefix: string; tag?: { key: string; value: string }; days: number }[];
}

const day = 24 * 60 * 60 * 1000;

/** Applies the rules as of the given time in epoch milliseconds. */
export async function applyLifecycle(store: Store, rules: Lifecycle, now = Date.now()): Promise<void> {
  for (const upload of store.uploadsBefore(now - rules.incompleteUploadDays * day)) await store.abort(upload);
  for (const { prefix, tag, days } of rules.expiring) {
    for (const { bucket, key } of store.objectsBefore(now - days * day, prefix)) {
      await store.remove(bucket, key, ({ tags }) => !tag || tags[tag.key] === tag.value);
    }
  }
}
