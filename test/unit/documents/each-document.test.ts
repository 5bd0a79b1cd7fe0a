import { expect, test } from 'vitest';
import { eachDocument } from '../../../functions/documents/lib/each-document.ts';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { Conflict, Unavailable } from '../../../shared/domain/errors.ts';
import { seededIds } from '../../../shared/http/identifiers.ts';

const documents = Array.from({ length: 30 }, (_, i) => ({ document_id: `d${i}` }));
const done = { record_version: 2 } as DocumentRecord;
const requestOf = (remainingMilliseconds = () => 20_000) => ({
  caller: {} as Caller,
  projects: { allows: async () => true, visible: async () => 'all' as const, visibleProject: async () => undefined },
  now: new Date('2026-11-02T08:00:00Z'),
  newId: seededIds('1793606400000.secret'),
  remainingMilliseconds,
});

test('documents that were not reached in time are named, those before are changed', async () => {
  let remaining = 20_000;
  const changed: string[] = [];
  const { results, succeeded, failed } = await eachDocument(
    requestOf(() => remaining),
    'documents',
    documents,
    async (_, { document_id }) => {
      changed.push(document_id);
      if (changed.length === 12) remaining = 4_000;
      return done;
    },
  );
  const reached = results.filter(({ status }) => status === 200).map(({ document_id }) => document_id);
  expect(reached.sort()).toEqual(changed.sort());
  expect([succeeded, failed]).toEqual([changed.length, 30 - changed.length]);
  expect(changed.length).toBeLessThan(30);
  expect(results.at(-1)).toMatchObject({ document_id: 'd29', status: 503, etag: null, error: { code: 'unavailable' } });
});

test('the identifiers for a document do not depend on the order of the documents', async () => {
  const run = async (slow: string) => {
    const given: Record<string, string[]> = {};
    await eachDocument(requestOf(), 'documents', documents, async ({ newId }, { document_id }) => {
      if (document_id === slow) for (let i = 0; i < 50; i++) await Promise.resolve();
      given[document_id] = [newId(), newId()];
      return done;
    });
    return given;
  };
  const first = await run('d0');
  expect(await run('d7')).toEqual(first);
  expect(new Set(Object.values(first).flat()).size).toBe(60);
});

test('a change whose dependency fails runs again under its identifiers; a rejected one does not', async () => {
  const ids: string[] = [];
  const [item] = documents;
  const again = await eachDocument(requestOf(), 'documents', [item!], async ({ newId }) => {
    ids.push(newId());
    if (ids.length < 3) throw new Unavailable('throttled');
    return done;
  });
  expect([again.results[0]?.status, ids.length, new Set(ids).size]).toEqual([200, 3, 1]);
  let runs = 0;
  const refused = await eachDocument(requestOf(), 'documents', [item!], async () => {
    runs++;
    throw new Conflict('The document is deleted');
  });
  expect([refused.results[0]?.status, runs]).toEqual([409, 1]);
});

test('only a few documents are changed concurrently', async () => {
  let [running, most] = [0, 0];
  await eachDocument(requestOf(), 'documents', documents, async () => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    return done;
  });
  expect(most).toBe(8);
});
