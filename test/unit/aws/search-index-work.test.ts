import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adapter as deleteAdapter } from '../../../shared/aws/adapters/documents.delete.ts';
import { adapter as documentsAdapter } from '../../../shared/aws/adapters/documents.write.ts';
import { adapter as projectsAdapter } from '../../../shared/aws/adapters/projects.write.ts';
import { adapter as tasksAdapter } from '../../../shared/aws/adapters/tasks.write.ts';
import { tableOf } from '../../../shared/aws/clients/table.ts';
import { find } from '../../../shared/aws/search/find.ts';
import { folderOf } from '../../../shared/aws/search/folders.ts';
import { catchUp, check, compact, rebuild } from '../../../shared/aws/search/index-work.ts';
import type { Place } from '../../../shared/aws/search/place.ts';
import { readChunks } from '../../../shared/aws/search/read-chunks.ts';
import { IndexReader } from '../../../shared/aws/search/reader.ts';
import {
  extendHold,
  holdIndex,
  isBuilt,
  readState,
  releaseIndex,
  untendedIndexes,
} from '../../../shared/aws/search/state.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { IndexTools, SearchRequest } from '../../../shared/ports.ts';
import { SEARCH_CHANGES_KEPT_SECONDS } from '../../../shared/table/definition.ts';
import { caller, recordOf } from '../../operations/support/register-world.ts';
import { hasTable, startTable } from '../http/support/table.ts';

const DAY = 86_400_000;
const at = '2026-03-12T19:03:10.000Z';

describe.skipIf(!hasTable())('an index of an organization', () => {
  let environment: Environment;
  let place: Place;
  let end: () => Promise<void>;
  beforeAll(async () => {
    const { stop, ...started } = await startTable();
    const root = await mkdtemp(join(tmpdir(), 'index-work-'));
    environment = started.environment;
    place = { table: tableOf(environment), root };
    end = async () => {
      await stop();
      await rm(root, { recursive: true, force: true });
    };
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
      ...{ became_due_at: null, created_by: user, ...times() },
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
    contentOf: async ({ title }) => `contents of ${title}`,
    signal: new AbortController().signal,
    ...more,
  });
  const run = (work: typeof catchUp, more: Partial<IndexTools> = {}) => work(place, organization, toolsOf(more));
  const state = () => readState(place.table, organization);
  const checked = async () => {
    const { missing = [], outdated = [], superfluous = [], ...counts } = (await check(place, organization))!;
    return { ...counts, missing, outdated, superfluous };
  };
  const whole = (records: number, chunks: number) => ({
    ...{ model: 'm', records, chunks, missing: [], outdated: [], superfluous: [] },
  });
  const found = async (text: string, more: Partial<SearchRequest> = {}) => {
    const reader = new IndexReader(place);
    const view = await reader.view(organization);
    const { items, ...answer } = await find(view, { text, floor: 0.3, projects: 'all', skip: 0, limit: 20, ...more });
    reader.forget(organization);
    return { ...answer, view, ids: items.map(({ id }) => id).sort() };
  };

  test('holds what the table says, and follows it', async () => {
    const project = await addProject('Harbour');
    const [stairs, roof] = [await addDocument(project, 'Stairs'), await addDocument(project, 'Roof')];
    const task = await addTask(project, 'Paint');
    expect(await run(catchUp)).toBe(true);
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
    expect(await run(catchUp)).toBe(true);
    expect(await checked()).toEqual(whole(3, 1));
    const former = (await state())?.generation;
    expect(await run(compact)).toBe(true);
    expect(await state()).toMatchObject({ generation: former, compacted: expect.any(Number) });
    expect((await state())?.compacted).toBeGreaterThan(0);
    expect(await checked()).toEqual(whole(3, 1));
  });

  test('is made anew where it is gone, or another model made it, and readers find the same', async () => {
    const project = await addProject('Harbour');
    await addDocument(project, 'Stairs');
    await run(catchUp);
    const first = await state();
    await rm(folderOf(place.root, organization, first!.generation!), { recursive: true });
    expect(await check(place, organization)).toBeUndefined();
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

  test('is made anew where a part of it is gone', async () => {
    const project = await addProject('Harbour');
    await addDocument(project, 'Stairs');
    await run(catchUp);
    const folder = folderOf(place.root, organization, (await state())!.generation!);
    await rm(join(folder, 'entities.lance', '_versions'), { recursive: true });
    expect(await check(place, organization)).toBeUndefined();
    await run(catchUp);
    expect(await checked()).toEqual(whole(2, 1));
  });

  test('is checked as it stands when it is built anew meanwhile', async () => {
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

  test('is written by one worker at a time, who goes on where it was asked for meanwhile', async () => {
    await addProject('Harbour');
    const now = Date.now();
    expect(await holdIndex(place.table, organization, 'other', now, now + 60_000)).toMatchObject({ asked: 1 });
    expect(await run(catchUp)).toBe(false);
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
    expect(await run(rebuild, { embedder: { model: 'm', embed } })).toBe(true);
    expect(builds).toBe(1);
    expect((await state())?.lease_owner).toBeUndefined();
  });

  test('is looked after once it grew by many commits, or was not written for a day', async () => {
    await addProject('Harbour');
    await run(catchUp);
    const untended = async (now: number) => (await untendedIndexes(place.table, now)).includes(organization);
    expect(await untended(Date.now())).toBe(false);
    expect(await untended(Date.now() + DAY + 60_000)).toBe(true);
    for (let i = 0; i < 21; i++) await run(catchUp);
    expect(await untended(Date.now())).toBe(true);
    await run(compact);
    expect(await untended(Date.now())).toBe(false);
  });

  test('is searched with what changed since, and never beyond the projects asked for', async () => {
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
])('a state with %j is of an index that readers may rely on: %s', (given, expected) => {
  const built = {
    generation: 'g',
    form: 3,
    model: 'm',
    dimensions: 2,
    read_at: 0,
    revision: 1,
    compacted: 0,
    asked: 0,
  };
  expect(isBuilt({ ...built, ...given }, 0)).toBe(expected);
});

test('a text without words has no vector, others have the model’s own', async () => {
  const record = { content_source: 'caller' } as DocumentRecord;
  const read = (content: string | null, values: readonly number[]) =>
    readChunks(undefined as never, record, {
      ...{ owner: 'me', signal: new AbortController().signal, contentOf: async () => content },
      embedder: { model: 'm', embed: async (texts: readonly string[]) => texts.map(() => [...values]) },
    } as IndexTools);
  expect((await read('Stairs', [0, 1])).map(({ text, vector }) => [text, vector])).toEqual([['Stairs', [0, 1]]]);
  expect((await read('Stairs', [0, 0])).map(({ vector }) => vector)).toEqual([null]);
  expect(await read(null, [0, 1])).toEqual([]);
});
