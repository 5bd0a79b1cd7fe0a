import { expect, test } from 'vitest';
import { find } from '../../../shared/aws/search/find.ts';
import { listDocuments } from '../../../shared/aws/search/listed-documents.ts';
import { SegmentStore } from '../../../shared/aws/search/segments/segment-store.ts';
import { Unavailable } from '../../../shared/domain/errors.ts';
import { recordOf } from '../../operations/support/register-world.ts';
import { addEntries, entryOf, memoryBlobs, viewOf } from '../../support/made-segments.ts';

process.env.LOG_LEVEL = 'silent';
const place = memoryBlobs();
/** Too large for a segment that is read together with its head. */
const noise = Array.from({ length: 20_000 }, (_, i) => `${(i * 7919) % 10_007}x${i}`).join(' ');
const entries = Array.from({ length: 8 }, (_, i) =>
  entryOf({ kind: 'document', record: recordOf(i, { title: 'Door', chunks_count: 1 }) }, [
    { text: `door ${noise}${i}`, vector: [1, i + 1] },
  ]),
);
const segments = await addEntries(place, 'index', [], entries, 2);
const store = new SegmentStore({
  read: async (key, from, to) => {
    if (to !== segments[0]!.bytes) throw new Error('down');
    return place.blobs.read(key, from, to);
  },
});
const view = await viewOf({ store, folder: 'index', segments, model: 'm' });

test.each([
  ['words', () => find(view, { text: 'door', floor: 0, projects: 'all', skip: 0, limit: 1 })],
  ['lists', () => listDocuments(view, { ...listed, text: 'door', projects: 'all' })],
])('%s of an unreadable index is reported as unavailable', async (_name, ask) => {
  await expect(ask()).rejects.toThrow(Unavailable);
});
const listed = { sortBy: 'title', sortOrder: 'asc', skip: 0, limit: 1 } as const;
