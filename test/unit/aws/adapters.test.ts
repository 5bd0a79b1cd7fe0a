import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adapters } from '../../../shared/aws/adapters/all.ts';
import { type Table, tableOf } from '../../../shared/aws/clients/table.ts';
import { readPointer } from '../../../shared/aws/documents/revision-chain.ts';
import { putItem } from '../../../shared/aws/dynamodb/items.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { Conflict, NotFound } from '../../../shared/domain/errors.ts';
import type { ActivityRecord } from '../../../shared/domain/mail/activity.ts';
import type { ProjectRecord } from '../../../shared/domain/projects/project.ts';
import { sheetKeysOf } from '../../../shared/domain/sheets/citations.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';
import type { TaskRecord } from '../../../shared/domain/tasks/task.ts';
import { arrivalEnd, type UploadRecord, uploadEnd } from '../../../shared/domain/uploads/upload-record.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { Ports } from '../../../shared/ports.ts';
import { contentClaimKey, documentKey } from '../../../shared/table/keys.ts';
import { ORGANIZATIONS } from '../../../shared/table/kinds/organizations.ts';
import { caller, recordOf } from '../../operations/support/register-world.ts';
import { hasTable, startTable } from '../http/support/table.ts';
import { holdWrites } from './held-writes.ts';

const at = '2026-03-12T19:03:10.000Z';
const user = { _id: caller.subject, name: null, email: null, company: null };

