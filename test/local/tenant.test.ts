import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportTenant } from '../../infra/operator/export-tenant.ts';
import { auditTenant, purgeTenant } from '../../infra/operator/purge-tenant.ts';
import { localTarget, type Target } from '../../infra/operator/target.ts';
import { isOf, objectsOf } from '../../infra/operator/tenant.ts';
import { partsOf, TENANT_TABLES } from '../../infra/operator/tenant-parts.ts';
import type { Item } from '../../shared/aws/dynamodb/items.ts';
import { transact } from '../../shared/aws/dynamodb/transaction.ts';
import { createRecord } from '../../shared/aws/records/create-record.ts';
import { searchChange } from '../../shared/aws/search/search-changes.ts';
import { countChanges } from '../../shared/domain/comparisons/set-comparison.ts';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { UNCORRECTED } from '../../shared/domain/sheets/sheet-correction.ts';
import { receiptOf } from '../../shared/domain/transmittals/receipt.ts';
import { transmittalNumber } from '../../shared/domain/transmittals/transmittal.ts';
import { portsFor } from '../../shared/http/provide.ts';
import { tombstoneKey } from '../../shared/table/keys.ts';
import type { Kind, StoredRecord } from '../../shared/table/kind.ts';
import { AGENTS } from '../../shared/table/kinds/agents.ts';
import { COMPARISONS } from '../../shared/table/kinds/comparisons.ts';
import { kinds } from '../../shared/table/kinds/index.ts';
import { RECEIPTS } from '../../shared/table/kinds/receipts.ts';
import { REVIEWS } from '../../shared/table/kinds/reviews.ts';
import { SET_COMPARISONS } from '../../shared/table/kinds/set-comparisons.ts';
import { SHEET_CORRECTIONS } from '../../shared/table/kinds/sheet-corrections.ts';
import { TRANSMITTALS } from '../../shared/table/kinds/transmittals.ts';
import { activity } from '../support/activities.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { connectionReset, type Interposer, interposed } from '../support/sdk-calls.ts';
import { type Service, startService } from '../support/service.ts';
import { createSystem } from '../support/systems.ts';

let service: Service;
let target: Target;
const folders: string[] = [];
beforeAll(async () => {
  service = await startService({}, { idle: true, limited: true });
  target = localTarget({ DATA_DIR: service.dataDir });
});
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  await service?.end();
});

const ports = () =>
  portsFor([
    'activities.write',
    'sheet-templates.write',
    'digests.write',
    'documents.read',
    'documents.write',
    'documents.purge',
    'slices.write',
    'files.write',
    'queue.search',
  ]);

const bytes = (words: string) => new TextEncoder().encode(words);

