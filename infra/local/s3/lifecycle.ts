import type { Store } from './store.ts';

/** The rules of a bucket's lifecycle that remove something. */
export interface Lifecycle {
  /** Days after which an upload in parts that never ended is dropped. */
  incompleteUploadDays: number;
  /** Objects that go `days` after they were made. */
  expiring: readonly { prefix: string; tag: { key: string; value: string }; days: number }[];
}

const day = 24 * 60 * 60 * 1000;

/** Does what the rules say at this time. */
export async function applyLifecycle(store: Store, rules: Lifecycle, now = Date.now()): Promise<void> {
  for (const upload of store.uploadsBefore(now - rules.incompleteUploadDays * day)) await store.abort(upload);
  for (const { prefix, tag, days } of rules.expiring) {
    for (const { bucket, key } of store.objectsBefore(now - days * day, prefix)) {
      await store.remove(bucket, key, ({ tags }) => tags[tag.key] === tag.value);
    }
  }
}
