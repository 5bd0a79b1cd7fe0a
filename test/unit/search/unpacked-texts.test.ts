import { expect, test } from 'vitest';
import { readSegmentBlock } from '../../../shared/aws/search/segments/segment.ts';
import { recordOf } from '../../operations/support/register-world.ts';
import { addEntries, entryOf, memoryBlobs } from '../../support/made-segments.ts';

test('texts are unpacked once, and each index has its own', async () => {
  const { blobs, store, objects } = memoryBlobs();
  const textsOf = async (folder: string, text: string) => {
    const entry = entryOf({ kind: 'document', record: recordOf(0, { title: 'Door', chunks_count: 1 }) }, [
      { text, vector: [1, 2] },
    ]);
    const [ref] = await addEntries({ blobs, store }, folder, [], [entry], 2);
    const { range } = (await store.head(folder, ref!)).textPlace('piece', 0);
    return { ref: ref!, range, read: async () => (await store.blocks(folder, ref!, [range]))[0]! };
  };
  const one = await textsOf('one', 'Oak door');
  const other = await textsOf('other', 'Ash gate');
  const texts = await one.read();
  expect(texts.at(-1)).toContain('Oak door');
  expect(await one.read()).toBe(texts);
  // The same name and range in the index of another tenant.
  objects.set(`third/${one.ref.id}`, objects.get(`other/${other.ref.id}`)!);
  const [third] = await store.blocks('third', { ...other.ref, id: one.ref.id }, [one.range]);
  expect(third!.at(-1)).toContain('Ash gate');
  const bytes = objects.get(`one/${one.ref.id}`)!.bytes.slice(...one.range);
  expect(readSegmentBlock(bytes)).toEqual(texts);
});
