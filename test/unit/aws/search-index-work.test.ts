import { randomUUID } from 'node:crypto';
import type { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { adapter as deleteAdapter } from '../../../shared/aws/adapters/documents.delete.ts';
import { adapter as documentsAdapter } from '../../../shared/aws/adapters/documents.write.ts';
import { adapter as projectsAdapter } from '../../../shared/aws/adapters/projects.write.ts';
import { adapter as tasksAdapter } from '../../../shared/aws/adapters/tasks.write.ts';
import { tableOf } from '../../../shared/aws/clients/table.ts';
import { find } from '../../../shared/aws/search/find.ts';
import { folderOf, folderOfOrganization } from '../../../shared/aws/search/folders.ts';
import type { IndexPlace } from '../../../shared/aws/search/index-place.ts';
import { catchUp, check, compact, rebuild } from '../../../shared/aws/search/index-work.ts';
import { IndexReader } from '../../../shared/aws/search/reader.ts';
import { type SegmentRef, SegmentStore } from '../../../shared/aws/search/segments/segment-store.ts';
import {
  extendHold,
  FORM,
  HoldLost,
  holdIndex,
  holding,
  isBuilt,
  listIndexes,
  readState,
  releaseIndex,
  saveState,
  untendedIndexes,
} from '../../../shared/aws/search/state.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { IndexTools, SearchRequest } from '../../../shared/ports.ts';
import { SEARCH_CHANGES_KEPT_SECONDS } from '../../../shared/table/definition.ts';
import { caller, recordOf } from '../../operations/support/register-world.ts';
import { memoryBlobs } from '../../support/made-segments.ts';
import { hasTable, startTable } from '../http/support/table.ts';

const DAY = 86_400_000;
const at = '2026-03-12T19:03:10.000Z';

describe.skipIf(!hasTable())('an index of an organization', () => {
  let environment: Environment;
  let place: IndexPlace & ReturnType<typeof memoryBlobs>;
  let end: () => Promise<void>;
  beforeAll(async () => {
    const { stop, ...started } = await startTable();
    environment = started.environment;
    place = { table: tableOf(environment), ...memoryBlobs() };
    end = stop;
  });
  afterAll(() => end?.());

  let organization: string;
  beforeEach(() => {
    organization = randomUUID();
  });
  const guard = () => ({ writeId: randomUUID(), now: new Date() });
  const times = () => ({ created_at: at, updated_at: at, record_version: 1, write_id: randomUUID() });
  const user = { _id: caller.subject, name: null, email: null, company: null };
  const addProject = async (name: string) => {
    const id = randomUUID();
    const record = { id, organization_id: organization, name, description: null, status: 'active' as const };
    await projectsAdapter(environment).create(
      { ...record, created_by: user, ...times() },
      { ...caller, organizationId: organization },
    );
    return id;
  };
  const addTask = (project_id: string, title: string) =>
    tasksAdapter(environment).create({
      ...{ id: randomUUID(), organization_id: organization, project_id, title, description: null, status: 'open' },
      ...{ priority: 'low', due_date: null, assignee_id: null, assignee_email: null, document_ids: [] },
      ...{ location: null, became_due_at: null, created_by: user, ...times() },
    });
  const addDocument = (project_id: string, title: string, more: Partial<DocumentRecord> = {}) => {
    const id = randomUUID();
    const own = { document_id: id, revision_root: id, creation_id: id, write_id: id, organization_id: organization };
    return documentsAdapter(environment).create(
      recordOf(0, { ...own, project_id, title, description: null, content_source: 'caller', ...more }),
    );
  };

  const toolsOf = (more: Partial<IndexTools> = {}): IndexTools => ({
    owner: randomUUID(),
    embedder: { model: 'm', embed: async (texts) => texts.map(({ length }) => [length % 7, 1]) },
    piecesOf: async ({ title }) => [{ text: `contents of ${title}`, pages: [], vector: Int8Array.of(1, 127) }],
    until: Date.now() + 60_000,
    signal: new AbortController().signal,
    ...more,
  });
  const run = (work: typeof catchUp, more: Partial<IndexTools> = {}) => work(place, organization, toolsOf(more));
  /** The index as opened by a cold function. */
  const afresh = (): IndexPlace => ({ ...place, store: new SegmentStore(place.blobs) });
  const saveSegments = async (segments: SegmentRef[]) => {
    await holdIndex(place.table, organization, 'test', Date.now(), Date.now() + 1000);
    await saveState(place.table, organization, 'test', { segments });
    await releaseIndex(place.table, organization, 'test');
  };
  const objects = () => [...place.objects.keys()].filter((key) => key.startsWith(folderOfOrganization(organization)));
  const state = () => readState(place.table, organization);
  const checked = async () => {
    const { missing = [], outdated = [], superfluous = [], ...counts } = (await check(afresh(), organization))!;
    return { ...counts, missing, outdated, superfluous };
  };
  const whole = (records: number, chunks: number) => ({
    ...{ model: 'm', records, chunks, missing: [], outdated: [], superfluous: [] },
  });
  const found = async (text: string, more: Partial<SearchRequest> = {}) => {
    const reader = new IndexReader(afresh());
    const view = await reader.view(organization);
    const { items, ...answer } = await find(view, { text, floor: 0.3, projects: 'all', skip: 0, limit: 20, ...more });
    reader.forget(organization);
    return { ...answer, view, ids: items.map(({ id }) => id).sort() };
  };

  test('holds the content of the table, and follows changes', async () => {
    const project = await addProject('Harbour');
    const [stairs, roof] = [await addDocument(project, 'Stairs'), await addDocument(project, 'Roof')];
    const task = await addTask(project, 'Paint');
    expect(await run(catchUp)).toBe('done');
    expect(await checked()).toEqual(whole(4, 2));

    const documents = documentsAdapter(environment);
    await documents.change(organization, project, roof.document_id, { title: 'Ridge' }, guard());
    await deleteAdapter(environment).delete(stairs, guard());
    await tasksAdapter(environment).delete(task, {});
    const later = await addTask(project, 'Glaze');
    expect(await checked()).toMatchObject({
      ...{ missing: [`task:${later.id}`], outdated: [`document:${roof.document_id}`] },
      superfluous: expect.arrayContaining([`document:${stairs.document_id}`, `task:${task.id}`]),
    });
    expect(await run(catchUp)).toBe('done');
    expect(await checked()).toEqual(whole(3, 1));
    const former = (await state())?.generation;
    expect(await run(compact)).toBe('done');
    expect(await state()).toMatchObject({ generation: former, tended_at: expect.any(Number) });
    expect((await state())?.tended_at).toBeGreaterThan(0);
    expect(await checked()).toEqual(whole(3, 1));
  });

  test('is rebuilt if it is missing or another model made it, with the same results for readers', async () => {
    const project = await addProject('Harbour');
    await addDocument(project, 'Stairs');
    await run(catchUp);
    const first = await state();
    await place.blobs.remove(objects());
    expect(await check(afresh(), organization)).toBeUndefined();
    place.store = new SegmentStore(place.blobs);
    await run(catchUp);
    const second = await state();
    expect(second?.generation).not.toBe(first?.generation);
    expect(await checked()).toEqual(whole(2, 1));

    await run(catchUp, { embedder: { model: 'n', embed: async (texts) => texts.map(() => [1, 0, 0]) } });
    expect(await state()).toMatchObject({ model: 'n', dimensions: 3 });
    expect((await state())?.generation).not.toBe(second?.generation);
    await run(rebuild);
    expect(await checked()).toEqual(whole(2, 1));
  });

  test('is rebuilt if a part of it is missing', async () => {
    const project = await addProject('Harbour');
    await addDocument(project, 'Stairs');
    await run(catchUp);
    // Large enough not to be merged with later segments.
    const { segments } = (await state())!;
    await saveSegments(segments.map((segment) => ({ ...segment, items: 100_000 })));
    await addTask(project, 'Paint');
    await run(catchUp);
    expect((await state())?.segments).toHaveLength(2);
    expect(await checked()).toEqual(whole(3, 1));
    await place.blobs.remove(objects().slice(0, 1));
    expect(await check(afresh(), organization)).toBeUndefined();
    place.store = new SegmentStore(place.blobs);
    await run(catchUp);
    expect(await checked()).toEqual(whole(3, 1));
  });

  test('is verified at its current state if it is rebuilt meanwhile', async () => {
    await addDocument(await addProject('Harbour'), 'Stairs');
    await run(catchUp);
    const former = (await state())!.generation!;
    const { client, name } = place.table;
    let isOvertaken = false;
    const send = async (command: GetCommand) => {
      const answer = await client.send(command);
      if (!isOvertaken) {
        isOvertaken = true;
        await run(rebuild);
      }
      return answer;
    };
    const table = { name, client: Object.assign(Object.create(client) as typeof client, { send }) };
    expect(await check({ ...place, table }, organization)).toEqual(whole(2, 1));
    expect((await state())!.generation).not.toBe(former);
  });

  test('is written by one worker at a time, which continues if requested again meanwhile', async () => {
    await addProject('Harbour');
    const now = Date.now();
    expect(await holdIndex(place.table, organization, 'other', now, now + 60_000)).toMatchObject({ asked: 1 });
    expect(await run(catchUp)).toBe('elsewhere');
    expect(await extendHold(place.table, organization, 'other', now + 90_000)).toBe(true);
    expect(await extendHold(place.table, organization, 'another', now + 90_000)).toBe(false);
    expect(await releaseIndex(place.table, organization, 'other', 1)).toBe(false);
    expect(await releaseIndex(place.table, organization, 'other', 2)).toBe(true);

    let builds = 0;
    const embed = async (texts: readonly string[]) => {
      builds++;
      await holdIndex(place.table, organization, 'other', Date.now(), Date.now() + 1000);
      return texts.map(() => [1, 1]);
    };
    expect(await run(rebuild, { embedder: { model: 'm', embed } })).toBe('done');
    expect(builds).toBe(1);
    expect((await state())?.lease_owner).toBeUndefined();
  });

  test('is maintained once a day', async () => {
    await addProject('Harbour');
    await run(catchUp);
    const untended = async (now: number) => (await untendedIndexes(place.table, [organization], now)).length === 1;
    expect(await untended(Date.now())).toBe(true);
    await run(compact);
    expect(await untended(Date.now())).toBe(false);
    expect(await untended(Date.now() + DAY + 60_000)).toBe(true);
  });

  test('is listed among the existing indexes, page by page', async () => {
    await addProject('Harbour');
    await run(catchUp);
    const listed: string[] = [];
    for (let page = await listIndexes(place.table, undefined, 2); page.length > 0; ) {
      listed.push(...page);
      page = await listIndexes(place.table, page.at(-1), 2);
    }
    expect(listed).toContain(organization);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.length).toBeGreaterThan(2);
  });

  test('is built in slices that continue where the previous one ended, while the former index answers and follows changes', async () => {
    const project = await addProject('Harbour');
    for (let i = 0; i < 130; i++) await addTask(project, `Paint wall ${i}`);
    await addDocument(project, 'Stairs');
    await run(catchUp);
    const former = (await state())!;
    // Time for one step of a hundred records.
    expect(await run(rebuild, { until: 0 })).toBe('unfinished');
    const begun = (await state())!;
    expect(begun).toMatchObject({ generation: former.generation, rebuild: { records: 100 } });
    const late = await addTask(project, 'Glaze the windows');
    expect((await found('glaze', { types: ['task'] })).ids).toEqual([late.id]);
    expect(await run(rebuild, { until: 0 })).toBe('unfinished');
    expect((await state())!.generation).toBe(former.generation);
    expect((await found('stairs', { types: ['document'] })).ids).toHaveLength(1);
    const readAgain: string[] = [];
    const piecesOf = async (record: DocumentRecord) => {
      readAgain.push(record.document_id);
      return [];
    };
    for (let i = 0; (await run(catchUp, { piecesOf, until: 0 })) === 'unfinished'; i++) expect(i).toBeLessThan(5);
    const built = (await state())!;
    expect(built.generation).toBe(begun.rebuild!.generation);
    expect(built.rebuild).toBeUndefined();
    expect(readAgain).toEqual([]);
    expect(await checked()).toEqual(whole(133, 1));
  });

  test('is not written by a worker that lost its lease', async () => {
    const project = await addProject('Harbour');
    await addDocument(project, 'Stairs');
    await run(catchUp);
    const before = (await state())!;
    await addDocument(project, 'Roof');
    const taken: string[] = [];
    const piecesOf = async () => {
      // Its lease expired while it was reading, and another worker has the index.
      const later = Date.now() + 120_000;
      await holdIndex(place.table, organization, 'other', later, later + 60_000);
      taken.push('other');
      return [{ text: 'contents', pages: [], vector: null }];
    };
    expect(await run(catchUp, { piecesOf })).toBe('elsewhere');
    expect(taken).toEqual(['other']);
    const after = (await state())!;
    expect(after).toMatchObject({ segments: before.segments, read_at: before.read_at, lease_owner: 'other' });
    await releaseIndex(place.table, organization, 'other');
    expect(await run(catchUp)).toBe('done');
    expect(await checked()).toEqual(whole(3, 2));
  });

  test('stops its worker as soon as a renewal shows that another worker has the lease', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await holdIndex(place.table, organization, 'me', Date.now(), Date.now() + 1000);
      const later = Date.now() + 60_000;
      const work = holding(place.table, organization, 'me', async (lost) => {
        await vi.advanceTimersByTimeAsync(10_000);
        expect(lost.aborted).toBe(false);
        await holdIndex(place.table, organization, 'other', later, later + 60_000);
        await vi.advanceTimersByTimeAsync(10_000);
        await vi.waitFor(() => expect(lost.aborted).toBe(true), { timeout: 100_000 });
        lost.throwIfAborted();
      });
      await expect(work).rejects.toThrow(HoldLost);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is merged with few requests per commit, and leaves behind only what readers may have open', async () => {
    const project = await addProject('Harbour');
    await run(catchUp);
    const before = { ...place.requests };
    for (let i = 0; i < 40; i++) {
      await addTask(project, `Paint wall ${i}`);
      place.store = new SegmentStore(place.blobs);
      await run(catchUp);
    }
    const { read, write, remove, list } = place.requests;
    expect(write - before.write).toBe(40);
    expect((read - before.read + write - before.write) / 40).toBeLessThan(5);
    expect([remove - before.remove, list - before.list]).toEqual([0, 0]);
    const standing = (await state())!;
    expect(objects().sort()).toEqual(
      [
        ...standing.segments.map(({ id }) => `${folderOf(organization, standing.generation!)}/${id}`),
        ...standing.left.map(({ key }) => key),
      ].sort(),
    );
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16 * 60_000);
    await run(compact);
    clock.mockRestore();
    expect(objects()).toHaveLength((await state())!.segments.length);
    expect(await checked()).toEqual(whole(41, 0));
  });

  test('loses segments without a state once their worker must have ended', async () => {
    await addProject('Harbour');
    await run(catchUp);
    const stray = `${folderOfOrganization(organization)}/gone/segment`;
    await place.blobs.write(stray, new Uint8Array());
    await run(compact);
    expect(place.objects.has(stray)).toBe(true);
    place.objects.get(stray)!.writtenAt -= 2 * 3_600_000;
    await run(compact);
    expect(place.objects.has(stray)).toBe(false);
    expect(await checked()).toEqual(whole(1, 0));
  });

  test('is searched together with recent changes, and never beyond the requested projects', async () => {
    const [harbour, station] = [await addProject('Harbour'), await addProject('Station')];
    const [both, one] = [await addDocument(harbour, 'Stairs of concrete'), await addDocument(harbour, 'Stairs')];
    const other = await addDocument(station, 'Stairs');
    await run(catchUp);
    const ids = (...records: DocumentRecord[]) => records.map(({ document_id }) => document_id).sort();
    expect((await found('stairs', { types: ['document'] })).ids).toEqual(ids(both, one, other));
    expect((await found('stairs', { types: ['document'], projects: new Set([station]) })).ids).toEqual(ids(other));
    expect((await found('stairs concrete', { types: ['document'] })).ids).toEqual(
      expect.arrayContaining(ids(both, one)),
    );

    const fresh = await addDocument(harbour, 'Stairs of steel');
    await deleteAdapter(environment).delete(one, guard());
    const paint = await addTask(harbour, 'Paint the stairs');
    const changed = await found('stairs', { types: ['document', 'task'] });
    expect(changed.ids).toEqual([...ids(both, fresh, other), paint.id].sort());
    expect(changed.view.behind).toBeGreaterThan(0);
    expect(changed.isComplete).toBe(true);
    expect((await found('harbour', { types: ['project'] })).ids).toEqual([harbour]);
  });
});

test.each([
  [{}, true],
  [{ generation: undefined }, false],
  [{ form: 0 }, false],
  [{ read_at: undefined }, false],
  [{ read_at: DAY - SEARCH_CHANGES_KEPT_SECONDS * 1000 }, false],
  [{ read_at: DAY - SEARCH_CHANGES_KEPT_SECONDS * 1000 + 1 }, true],
])('a state with %j belongs to an index that readers may use: %s', (given, expected) => {
  const built = {
    generation: 'g',
    form: FORM,
    model: 'm',
    dimensions: 2,
    read_at: 0,
    revision: 1,
    tended_at: 0,
    asked: 0,
    segments: [],
    left: [],
  };
  expect(isBuilt({ ...built, ...given }, 0)).toBe(expected);
});