/** An organization with a record of every type, two projects, and auxiliary items. */
const newTenant = async (): Promise<string> => {
  const organization = `Müller & Söhne ${randomUUID()}`;
  const port = ports();
  const platform = await service.as({ user: 'root', organization: 'platform', role: 'platform_admin' });
  await platform.call('POST', '/api/v1/organizations', { id: organization, name: 'Ours' });
  const boss = await service.as({ user: 'boss', organization, role: 'org_admin' });
  const [project, doomed] = [await createProject(boss), await createProject(boss)];
  await boss.call('PUT', `/api/v1/projects/${project}/members/ann`, { name: 'Ann' });
  await createSystem(boss, 'https://example.com', {
    ...{ organization_id: organization, authentication_type: 'bearer_token', credentials: { token: 'secret' } },
  });
  const template = { name: 'Ours', description: '', template_type: 'digest', notification_type: null };
  const texts = { subject: 's', body: 'b', html_body: '<p>h</p>', created_by: 'boss' };
  expect((await boss.call('POST', '/api/v1/email-templates', { ...template, ...texts })).status).toBe(201);
  await boss.call('PUT', '/api/v1/notification-preferences', { modes: { task_due: 'off' } });
  const upload = { project_id: project, filename: 'a.txt', file_size: 3 };
  expect((await boss.call('POST', '/api/v1/uploads', upload)).status).toBe(201);
  const newDocument = async (content: string, fields: Record<string, string> = {}): Promise<string> =>
    (await uploadForm(boss, project, bytes(content), 'a.txt', fields)).body.id;
  const one = await newDocument(`one ${organization}`);
  const two = await newDocument(`two ${organization}`, { revision_of: one });
  const purged = await newDocument(`three ${organization}`);
  const claimant = (await port['documents.read'].get(organization, one)) as DocumentRecord;
  await port['documents.write'].claimContent(claimant, '1'.repeat(64));
  await port['slices.write'].begin(organization, one, 'pages', { count: 1, size: 1, run: 'r', facts: {} });
  await boss.call('DELETE', `/api/v1/documents/${two}`);
  await boss.call('DELETE', `/api/v1/documents/${purged}`);
  const { deleted_at } = (await port['documents.read'].get(organization, purged)) as DocumentRecord;
  await port['documents.purge'].begin(organization, purged, { deletedAt: deleted_at ?? '', now: new Date() });
  const webhook = { url: 'https://hooks.example.com/documents', project_id: project };
  expect((await boss.call('POST', '/api/v1/webhooks', webhook)).status).toBe(201);
  const task = { title: 'Check', project_id: project, assignee_email: 'x@example.com', due_date: '2100-01-01' };
  const made = await boss.call(
    'POST',
    '/api/v1/tasks',
    { ...task, document_ids: [one] },
    { 'idempotency-key': 'once' },
  );
  expect(made.status).toBe(201);
  const report = { project_id: project, type: 'document_register', format: 'csv' };
  expect((await boss.call('POST', '/api/v1/reports', report)).status).toBe(202);
  const at = new Date().toISOString();
  const written = { organization_id: organization, created_at: at, updated_at: at, record_version: 1, write_id: 'w' };
  await port['sheet-templates.write'].create({ ...written, id: 'sheet', office: null, examples: [] });
  await port['activities.write'].create(activity({ organization_id: organization, project_id: project }));
  await port['activities.write'].create(activity({ organization_id: organization, recipient_id: 'former' }));
  for (const subscriber of ['boss', 'mailto:x@example.com']) {
    await port['digests.write'].add(subscriber, {
      ...{ organization_id: organization, user_id: 'boss', id: 'n', project_id: project, type: 'task_due' },
      ...{ line: 'due', email: 'b@example.com', name: null, added_at: at, is_in_batch: false, mail: null },
    });
  }
  const agent = { id: 'agent', project_id: null, title: 'Agent', description: '', type: 'service', tasks: [] };
  await createRecord(target.table, AGENTS, { ...written, ...agent });
  const compared = { id: `comparison-${organization}`, project_id: project, lease: null, attempts: 0, queued_at: at };
  const pair = { original_drawing_id: one, comparison_drawing_id: two, status: 'ready', files: {}, requested_by: null };
  const nothing = Object.fromEntries(
    ['original_drawing_number', 'comparison_drawing_number', 'original_drawing_revision', 'comparison_drawing_revision']
      .concat(['description', 'summary', 'price_list', 'error', 'error_detail', 'result_path'])
      .map((name) => [name, null]),
  );
  const comparison = { ...written, ...compared, ...pair, ...nothing, item_count: 0 };
  await createRecord(target.table, COMPARISONS, COMPARISONS.schema.parse(comparison));
  const user = { _id: 'boss', name: 'Boss', email: 'b@example.com', company: '' };
  const box = { x: 0, y: 0, width: 1, height: 1 };
  await createRecord(target.table, REVIEWS, {
    ...{ ...written, id: 'review', project_id: project, comparison_id: compared.id, status: 'open', comment: null },
    ...{
      page: 1,
      kind: 'added',
      bounding_box: box,
      reviewed_by: user,
    },
  });
  const inProject = { ...written, project_id: project };
  await createRecord(target.table, SET_COMPARISONS, {
    ...{ ...inProject, id: 'set', older: { document_id: one, as_of: null }, newer: { document_id: null, as_of: at } },
    ...{ counts: countChanges([]), sheets: '', requested_by: user },
  });
  const sheet = { ...inProject, id: 'sheet', key: 'A101', ...UNCORRECTED };
  await createRecord(target.table, SHEET_CORRECTIONS, sheet);
  const sent = { documents: [], sheets: [], recipients: [], expires_at: at, created_by: user };
  const transmittal = { ...inProject, id: 'sent', number: transmittalNumber(1), subject: 'Issue A', ...sent };
  await createRecord(target.table, TRANSMITTALS, { ...transmittal, purpose: 'review', note: null, due_date: null });
  const download = { transmittal_id: 'sent', recipient_id: '1', document_id: one, withdrawn: [] };
  const receipt = receiptOf({ organization_id: organization, project_id: project, ...download }, new Date(at), 'w');
  await createRecord(target.table, RECEIPTS, receipt);
  await transact(target.table, { change: searchChange(target.table, organization, 'document', one) });
  await port['files.write'].put(
    `files/${encodeURIComponent(organization)}/left/behind.txt`,
    bytes('left'),
    'text/plain',
  );
  expect((await boss.call('DELETE', `/api/v1/projects/${doomed}?cascade=true`)).status).toBe(204);
  return organization;
};

const nameOf = (of: string, { pk, sk }: Item) => `${of}: ${pk} ${sk}`;

/** Keys of all items of a tenant, found by a scan of the tables. */
const scanned = async (organization: string): Promise<string[]> => {
  const found: string[] = [];
  for (const of of TENANT_TABLES) {
    const { client, name } = target[of];
    for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) {
      for (const item of Items) if (isOf(organization, item)) found.push(nameOf(of, item));
    }
  }
  return found.sort();
};
const walked = async (organization: string): Promise<string[]> => {
  const found: string[] = [];
  for (const part of await partsOf(target, organization)) {
    for await (const { of, item } of part.items()) found.push(nameOf(of, item));
  }
  return found.sort();
};

