import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { tableOf } from '../../../shared/aws/clients/table.ts';
import { deleteItem, queryItems } from '../../../shared/aws/dynamodb/items.ts';
import {
  checking,
  type Members,
  putting,
  type TransactionItem,
  transact,
} from '../../../shared/aws/dynamodb/transaction.ts';
import { createRecord, storeRecord } from '../../../shared/aws/records/create-record.ts';
import { movingEntries } from '../../../shared/aws/records/entries.ts';
import { closeGates } from '../../../shared/aws/records/project-gate.ts';
import { recordsRead } from '../../../shared/aws/records/read-records.ts';
import { recordsWrite } from '../../../shared/aws/records/write-records.ts';
import { Conflict, Invalid, NotFound } from '../../../shared/domain/errors.ts';
import type { RecordsRead, RecordsWrite } from '../../../shared/ports.ts';
import { Expression } from '../../../shared/table/expression.ts';
import { byTime, organizationList, projectList, recordKey } from '../../../shared/table/keys.ts';
import type { Kind } from '../../../shared/table/kind.ts';
import { hasTable, startTable } from '../http/support/table.ts';
import { holdWrites } from './held-writes.ts';

const Note = z.object({
  id: z.string(),
  organization_id: z.string(),
  project_id: z.string(),
  text: z.string(),
  status: z.enum(['open', 'closed']),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
type Note = z.infer<typeof Note>;

const NOTES = {
  name: 'note',
  schema: Note,
  belongsTo: ['project'],
  ports: ['read', 'write'],
  key: recordKey('NOTE'),
  idOf: ({ id }) => id,
  lists: {
    inProject: {
      partition: projectList('NOTES'),
      parentOf: ({ project_id }) => project_id,
      prefix: 'NOTE#',
      sort: ({ created_at, id }) => byTime(created_at, id),
      movesWith: ['project_id'],
    },
    inOrganization: {
      partition: organizationList('NOTES'),
      prefix: 'NOTE#',
      sort: ({ text, id }) => byTime(text, id),
    },
  },
  status: 'status',
  events: null,
} as const satisfies Kind<Note>;

describe.skipIf(!hasTable())('records', () => {
  let read: RecordsRead<Note, 'inProject' | 'inOrganization'>;
  let write: RecordsWrite<Note>;
  let table: ReturnType<typeof tableOf>;
  let overtaken: ReturnType<typeof holdWrites>['overtaken'];
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const started = await startTable();
    stop = started.stop;
    table = tableOf(started.environment);
    read = recordsRead(table, NOTES);
    write = recordsWrite(table, NOTES);
    overtaken = holdWrites(table).overtaken;
  });
  afterAll(() => stop?.());

  const now = new Date('2026-03-12T19:03:10Z');
  const noteOf = (given: Partial<Note> = {}): Note => ({
    id: randomUUID(),
    organization_id: 'o1',
    project_id: 'p1',
    text: 'first',
    status: 'open',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    record_version: 1,
    write_id: randomUUID(),
    ...given,
  });
  const guard = (more: object = {}) => ({ writeId: randomUUID(), now: new Date(), ...more });
  const change = (note: Note, fields: Partial<Note>, more: object = {}) =>
    write.change(note.organization_id, note.id, fields, guard(more));
  const inProject = (project: string) => ({ list: 'inProject' as const, parent: project });

  describe('a create', () => {
    test('returns its record when repeated, also after others have changed it', async () => {
      const note = noteOf();
      expect(await write.create(note)).toEqual(note);
      const changed = await change(note, { text: 'second' });
      expect(await write.create(note)).toEqual(changed);
    });

    test('of an existing id is rejected without effect', async () => {
      const note = await write.create(noteOf());
      const project = randomUUID();
      await expect(write.create(noteOf({ id: note.id, project_id: project }))).rejects.toThrow(Conflict);
      expect(await read.ids('o1', inProject(project))).toEqual([]);
      expect(await read.get('o1', note.id)).toEqual(note);
      expect(await read.get('o2', note.id)).toBeUndefined();
    });

    test('includes other items, all or none', async () => {
      const [note, taken] = [noteOf(), await write.create(noteOf())];
      const other = { pk: `other-${note.id}`, sk: 'OTHER' };
      await createRecord(table, NOTES, note, { other: putting(table, other) });
      await expect(
        createRecord(table, NOTES, { ...noteOf(), id: taken.id }, { other: putting(table, other) }),
      ).rejects.toThrow('The note already exists');
    });

    test('is rejected without effect while its project is being deleted', async () => {
      const note = noteOf({ project_id: randomUUID() });
      await transact(table, { gates: closeGates(table, note, 'deletion', Date.now() + 60_000) });
      await expect(write.create(note)).rejects.toThrow('The project is about to be deleted');
      expect(await read.get('o1', note.id)).toBeUndefined();
      expect(await read.ids('o1', inProject(note.project_id))).toEqual([]);
    });

    test('reports which of the other items was rejected', async () => {
      const extras = [new Expression().absent(), new Expression().exists()].map((condition, i) =>
        checking(table, { pk: `nothing-${i}`, sk: 'NOTHING' }, condition),
      );
      const [fulfilled, refused] = extras as [TransactionItem, TransactionItem];
      const store = (members: Members) => storeRecord(table, NOTES, noteOf(), members);
      expect(await store({ fulfilled, refused })).toMatchObject({ member: 'refused', index: 0 });
      expect(await store({ both: [fulfilled, refused] })).toMatchObject({ member: 'both', index: 1 });
    });
  });

  describe('a change', () => {
    test.each([
      ['of the record alone', 'p1', 30],
      ['that moves an entry', 'p2', 10],
    ])('%s returns the result of its own write, among many concurrent ones', async (_, to, count) => {
      const note = await write.create(noteOf());
      const texts = Array.from({ length: count }, (_unused, i) => `text ${i}`);
      const place = randomUUID();
      const answers = await Promise.all(
        texts.map((text, i) => change(note, { text, ...(to === 'p2' && { project_id: `${place}-${i}` }) })),
      );
      expect(answers.map(({ text }) => text)).toEqual(texts);
      expect(answers.map(({ record_version }) => record_version).sort((a, b) => a - b)).toEqual(
        texts.map((_text, i) => i + 2),
      );
      const last = answers.find(({ record_version }) => record_version === count + 1);
      expect(await read.get('o1', note.id)).toEqual(last);
      if (to === 'p2') {
        const listed = await Promise.all(texts.map((_text, i) => read.ids('o1', inProject(`${place}-${i}`))));
        expect(listed.flat()).toEqual([note.id]);
      }
    });

    test.each([{ text: 'again' }, { text: 'again', project_id: 'p3' }])(
      'is applied once under one write id: %o',
      async (to) => {
        const note = await write.create(noteOf());
        const terms = guard();
        const first = await write.change('o1', note.id, to, { ...terms, ifVersion: 1 });
        expect(await write.change('o1', note.id, to, { ...terms, ifVersion: 1 })).toEqual(first);
        expect(first).toMatchObject({ ...to, record_version: 2, write_id: terms.writeId });
      },
    );

    test.each([{ text: 'guarded' }, { text: 'guarded', project_id: 'p4' }])('respects its guard: %o', async (to) => {
      const note = await write.create(noteOf());
      await expect(change(note, to, { ifVersion: 2 })).rejects.toThrow('its current version is "1"');
      const closing = { from: ['open'], to: 'closed' };
      expect(await change(note, to, { transition: closing, ifVersion: 1 })).toMatchObject({ status: 'closed' });
      await expect(change(note, to, { transition: closing })).rejects.toThrow('The note is closed');
      await expect(write.change('o1', 'nowhere', to, guard())).rejects.toThrow(NotFound);
      await expect(write.change('o2', note.id, to, guard())).rejects.toThrow(NotFound);
    });

    test('writes only the entries whose key or values it changes', () => {
      const note = noteOf();
      expect(movingEntries(table, NOTES, note, { ...note, status: 'closed' })).toEqual([]);
      const moved = movingEntries(table, NOTES, note, { ...note, project_id: 'p2' });
      expect(moved.map((write) => Object.keys(write)[0])).toEqual(['Delete', 'Put']);
    });

    test('is checked against the record at the time of the write, not of the read', async () => {
      const note = await write.create(noteOf());
      const closing = { transition: { from: ['open'], to: 'closed' } };
      const late = () => change(note, { project_id: 'p5' }, closing).catch((error) => error);
      const [refused] = await overtaken(late, () => change(note, { text: 'early' }, closing));
      expect(refused).toBeInstanceOf(Conflict);
      expect(await read.get('o1', note.id)).toMatchObject({ text: 'early', project_id: 'p1' });
    });
  });

  describe('a delete', () => {
    test('removes record and entries, returns what it removed, and is idempotent', async () => {
      const project = randomUUID();
      const note = await write.create(noteOf({ project_id: project }));
      const changed = await change(note, { text: 'changed' });
      await expect(write.delete(note, { ifVersion: 1 })).rejects.toThrow('its current version is "2"');
      expect(await write.delete(note)).toEqual(changed);
      expect(await write.delete(note)).toEqual(note);
      expect(await read.get('o1', note.id)).toBeUndefined();
      expect(await read.page('o1', { ...inProject(project), skip: 0, limit: 10 })).toEqual({ records: [], total: 0 });
    });

    test('checks its version at the time of the write', async () => {
      const note = await write.create(noteOf());
      const late = () => write.delete(note, { ifVersion: 1 }).catch((error) => error);
      const [refused] = await overtaken(late, () => change(note, { text: 'early' }));
      expect(refused).toBeInstanceOf(Conflict);
      expect(await read.get('o1', note.id)).toMatchObject({ text: 'early' });
    });

    test('leaves a record recreated under the same id, with its entry', async () => {
      const project = randomUUID();
      const note = await write.create(noteOf({ project_id: project }));
      const fresh = noteOf({ id: note.id, project_id: project, created_at: '2026-03-12T19:03:11.000Z' });
      await overtaken(
        () => write.delete(note),
        async () => {
          await write.delete(note);
          await write.create(fresh);
        },
      );
      const { records, total } = await read.page('o1', { ...inProject(project), skip: 0, limit: 10 });
      expect([records, total]).toEqual([[fresh], 1]);
    });
  });

  describe('a list', () => {
    test('is read by cursor or by page, newest first, and never beyond its parent', async () => {
      const project = randomUUID();
      const notes = await Promise.all(
        Array.from({ length: 7 }, (_, i) =>
          write.create(noteOf({ project_id: project, created_at: new Date(now.getTime() + (i >> 1)).toISOString() })),
        ),
      );
      await write.create(noteOf({ project_id: `${project}-other` }));
      const newest = [...notes].sort((a, b) => (byTime(a.created_at, a.id) < byTime(b.created_at, b.id) ? 1 : -1));

      const walked: Note[] = [];
      const sizes: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await read.list('o1', { ...inProject(project), cursor, limit: 3 });
        walked.push(...page.records);
        sizes.push(page.records.length);
        cursor = page.cursor;
      }
      expect([walked, sizes]).toEqual([newest, [3, 3, 1]]);
      expect(await read.page('o1', { ...inProject(project), skip: 3, limit: 3 })).toEqual({
        records: newest.slice(3, 6),
        total: 7,
      });
      expect(await read.page('o1', { ...inProject(project), skip: 30, limit: 3 })).toEqual({ records: [], total: 7 });
      expect(await read.list('o2', { ...inProject(project), limit: 3 })).toEqual({ records: [], cursor: null });
      const reads = vi.spyOn(table.client, 'send');
      onTestFinished(() => reads.mockRestore());
      await read.page('o1', { ...inProject(project), skip: 4, limit: 3 });
      expect(reads).toHaveBeenCalledTimes(2);
      // A list longer than the page is counted by the table, which returns only the page's entries.
      await read.page('o1', { ...inProject(project), skip: 0, limit: 3 });
      const answers = reads.mock.results.slice(2).map(({ value }) => value);
      const counts = (await Promise.all(answers)).map(({ Items, Count }) => Items?.length ?? Count);
      expect(counts.sort()).toEqual([4, 7, undefined]);
      const partition = NOTES.lists.inProject.partition('o1', project);
      expect(await queryItems(table, z.object({ sk: z.string() }), { partition, limit: 2 })).toHaveLength(2);
    });

    test('omits an entry whose record was deleted, however often it is read', async () => {
      const project = randomUUID();
      const [kept, missing] = [noteOf({ project_id: project }), noteOf({ project_id: project })];
      await write.create(kept);
      await write.create(missing);
      await deleteItem(table, NOTES.key('o1', missing.id), new Expression());
      expect(await read.page('o1', { ...inProject(project), skip: 0, limit: 3 })).toEqual({
        records: [kept],
        total: 2,
      });
    });

    test('of the organization is separate from that of the project', async () => {
      const organization_id = randomUUID();
      const notes = await Promise.all(['b', 'c', 'a'].map((text) => write.create(noteOf({ organization_id, text }))));
      const { records } = await read.list(organization_id, { list: 'inOrganization', limit: 10 });
      expect(records.map(({ text }) => text)).toEqual(['c', 'b', 'a']);
      expect(await read.getMany(organization_id, [notes[2]!.id, 'nowhere', notes[0]!.id])).toEqual([
        notes[2],
        undefined,
        notes[0],
      ]);
    });

    test.each(['', '!', 'Zm9v\n', 'Zm9v='])('rejects an invalid cursor: %j', async (cursor) => {
      await expect(read.list('o1', { ...inProject('p1'), cursor, limit: 3 })).rejects.toThrow(Invalid);
    });
  });

  test.each(['界', '👷', '#', '%', 'é'])(
    'an organization, project and id of 128 units of %s fit in a key',
    async (unit) => {
      const id = unit.repeat(128 / unit.length);
      await write.delete(noteOf({ id, organization_id: id, project_id: id }));
      const note = await write.create(noteOf({ id, organization_id: id, project_id: id }));
      expect(await read.get(id, id)).toEqual(note);
      expect(await read.ids(id, inProject(id))).toEqual([id]);
    },
  );
});