describe.skipIf(!hasTable())('the adapters', () => {
  let environment: Environment;
  let table: Table;
  let stop: () => Promise<void>;
  let overtaken: ReturnType<typeof holdWrites>['overtaken'];
  beforeAll(async () => {
    ({ environment, stop } = await startTable());
    table = tableOf(environment);
    overtaken = holdWrites(table).overtaken;
  });
  afterAll(() => stop?.());

  const port = <P extends keyof Ports>(name: P): Ports[P] =>
    (adapters[name] as (environment: Environment) => Ports[P])(environment);
  let organization: string;
  let project: string;
  beforeEach(() => {
    [organization, project] = [randomUUID(), randomUUID()];
  });
  const guard = () => ({ writeId: randomUUID(), now: new Date() });
  const times = () => ({ created_at: at, updated_at: at, record_version: 1, write_id: randomUUID() });
  const place = () => ({ organization_id: organization, project_id: project });
  const documentOf = (given: Partial<DocumentRecord> = {}): DocumentRecord => {
    const id = randomUUID();
    return recordOf(0, { document_id: id, revision_root: id, creation_id: id, write_id: id, ...place(), ...given });
  };
  const addDocument = async (given: Partial<DocumentRecord> = {}, upload?: UploadRecord) =>
    port('documents.write').create(documentOf(given), upload ? { upload } : {});
  const projectOf = (): ProjectRecord => ({
    ...{ id: project, organization_id: organization, name: 'Harbour', description: null },
    ...{ status: 'active', created_by: user, ...times() },
  });
  const addProject = async () =>
    port('projects.write').create(projectOf(), { ...caller, organizationId: organization });
  const deleteProject = async (record: ProjectRecord) =>
    port('projects.delete').begin(record, { now: new Date(), closedBy: undefined });

  describe('of the mail log', () => {
    const activityOf = (given: Partial<ActivityRecord> = {}): ActivityRecord => ({
      ...{ id: randomUUID(), ...place(), entity_type: 'task', entity_id: 't', notification_id: 'n' },
      ...{ notification_type: 'task_due', recipient_id: 'ann', recipient_email: 'ann@x.example', template_id: null },
      ...{ subject: 's', status: 'queued', sent_at: null, metadata: {}, handing_since: null, message_id: null },
      ...{ ...times(), ...given },
    });

    test('find the mails that match all filters, newest first, page by page', async () => {
      const { create } = port('activities.write');
      const mails = await Promise.all(
        [
          { created_at: '2026-03-12T19:03:11.000Z' },
          { recipient_id: 'bob' },
          { recipient_id: 'bob', project_id: 'elsewhere', template_id: 't1' },
          { project_id: null, recipient_id: null, created_at: '2026-03-12T19:03:09.000Z' },
        ].map((given) => create(activityOf(given))),
      );
      const { find } = port('activities.read');
      const found = async (filter: Parameters<typeof find>[1], window = { skip: 0, limit: 9 }) =>
        (await find(organization, filter, window, async () => true))
          .map(({ id }) => mails.findIndex((mail) => mail.id === id))
          .sort();
      expect(await found({})).toEqual([0, 1, 2, 3]);
      expect(await found({ recipient_id: 'bob' })).toEqual([1, 2]);
      expect(await found({ project_id: project })).toEqual([0, 1]);
      expect(await found({ recipient_id: 'bob', project_id: project })).toEqual([1]);
      expect(await found({ template_id: 't1' })).toEqual([2]);
      expect(await found({ notification_id: 'other' })).toEqual([]);
      expect(await found({}, { skip: 0, limit: 1 })).toEqual([0]);
      expect(await found({}, { skip: 3, limit: 2 })).toEqual([3]);
    });

    test('store a mail once, whoever writes it, and none in a project being deleted', async () => {
      const { create } = port('activities.write');
      const mail = await create(activityOf());
      expect(await create(activityOf({ id: mail.id, subject: 'again' }))).toEqual(mail);
      await deleteProject(await addProject());
      await expect(create(activityOf())).rejects.toThrow(NotFound);
    });
  });

  describe('of tasks', () => {
    const taskOf = (given: Partial<TaskRecord> = {}): TaskRecord => ({
      ...{ id: randomUUID(), ...place(), title: 't', description: null, status: 'open', priority: 'low' },
      ...{
        due_date: null,
        assignee_id: null,
        assignee_email: null,
        document_ids: [],
        location: null,
        became_due_at: null,
      },
      ...{ created_by: user, ...times(), ...given },
    });

    test('report what prevents creating a task', async () => {
      const { create } = port('tasks.write');
      const [first, second] = [await addDocument(), await addDocument()];
      const ids = [first.document_id, second.document_id];
      const task = await create(taskOf({ document_ids: ids }));
      await expect(create(taskOf({ id: task.id }))).rejects.toThrow('The task already exists');
      await port('documents.delete').delete(second, guard());
      await expect(create(taskOf({ document_ids: ids }))).rejects.toThrow(
        `Document ${ids[1]} cannot be linked to a task`,
      );
      await deleteProject(await addProject());
      await expect(create(taskOf())).rejects.toThrow(NotFound);
    });

    test('link and unlink documents with the task, also deleted ones', async () => {
      const tasks = port('tasks.write');
      const [stays, goes] = [await addDocument(), await addDocument()];
      const task = await tasks.create(taskOf({ document_ids: [stays.document_id, goes.document_id] }));
      const linked = async () => [
        ...((await port('documents.read').get(organization, stays.document_id))?.linked_tasks ?? []),
      ];
      expect(await linked()).toEqual([task.id]);
      const purge = port('documents.purge');
      const purged = await purge.begin(organization, goes.document_id, { now: new Date() });
      await purge.end(purged!);
      expect(await tasks.delete(task, {})).toMatchObject({ id: task.id });
      expect(await linked()).toEqual([]);
      expect(await port('tasks.read').get(organization, task.id)).toBeUndefined();
    });
  });

  test('a review needs its comparison', async () => {
    const reviews = port('reviews.write');
    const review = {
      ...{ id: 'r', ...place(), comparison_id: randomUUID(), status: 'open' as const, comment: null, page: 1 },
      ...{ kind: 'text_added', bounding_box: { x: 0, y: 0, width: 1, height: 1 }, reviewed_by: user, ...times() },
    };
    await expect(reviews.create(review)).rejects.toThrow(Conflict);
  });

  test('of a member who returns remove the mark of having left', async () => {
    await addProject();
    const { create, delete: remove } = port('members.write');
    const { hasLeft, holds } = port('memberships.read');
    const member = () => ({ ...place(), user_id: 'max', name: null, email: null, ...times() });
    const known = async () => [await hasLeft(organization, 'max', project), await holds(organization, 'max', project)];
    expect(await known()).toEqual([false, false]);
    const first = await create(member());
    expect(await known()).toEqual([false, true]);
    await remove(first);
    expect(await known()).toEqual([true, false]);
    await create(member());
    expect(await known()).toEqual([false, true]);
  });

  test('of texts find those that were stored decomposed', async () => {
    const named = { ...projectOf(), name: 'Re\u0301sidence' };
    await port('projects.write').create(named, { ...caller, organizationId: organization });
    const holding = (words: string) => port('projects.search').holding(organization, words);
    expect(await holding('r\u00e9s')).toEqual(new Set([project]));
    expect(await holding('res')).toEqual(new Set());
  });

  test('of people name the organization, whatever else its record contains', async () => {
    const record = () =>
      port('people.write').record({ ...caller, organizationId: organization }, 1, { withName: true });
    expect(await record()).toEqual({ isDeleted: false, name: undefined });
    await putItem(table, {
      ...ORGANIZATIONS.key(organization, organization),
      name: 'Acme Builders',
      created_by: 'ann',
    });
    expect(await record()).toEqual({ isDeleted: false, name: 'Acme Builders' });
  });

  describe('of uploads', () => {
    const uploadOf = (): UploadRecord => {
      const upload_id = randomUUID();
      return {
        ...{ upload_id, ...place(), filename: 'a.pdf', file_size: 1, mime_type: null, sha256: null },
        ...{ store_path: `uploads/${organization}/${upload_id}/a.pdf`, multipart_id: null, part_size: null },
        ...{ document_id: null, registrable_until: 1_773_342_000, ...times() },
      };
    };

    test('an upload that no document registered is closed, then removed', async () => {
      const [write, expire] = [port('uploads.write'), port('uploads.expire')];
      const upload = await write.create(uploadOf());
      const due = { organization_id: organization, id: upload.upload_id, at: uploadEnd(upload) };
      const listed = async () =>
        (await expire.due('2999', 1000)).filter(({ organization_id }) => organization_id === organization);
      expect(await listed()).toEqual([due]);
      expect(await expire.close({ ...due, id: 'none' })).toBeUndefined();
      const closed = await expire.close(due);
      expect(closed).toMatchObject({ upload_id: upload.upload_id, is_closed: true, record_version: 2 });
      await expect(addDocument({ store_path: upload.store_path }, upload)).rejects.toThrow('The upload has expired');
      expect((await expire.inProject(organization, project, 9)).records).toMatchObject([{ upload_id: due.id }]);
      await expire.remove(closed!);
      expect([await listed(), (await expire.inProject(organization, project, 9)).records]).toEqual([[], []]);
    });

    test('no document registers an upload that is aborted in the meantime', async () => {
      const upload = await port('uploads.write').create(uploadOf());
      const aborted = await port('uploads.write').abort(organization, upload.upload_id, guard());
      expect(aborted).toMatchObject({ is_aborted: true, updated_by: { type: 'operator' } });
      await expect(addDocument({ store_path: upload.store_path }, upload)).rejects.toThrow('The upload was aborted');
    });

    test('the first document is notified of the file, further ones share it if it has arrived', async () => {
      const [write, read] = [port('uploads.write'), port('uploads.read')];
      const upload = await write.create(uploadOf());
      const of = { store_path: upload.store_path };
      const first = await addDocument({ ...of, processing_status: 'PENDING' }, upload);
      const taken = await read.get(organization, upload.upload_id);
      expect(taken).toMatchObject({ document_id: first.document_id, updated_by: { type: 'operator' } });
      await expect(addDocument({ ...of, processing_status: 'PENDING' }, upload)).rejects.toThrow('awaits the file');
      const second = await addDocument(of, upload);
      const third = await addDocument(of, taken);
      expect(await read.get(organization, upload.upload_id)).toEqual(taken);
      await port('uploads.expire').close({ organization_id: organization, id: upload.upload_id });
      await expect(addDocument(of, taken)).rejects.toThrow('The upload has expired');

      const purge = port('documents.purge');
      expect([await purge.releaseFile(first), await purge.releaseFile(second)]).toEqual([false, false]);
      expect(await purge.releaseFile(third)).toBe(true);

      const awaited = port('documents.awaited');
      const waiting = async () =>
        (await awaited.due('2999', 1000)).filter(({ organization_id }) => organization_id === organization);
      const [due] = await waiting();
      expect(due).toMatchObject({ id: first.document_id, until: arrivalEnd(upload) });
      await awaited.postpone(due!, '2998');
      expect(await waiting()).toEqual([{ ...due, at: '2998' }]);
      await awaited.settle({ ...due!, at: '2998' });
      expect(await waiting()).toEqual([]);
    });
  });

  test('a deletion that was overtaken returns the resulting record', async () => {
    const document = await addDocument();
    const id = document.document_id;
    const [deleted] = await overtaken(
      () => port('documents.delete').delete(document, guard()),
      () => port('documents.write').change(organization, project, id, { title: 'Later' }, guard()),
    );
    expect(deleted).toMatchObject({ is_deleted: true, title: 'Later', record_version: 3 });
    expect(await port('documents.read').get(organization, id)).toEqual(deleted);
  });

  describe('of purged documents', () => {
    const sheetOf = (sheet_number: string): Sheet => ({
      ...{ page: 1, sheet_number, title: null, revision: null, date: null, scale: null, sheet_references: [] },
      confidence: { sheet_number: 1, title: 0, revision: 0, date: 0, scale: 0 },
    });

    test('remove everything beside the record, and end with it', async () => {
      const [purge, write, sheets] = [port('documents.purge'), port('documents.write'), port('sheet-index.read')];
      const document = await addDocument({ sha256: 'f'.repeat(64) });
      const id = document.document_id;
      const numbers = Array.from({ length: 30 }, (_, i) => `A-${100 + i}`);
      await write.change(organization, project, id, { sheets: numbers.map(sheetOf) }, guard());
      const cited = async (key: string) => sheets.documents(organization, project, { key, role: 'holds' }, 9);
      const keys = numbers.map((number) => sheetKeysOf([sheetOf(number)]).holds[0]!);
      expect(await Promise.all(keys.map(cited))).toEqual(keys.map(() => [id]));
      await write.change(organization, project, id, { sheets: [sheetOf('A-100')] }, guard());
      expect([await cited(keys[0]!), await cited(keys[1]!)]).toEqual([[id], []]);
      const other = await addDocument();
      expect(await write.claimContent(document, 'f'.repeat(64))).toBe(id);
      expect(await write.claimContent(other, 'f'.repeat(64))).toBe(id);
      const deleted = await port('documents.delete').delete({ ...document }, guard());
      const due = async () =>
        (await purge.due('2999', 1000)).filter(({ organization_id }) => organization_id === organization);
      expect(await due()).toEqual([{ organization_id: organization, id, at: deleted.deleted_at }]);
      const begun = await purge.begin(organization, id, { now: new Date(), deletedAt: deleted.deleted_at! });
      expect(begun).toMatchObject({ is_deleted: true, purge_started_at: expect.any(String) });
      await purge.removeBeside(begun!, false);
      expect(await write.claimContent(other, 'f'.repeat(64))).toBe(other.document_id);
      await purge.end(begun!);
      expect(await due()).toEqual([]);
      expect(await port('documents.read').get(organization, id)).toBeUndefined();
      expect(await cited(keys[0]!)).toEqual([]);
    });

    test('use the version at the time of the write, and return the resulting version', async () => {
      const purge = port('documents.purge');
      const document = await addDocument();
      const deleted = await port('documents.delete').delete(document, guard());
      const terms = { now: new Date(), deletedAt: deleted.deleted_at! };
      const [begun] = await overtaken(
        () => purge.begin(organization, document.document_id, terms),
        () => port('documents.write').change(organization, project, document.document_id, { title: 'Later' }, guard()),
      );
      expect(begun).toMatchObject({ title: 'Later', record_version: 4 });
      // When already begun, it returns the current record.
      expect(await purge.begin(organization, document.document_id, terms)).toEqual(begun);
    });

    test('do not change the latest revision if another document was the latest', async () => {
      const [purge, read] = [port('documents.purge'), port('documents.read')];
      const root = await addDocument();
      const own = { revision_root: root.document_id, revision_of: root.document_id };
      const latest = await addDocument({ ...own, created_at: '2999-01-01T00:00:00.000Z' });
      const before = await read.get(organization, latest.document_id);
      const deleted = await port('documents.delete').delete(root, guard());
      await purge.begin(organization, root.document_id, { now: new Date(), deletedAt: deleted.deleted_at! });
      expect(await read.get(organization, latest.document_id)).toEqual(before);
      expect(before?.is_latest).toBe(true);
    });

    test('do not purge a restored document, and are no longer due', async () => {
      const [purge, deletes] = [port('documents.purge'), port('documents.delete')];
      const document = await addDocument();
      const { deleted_at } = await deletes.delete(document, guard());
      await deletes.restore(document, guard());
      const dueSince = async () => (await purge.due('2999', 1000)).filter(({ id }) => id === document.document_id);
      expect(await dueSince()).toEqual([]);
      const terms = { now: new Date(), deletedAt: deleted_at! };
      expect(await purge.begin(organization, document.document_id, terms)).toBeUndefined();
      expect(await port('documents.read').get(organization, document.document_id)).toMatchObject({ is_deleted: false });
      const again = await deletes.delete(document, guard());
      // The request to purge the first deletion arrives late: the second one remains due.
      expect(await purge.begin(organization, document.document_id, terms)).toBeUndefined();
      expect(await dueSince()).toEqual([
        { organization_id: organization, id: document.document_id, at: again.deleted_at },
      ]);
    });

    test('make the youngest remaining revision the latest, and remove the chain with the last one', async () => {
      const [purge, read] = [port('documents.purge'), port('documents.read')];
      const root = await addDocument();
      const own = { revision_root: root.document_id, revision_of: root.document_id };
      const revision = await addDocument({ ...own, created_at: '2999-01-01T00:00:00.000Z' });
      const latest = async (id: string) => (await read.get(organization, id))?.is_latest;
      expect([await latest(root.document_id), await latest(revision.document_id)]).toEqual([false, true]);
      const deleted = await port('documents.delete').delete(revision, guard());
      const terms = { now: new Date(), deletedAt: deleted.deleted_at! };
      const begun = await purge.begin(organization, revision.document_id, terms);
      expect(await latest(root.document_id)).toBe(true);
      const pointer = () => readPointer(tableOf(environment), root);
      await purge.removeBeside(begun!, false);
      expect(await pointer()).toMatchObject({ document_id: root.document_id });
      await purge.removeBeside(begun!, true);
      expect(await pointer()).toBeUndefined();
      const tombstone = await port('documents.delete').delete(root, guard());
      expect(
        await purge.begin(organization, root.document_id, { now: new Date(), deletedAt: tombstone.deleted_at! }),
      ).toMatchObject({ document_id: root.document_id });
      expect(await purge.begin(organization, 'none', { now: new Date(), deletedAt: at })).toBeUndefined();
    });
  });

  test('of a deleted project: members, entries and the deletion itself are removed', async () => {
    const [remove, members] = [port('projects.remove'), port('members.read')];
    const record = await addProject();
    const deletion = await deleteProject(record);
    const pending = async (now: number) =>
      (await remove.pending(now, 1000)).filter(({ organization_id }) => organization_id === organization);
    const now = Date.now() + 1000;
    expect(await pending(now)).toEqual([deletion]);
    expect([await remove.hold(deletion, now, now + 5), await remove.hold(deletion, now, now + 5)]).toEqual([
      true,
      false,
    ]);
    expect(await pending(now)).toEqual([]);
    await remove.release(deletion);
    expect(await pending(now)).toHaveLength(1);
    const inProject = { list: 'inProject', parent: project, limit: 9 } as const;
    expect((await members.list(organization, inProject)).records).toHaveLength(1);
    await remove.removeMembers(organization, project);
    expect((await members.list(organization, inProject)).records).toEqual([]);
    await remove.end(deletion);
    expect(await pending(now)).toEqual([]);
  });

  test('a project whose deletion is being checked rejects new records until it is reopened', async () => {
    const [record, deletes] = [await addProject(), port('projects.delete')];
    await deletes.close(record, 'me');
    await expect(addDocument()).rejects.toThrow('The project is about to be deleted');
    await expect(deletes.close(record, 'another')).rejects.toThrow('Another request is deleting the project');
    await deletes.reopen(record, 'another');
    await expect(addDocument()).rejects.toThrow(Conflict);
    await deletes.reopen(record, 'me');
    expect(await addDocument()).toMatchObject({ project_id: project });
    await deleteProject(record);
    await expect(addDocument()).rejects.toThrow(NotFound);
  });

  test('the claim on a content is held by one document that is not deleted', async () => {
    const { claimContent } = port('documents.write');
    const { delete: remove, restore } = port('documents.delete');
    const [first, second] = [await addDocument(), await addDocument()];
    const claim = (document: DocumentRecord) => claimContent(document, 'e'.repeat(64));
    expect([await claim(first), await claim(second)]).toEqual(Array(2).fill(first.document_id));
    await remove(second, guard());
    expect([await claim(first), await claim(second)]).toEqual(Array(2).fill(first.document_id));
    await remove(first, guard());
    expect(await claim(first)).toBeUndefined();
    await restore(second, guard());
    expect(await claim(second)).toBe(second.document_id);
    await expect(restore(first, guard())).rejects.toThrow(`The same file is stored as document ${second.document_id}`);
    await remove(second, guard());
    await restore(first, guard());
    expect(await claim({ ...second, document_id: 'missing' })).toBe(first.document_id);
  });

  test('a claim left to a deleted document by an earlier version of the service is replaced', async () => {
    const { claimContent } = port('documents.write');
    const [first, second] = [await addDocument({ is_deleted: true }), await addDocument()];
    for (const [digit, holder] of [
      ['c', first.document_id],
      ['d', 'missing'],
    ] as const) {
      const sha256 = digit.repeat(64);
      await putItem(table, { ...contentClaimKey(organization, project, sha256), document_id: holder });
      expect(await claimContent(second, sha256)).toBe(second.document_id);
    }
  });

  test('a document stored by an earlier version of the service, without its claim, releases it', async () => {
    const { claimContent } = port('documents.write');
    const sha256 = 'b'.repeat(64);
    const { content_claim, ...stored } = await addDocument({ sha256 });
    await putItem(table, { ...documentKey(organization, stored.document_id), ...stored });
    await putItem(table, { ...contentClaimKey(organization, project, sha256), document_id: stored.document_id });
    const other = await addDocument();
    expect(await claimContent(other, sha256)).toBe(stored.document_id);
    const deleted = await port('documents.delete').delete(stored, guard());
    await port('documents.delete').restore(deleted, guard());
    expect(await claimContent(other, sha256)).toBe(stored.document_id);
    await port('documents.delete').delete(stored, guard());
    expect(await claimContent(other, sha256)).toBe(other.document_id);
  });

  test('a report in progress is found by the sweep, and later again if postponed', async () => {
    const [write, busy] = [port('reports.write'), port('reports.busy')];
    const id = randomUUID();
    await write.create({
      ...{ id, ...place(), type: 'task_status', format: 'csv', title: 't', from: null, to: null, status: 'queued' },
      ...{ filename: null, file_path: null, file_size: null, row_count: null, completed_at: null, error: null },
      ...{ error_detail: null, attempts: 0, queued_at: at, lease: null, created_by: user, ...times() },
    });
    const listed = async (before: string) => (await busy.list(before, 1000)).filter((report) => report.id === id);
    const [report] = await listed('2999');
    expect(report).toMatchObject({ id, since: at });
    await busy.postpone(report!, '2998');
    expect([await listed('2997'), (await listed('2999')).map(({ since }) => since)]).toEqual([[], ['2998']]);
  });
});
