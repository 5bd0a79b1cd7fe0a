import type { Environment } from '../../environment.ts';
import { deleteObjects } from '../clients/delete-objects.ts';
import { bucketOf } from '../clients/files.ts';
import { type Table, tableOf } from '../clients/table.ts';
import { type Blobs, listingOf, readingFrom, writingTo } from './blobs.ts';
import { SegmentStore } from './segments/segment-store.ts';

/** The table and the store from which indexes are read. */
export interface ReadPlace {
  table: Table;
  store: SegmentStore;
}

/** The table and the stores to which indexes are written. */
export interface IndexPlace extends ReadPlace {
  blobs: Blobs;
}

export const readPlaceOf = (environment: Environment): ReadPlace => ({
  table: tableOf(environment),
  store: new SegmentStore({ read: readingFrom(bucketOf(environment)) }),
});

export const indexPlaceOf = (environment: Environment): IndexPlace => {
  const bucket = bucketOf(environment);
  const remove: Blobs['remove'] = (keys) => deleteObjects(bucket, keys);
  const blobs = { read: readingFrom(bucket), write: writingTo(bucket), remove, list: listingOf(bucket) };
  return { table: tableOf(environment), blobs, store: new SegmentStore(blobs) };
};

/** Milliseconds that readers and writers of an index look back before its time, for the same reason as the register. */
export const OVERLAP = 120_000;
