import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adapter as comparisonsWriteAdapter } from '../../../shared/aws/adapters/comparisons.write.ts';
import { derived } from '../../../shared/aws/adapters/derived.ts';
import { adapter as readAdapter } from '../../../shared/aws/adapters/documents.read.ts';
import { adapter as writeAdapter } from '../../../shared/aws/adapters/documents.write.ts';
import { adapter as limitsAdapter } from '../../../shared/aws/adapters/limits.write.ts';
import { adapter as membershipsAdapter } from '../../../shared/aws/adapters/memberships.read.ts';
import { adapter as projectsWriteAdapter } from '../../../shared/aws/adapters/projects.write.ts';
import { tableOf } from '../../../shared/aws/clients/table.ts';
import type { ComparisonRecord } from '../../../shared/domain/comparisons/comparison.ts';
import { COMPARISON_TRANSITIONS } from '../../../shared/domain/comparisons/comparison.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { Conflict, NotFound } from '../../../shared/domain/errors.ts';
import type { Ports } from '../../../shared/ports.ts';
import { caller, recordOf } from '../../operations/support/register-world.ts';
import { hasTable, startTable } from '../http/support/table.ts';
import { holdWrites } from './held-writes.ts';

describe.skipIf(!hasTable())('in the table', () => {
  let stop: () => Promise<void>;
  let overtaken: ReturnType<typeof holdWrites>['overtaken'];
  let documents: Ports['documents.read'] & Ports['documents.write'];
  let comparisons: Ports['comparisons.read'] & Ports['comparisons.write'];
  let memberships: Ports['memberships.read'];
  let projects: Ports['projects.write'];
  let limits: Ports['limits.write'];
  const sent: { name: string; input: Record<string, unknown> }[] = [];

  beforeAll(async () => {
    const { environment, ...started } = await startTable();
    stop = started.stop;
    const table = tableOf(environment);
    overtaken = holdWrites(table).overtaken;
    table.client.middlewareStack.add(
      (next, context) => (args) => {
        sent.push({ name: String(context.commandName), input: args.input as unknown as Record<string, unknown> });
        return next(args);
      },
      { step: 'initialize' },
    );
    documents = { ...readAdapter(environment), ...writeAdapter(environment) };
    comparisons = { ...derived['comparisons.read'](environment), ...comparisonsWriteAdapter(environment) };
    memberships = membershipsAdapter(environment);
    projects = projectsWriteAdapter(environment);
    limits = limitsAdapter(environment);
  });
  afterAll(() => stop?.());

  const guard = (more: object = {}) => ({ writeId: randomUUID(), now: new Date(), ...more });
  const storeDocument = (): Promise<DocumentRecord> => {
    const id = randomUUID();
    return documents.create(recordOf(0, { document_id: id, revision_root: id, creation_id: id, write_id: id }));
  };

  describe('a change of a document', () => {
    test('returns the result of its own write, among many concurrent ones', async () => {
      const { document_id } = await storeDocument();
      const titles = Array.from({ length: 12 }, (_, i) => `Title ${i}`);
      const answers = await Promise.all(
        titles.map((title) => documents.change('o1', 'p1', document_id, { title }, guard())),
      );
      expect(answers.map(({ title }) => title)).toEqual(titles);
      const versions = answers.map(({ record_version }) => record_version);
      expect(versions.sort((a, b) => a - b)).toEqual(titles.map((_, i) => i + 2));
    });

    test('returns the record as stored, including the effect of its transition', async () => {
      const { document_id } = await storeDocument();
      const transition = { from: ['PROCESSED'], to: 'QUEUED' } as const;
      const change = { queued_at: '2026-03-12T19:03:10.000Z', lease: { owner: 'w', until: 7 } };
      const changed = await documents.change('o1', 'p1', document_id, change, guard({ transition, addAttempt: true }));
      expect(changed).toMatchObject({ processing_status: 'QUEUED', attempts: 1, record_version: 2, ...change });
      expect(await documents.get('o1', document_id)).toEqual(changed);
    });

    test('is rejected based on the record at the time of the write', async () => {
      const { document_id } = await storeDocument();
      const transition = { from: ['PROCESSED'], to: 'QUEUED' } as const;
      const queue = (title: string) => documents.change('o1', 'p1', document_id, { title }, guard({ transition }));
      const [late] = await overtaken(
        () => queue('late').catch((error) => error),
        () => queue('early'),
      );
      expect(late).toEqual(new Conflict('The document is QUEUED'));
      expect(await documents.get('o1', document_id)).toMatchObject({ title: 'early', record_version: 2 });
    });

    test('returns the same when repeated, and fails if the document does not exist', async () => {
      const { document_id } = await storeDocument();
      const terms = guard();
      const first = await documents.change('o1', 'p1', document_id, { title: 'once' }, terms);
      expect(await documents.change('o1', 'p1', document_id, { title: 'once' }, terms)).toEqual(first);
      await expect(documents.change('o1', 'p1', 'nowhere', { title: 'x' }, guard())).rejects.toThrow(NotFound);
      await expect(documents.change('o1', 'p2', document_id, { title: 'x' }, guard())).rejects.toThrow(NotFound);
    });
  });

  describe('a comparison', () => {
    const comparisonOf = (pair: readonly DocumentRecord[], project_id: string, at: string): ComparisonRecord => ({
      id: `pair-${pair[0]?.document_id}`,
      organization_id: 'o1',
      project_id,
      status: 'queued',
      original_drawing_id: String(pair[0]?.document_id),
      comparison_drawing_id: String(pair[1]?.document_id),
      original_page: null,
      comparison_page: null,
      matching_points: null,
      matching_views: null,
      original_drawing_number: null,
      comparison_drawing_number: null,
      original_drawing_revision: null,
      comparison_drawing_revision: null,
      description: null,
      summary: null,
      item_count: null,
      price_list: null,
      requested_by: null,
      result_path: null,
      files: {},
      error: null,
      error_detail: null,
      attempts: 0,
      queued_at: at,
      lease: null,
      created_at: at,
      updated_at: at,
      record_version: 1,
      write_id: randomUUID(),
    });
    const first = '2026-03-12T19:03:10.000Z';
    const second = '2026-03-12T19:03:11.000Z';
    const world = async () => {
      const pair = await Promise.all([storeDocument(), storeDocument()]);
      const project = randomUUID();
      const make = (at: string) => comparisons.create(comparisonOf(pair, project, at));
      const listed = () => comparisons.page('o1', { list: 'inProject', parent: project, skip: 0, limit: 10 });
      const links = async () =>
        (await Promise.all(pair.map(({ document_id }) => documents.get('o1', document_id)))).map(
          (document) => document?.drawing_comparison_id,
        );
      return { pair, make, listed, links };
    };

    test('deleted and recreated concurrently exists once, linked and listed', async () => {
      const { make, listed, links } = await world();
      const record = await make(first);
      let fresh: ComparisonRecord | undefined;
      await overtaken(
        () => comparisons.delete(record),
        async () => {
          await comparisons.delete(record);
          fresh = await make(second);
        },
      );
      expect(await listed()).toEqual({ records: [fresh], total: 1 });
      expect(await links()).toEqual([fresh?.id, fresh?.id]);
    });

    test('leaves no inconsistency after many concurrent creates and deletes', async () => {
      const { make, listed, links } = await world();
      const record = await make(first);
      await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          i % 2 ? comparisons.delete(record) : make(new Date(Date.parse(second) + i).toISOString()),
        ),
      );
      const { records, total } = await listed();
      expect(records).toHaveLength(total);
      expect(await links()).toEqual(Array(2).fill(records[0]?.id ?? null));
      for (const each of records) await comparisons.delete(each);
      expect([await listed(), await links()]).toEqual([{ records: [], total: 0 }, [null, null]]);
    });

    test('is deleted only at the requested version, whatever changed in between', async () => {
      const { make, listed } = await world();
      const record = await make(first);
      const start = () =>
        comparisons.change('o1', record.id, {}, { ...guard(), transition: COMPARISON_TRANSITIONS.start });
      const [refused] = await overtaken(
        () => comparisons.delete(record, { ifVersion: 1 }).catch((error) => error),
        start,
      );
      expect(refused).toEqual(
        new Conflict('The comparison has changed: its current version is "2"', 'version_conflict'),
      );
      expect((await listed()).total).toBe(1);
      expect(await comparisons.delete(record)).toMatchObject({ status: 'running', record_version: 2 });
    });

    test('of a document that is linked to another comparison leaves that link', async () => {
      const { pair, make, links } = await world();
      const record = await make(first);
      const other = { ...comparisonOf(pair, record.project_id, second), id: `other-${record.id}` };
      await comparisons.create({ ...other, comparison_drawing_id: (await storeDocument()).document_id });
      await comparisons.delete(record);
      expect(await links()).toEqual([other.id, null]);
    });
  });

  test('a membership is one read, however many there are', async () => {
    const organization = randomUUID();
    const ids = Array.from({ length: 4 }, () => randomUUID());
    for (const id of ids) {
      const at = '2026-03-12T19:03:10.000Z';
      const user = { _id: 'u1', name: null, email: null, company: null };
      const times = { created_at: at, updated_at: at, record_version: 1, write_id: id };
      const project = { id, organization_id: organization, name: id, description: null, created_by: user, ...times };
      await projects.create({ ...project, status: 'planning' }, { ...caller, organizationId: organization });
    }
    sent.length = 0;
    expect(await memberships.holds(organization, caller.subject, ids[2] as string)).toBe(true);
    expect(sent.map(({ name }) => name)).toEqual(['BatchGetItemCommand']);
    expect(await memberships.holds(organization, caller.subject, 'elsewhere')).toBe(false);
    expect(await memberships.holds(organization, 'somebody', ids[2] as string)).toBe(false);
    expect(await memberships.holds('elsewhere', caller.subject, ids[2] as string)).toBe(false);
    expect(await memberships.projectsOf(organization, caller.subject)).toEqual(new Set(ids));
  });

  test('no expression has a line break: not every DynamoDB accepts one', async () => {
    sent.length = 0;
    await limits.admit({
      organizationId: 'o1',
      identity: 'u1',
      requestId: randomUUID(),
      now: new Date(),
      leaseUntil: Date.now() + 1000,
      perMinute: 1,
      perHour: 1,
      concurrent: 1,
    });
    const conditions = sent.map(({ input }) => String(input.ConditionExpression));
    expect(conditions).toHaveLength(1);
    expect(conditions[0]).toMatch(/^[^\n]*size\([^\n]*$/);
  });
});