type Attempt = Parameters<Interposer>[0];

/** Runs `work`, and returns how often it called each operation of the tables; attempts can be made to fail. */
const watched = async (
  act: () => Promise<unknown>,
  fails: (attempt: Attempt) => boolean = () => false,
): Promise<Map<string, number>> => {
  const operations = new Map<string, number>();
  await interposed(async (attempt, send) => {
    const { service: name, operation } = attempt;
    if (name === 'DynamoDB') operations.set(operation, (operations.get(operation) ?? 0) + 1);
    if (fails(attempt)) throw connectionReset();
    return send();
  }, act);
  return operations;
};
/** From the n-th deletion on, all fail. */
const failingAt = (number: number) => {
  let writes = 0;
  return ({ operation }: Attempt) => operation === 'BatchWriteItem' && ++writes >= number;
};

describe('a tenant with a record of every type', () => {
  let organization: string;
  beforeEach(async () => {
    organization = await newTenant();
  });

  test('is found by its keys as by a scan, each item once', async () => {
    expect(await walked(organization)).toEqual(await scanned(organization));
  });

  test('is exported with every type of record, without a scan, and an interrupted export resumes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'export-'));
    folders.push(folder);
    const isFile = (name: string) => name.endsWith('.txt');
    const start = () => exportTenant(target, organization, folder);
    const manifest = () => JSON.parse(readFileSync(join(folder, 'export.json'), 'utf8'));
    const first = await watched(
      () => expect(start()).rejects.toThrow(),
      ({ service: name, operation, path }) => name === 'S3' && operation === 'GET' && path.includes('behind'),
    );
    expect(manifest().ended_at).toBeNull();
    const second = await watched(start);
    for (const operations of [first, second]) expect(operations.has('Scan')).toBe(false);
    // Completed parts are listed, but not read again.
    expect(second.get('Query')).toBeLessThan((first.get('Query') ?? 0) / 3);

    const parts = readdirSync(join(folder, 'records'));
    const items: Item[] = parts.flatMap((name) => {
      const lines = readFileSync(join(folder, 'records', name), 'utf8')
        .trim()
        .split('\n');
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
    });
    const inTable = (await scanned(organization)).filter((name) => name.startsWith('table: '));
    expect(items.map((item) => nameOf('table', item)).sort()).toEqual(inTable);
    for (const [name, kind] of Object.entries(kinds) as unknown as [string, Kind<StoredRecord, unknown>][]) {
      // These belong to no organization.
      if (name === 'suppressions' || name === 'api-keys') continue;
      const isOne = (item: Item) => {
        if (item.record_version === undefined) return false;
        const { pk, sk } = kind.key(organization, kind.idOf(item as never));
        return item.pk === pk && item.sk === sk;
      };
      expect(items.filter(isOne).length, `records of ${name}`).toBeGreaterThan(0);
    }
    const files = readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' }).filter(isFile);
    expect(files.map((name) => readFileSync(join(folder, 'files', name), 'utf8'))).toContain('left');

    await expect(exportTenant(target, organization, folder)).rejects.toThrow('choose another folder');
    expect(manifest()).toMatchObject({ records: items.length, files: files.length, ended_at: expect.any(String) });
  });

  test('is purged except for its mark, without a scan, wherever it is interrupted; its neighbour keeps everything', async () => {
    const neighbour = await newTenant();
    const kept = await scanned(neighbour);
    for (const failing of [1, 2, 2, 3, 4]) {
      await expect(watched(() => purgeTenant(target, organization), failingAt(failing))).rejects.toThrow();
    }
    expect((await scanned(organization)).length).toBeGreaterThan(20);
    const late = await service.as({ user: 'late', organization, role: 'org_admin' });
    expect((await late.call('GET', '/api/v1/projects')).body.code).toBe('organization_deleted');

    const operations = await watched(() => purgeTenant(target, organization));
    expect(operations.has('Scan')).toBe(false);
    // Counters of callers after the purge began expire after two hours; there is no other trace.
    expect((await scanned(organization)).filter((name) => !name.includes('#LIMITS#'))).toEqual([]);
    expect(await auditTenant(target, organization)).toEqual({ records: 0, requests: 0, credentials: 0, objects: 0 });
    const tombstone = tombstoneKey(organization);
    const { client, name } = target.table;
    for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) {
      const named = Items.filter((item) => JSON.stringify(item).includes(organization));
      expect(named.map(({ pk, sk }) => ({ pk, sk }))).toEqual(named.length === 0 ? [] : [tombstone]);
    }
    expect(await scanned(neighbour)).toEqual(kept);
    for await (const { path } of objectsOf(target.bucket, organization)) expect(path).toBeUndefined();
  });
});
