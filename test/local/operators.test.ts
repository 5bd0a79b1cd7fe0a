import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { DeleteCommand, GetCommand, PutCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { audit } from '../../infra/operator/audit.ts';
import { exportTenant } from '../../infra/operator/export-tenant.ts';
import { functionVariables } from '../../infra/operator/function-variables.ts';
import { liftSuppression } from '../../infra/operator/lift-suppression.ts';
import { auditTenant, purgeTenant } from '../../infra/operator/purge-tenant.ts';
import { rebuildRegister } from '../../infra/operator/rebuild-register.ts';
import { rebuildSearch } from '../../infra/operator/rebuild-search.ts';
import { redrive } from '../../infra/operator/redrive.ts';
import { removeVersions } from '../../infra/operator/remove-versions.ts';
import { replay } from '../../infra/operator/replay.ts';
import { localTarget, type Target } from '../../infra/operator/target.ts';
import { isOf, itemsOf, objectsOf } from '../../infra/operator/tenant.ts';
import { sqsClient } from '../../shared/aws/clients/sqs-client.ts';
import { folderOfOrganization } from '../../shared/aws/search/folders.ts';
import { readState } from '../../shared/aws/search/state.ts';
import { portsFor } from '../../shared/http/provide.ts';
import { contentClaimKey, registerKey, searchStateKey } from '../../shared/table/keys.ts';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { eventually, type Service, startService } from '../support/service.ts';

let service: Service;
let target: Target;
beforeAll(async () => {
  service = await startService({}, { limited: true });
  target = localTarget({ DATA_DIR: service.dataDir });
});
afterAll(() => service?.end());

const textFile = (words: string) => new TextEncoder().encode(`${words} ${randomUUID()}\n`.repeat(20));

/** A new tenant with a project and a processed document. */
const tenantWithDocument = async () => {
  const organization = `org-${randomUUID()}`;
  const api = await service.as({ organization, role: 'org_admin' });
  const projectId = await createProject(api);
  const { body } = await uploadForm(api, projectId, textFile('concrete'), 'notes.txt');
  await processed(api, body.id);
  return { organization, api, projectId, documentId: body.id as string };
};

/** The objects of a tenant's search index. */
const indexObjects = async (organization: string) => {
  const found: string[] = [];
  for await (const { path } of objectsOf(target.bucket, organization)) {
    if (path.startsWith(`${folderOfOrganization(organization)}/`)) found.push(path);
  }
  return found;
};

/** The keys of a tenant's records: work items that its workers remove when they are done have no `created_at`. */
const recordsOf = async (organization: string) => {
  const keys: string[] = [];
  for await (const { pk, sk, created_at } of itemsOf(target.table, organization)) {
    if (created_at !== undefined && String(pk).startsWith('ORG#')) keys.push(`${pk} ${sk}`);
  }
  return keys.sort();
};

/** Everything of a tenant, once its search index is complete and no worker writes to it. */
const indexed = (organization: string) =>
  eventually(async () => {
    const state = await readState(target.table, organization);
    return state?.generation && !state.lease_owner ? auditTenant(target, organization) : undefined;
  });

/** Whether an item of any table, except the mark of its deletion, contains a tenant's name anywhere. */
const isNamedAnywhere = async (organization: string): Promise<boolean> => {
  for (const { client, name } of [target.table, target.requests, target.credentials]) {
    for await (const { Items } of paginateScan({ client }, { TableName: name })) {
      const others = Items?.filter(({ sk }) => sk !== 'TOMBSTONE');
      if (JSON.stringify(others).includes(organization)) return true;
    }
  }
  return false;
};

describe('an item', () => {
  test.each([
    [{ pk: 'ORG#acme', sk: 'PROJECT#p' }, true],
    [{ pk: 'ORG#acme#DOCUMENT#d', sk: 'DOCUMENT' }, true],
    [{ pk: 'ORG#other#DOCUMENT#acme', sk: 'DOCUMENT' }, false],
    [{ pk: 'ORG#acme-2', sk: 'PROJECT#p' }, false],
    [{ pk: 'DUE#DELETED#3', sk: '2026-01-01T00:00:00.000Z#acme#d' }, true],
    [{ pk: 'DUE#DELETED#3', sk: '2026-01-01T00:00:00.000Z#other#acme' }, false],
    [{ pk: 'DUE#DIGEST#3', sk: '2026-11-22#acme#ann' }, true],
    [{ pk: 'DUE#DIGEST#3', sk: '2026-11-22#other#acme' }, false],
    [{ pk: 'ORG#acme#NOTIFICATIONS', sk: 'n' }, true],
    [{ pk: 'ORG##SUPPRESSED#acme', sk: 'SUPPRESSED' }, false],
    [{ pk: 'ORGANIZATIONS', sk: 'ORGANIZATION#2026-01-01T00:00:00.000Z#acme' }, true],
    [{ pk: 'ELSEWHERE', sk: 'x', organization_id: 'acme' }, true],
  ])('%j belongs to acme: %s', (item, expected) => {
    expect(isOf('acme', item)).toBe(expected);
  });
});

test('purging a tenant removes every item and object, and nothing of its neighbour', async () => {
  const [gone, stays] = await Promise.all([tenantWithDocument(), tenantWithDocument()]);
  const system = { system_id: 'geo', name: 'Geo', base_url: 'https://example.com', auth_type: 'bearer_token' };
  const credentials = { system_type: 'api', credentials: { token: 'secret' } };
  await gone.api.call('POST', `/api/v1/external-systems`, { ...system, ...credentials });
  await gone.api.call('DELETE', `/api/v1/documents/${gone.documentId}`);
  const [before, neighbour] = await Promise.all([indexed(gone.organization), indexed(stays.organization)]);
  const records = await recordsOf(stays.organization);
  expect(records.length).toBeGreaterThan(1);
  expect(before.records).toBeGreaterThan(5);
  expect(before.requests).toBeGreaterThan(0);
  expect(before.objects).toBeGreaterThan(0);

  const removed = await purgeTenant(target, gone.organization);
  // Workers end their work items in the meantime, so fewer records than counted before can be left.
  expect(removed.records).toBeGreaterThan(5);
  // Whatever the partition: no item of any table has the name anywhere, once the last worker has ended.
  await eventually(async () => {
    const left = Object.values(await auditTenant(target, gone.organization));
    if (left.every((count) => count === 0) && !(await isNamedAnywhere(gone.organization))) return true;
    await purgeTenant(target, gone.organization);
    return undefined;
  });
  const kept = await auditTenant(target, stays.organization);
  expect(await recordsOf(stays.organization)).toEqual(expect.arrayContaining(records));
  // Its index and files derived from its documents may still grow.
  expect(kept.objects).toBeGreaterThanOrEqual(neighbour.objects);
  expect(await indexObjects(stays.organization)).not.toEqual([]);
  expect(await indexObjects(gone.organization)).toEqual([]);
});

test('a tenant is exported with its records and the bytes of its files', async () => {
  const { organization, documentId } = await tenantWithDocument();
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  try {
    const { records, files } = await exportTenant(target, organization, folder);
    const parts = readdirSync(join(folder, 'records')).map((name) =>
      readFileSync(join(folder, 'records', name), 'utf8'),
    );
    const lines = parts.join('').trim().split('\n');
    expect(lines).toHaveLength(records);
    const record = lines.map((line) => JSON.parse(line)).find((item) => item.sk === 'DOCUMENT');
    expect(record).toMatchObject({ document_id: documentId, organization_id: organization });
    const names = readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => name.endsWith('.txt')).length).toBeGreaterThan(0);
    const { objects } = await auditTenant(target, organization);
    expect(files).toBe(objects - (await indexObjects(organization)).length);
    const stored = readFileSync(join(folder, 'files', record.store_path), 'utf8');
    expect(stored).toContain('concrete');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a register is rebuilt from its documents, and lists follow', async () => {
  const { organization, api, projectId, documentId } = await tenantWithDocument();
  const { client, name } = target.table;
  const Key = registerKey(organization, projectId, documentId);
  const stray = registerKey(organization, projectId, 'stray');
  const titles = async () => {
    const { body } = await api.call('GET', `/api/v1/documents?project_id=${projectId}`);
    return body.items.map((item: { filename: string }) => item.filename);
  };
  await client.send(
    new UpdateCommand({
      TableName: name,
      Key,
      UpdateExpression: 'SET filename = :wrong',
      ExpressionAttributeValues: { ':wrong': 'wrong.txt' },
    }),
  );
  const { Item } = await client.send(new GetCommand({ TableName: name, Key }));
  await client.send(new PutCommand({ TableName: name, Item: { ...Item, ...stray, document_id: 'stray' } }));

  const wrong = { written: [documentId], removed: ['stray'] };
  expect(await rebuildRegister(target, organization, projectId, true)).toEqual(wrong);
  expect(await rebuildRegister(target, organization, projectId, false)).toEqual(wrong);
  expect(await rebuildRegister(target, organization, projectId, false)).toEqual({ written: [], removed: [] });
  expect(await titles()).toEqual(['notes.txt']);
  await client.send(new DeleteCommand({ TableName: name, Key }));
  expect((await rebuildRegister(target, organization, undefined, false)).written).toEqual([documentId]);
});

test('a search index that lost some or all rows is reported as different and rebuilt', async () => {
  const { organization, documentId, projectId } = await tenantWithDocument();
  const records = [`document:${documentId}`, `project:${projectId}`];
  const whole = { missing: [], outdated: [], superfluous: [], records: records.length };
  const standing = () => rebuildSearch(target, organization, true);
  /** Waits until the index is complete and no worker writes to it. */
  const whenWhole = () =>
    eventually(async () => {
      const index = await standing();
      const isWhole = index && index.missing.length + index.outdated.length === 0;
      const state = await readState(target.table, organization);
      return isWhole && !state?.lease_owner ? index : undefined;
    });
  expect(await whenWhole()).toMatchObject(whole);

  const { client, name: TableName } = target.table;
  const Key = { ...searchStateKey(organization) };
  const emptied = {
    ...{ UpdateExpression: 'SET #segments = :none', ExpressionAttributeNames: { '#segments': 'segments' } },
    ExpressionAttributeValues: { ':none': [] },
  };
  await client.send(new UpdateCommand({ TableName, Key, ...emptied }));
  expect((await standing())?.missing.sort()).toEqual(records);
  expect((await rebuildSearch(target, organization, false))?.missing).toHaveLength(2);
  expect(await whenWhole()).toMatchObject(whole);

  // A worker may still write to the index that it was about to complete.
  await eventually(async () => {
    await removeVersions(target.bucket, objectsOf(target.bucket, organization));
    return (await indexObjects(organization)).length === 0 || undefined;
  });
  expect(await rebuildSearch(target, organization, false)).toBeNull();
  expect(await whenWhole()).toMatchObject(whole);
});

test('a document is reprocessed, unless it is being processed or missing', async () => {
  const { organization, api, documentId } = await tenantWithDocument();
  expect(await replay(target, organization, documentId, true)).toBe('PROCESSED');
  const { body: before } = await api.call('GET', `/api/v1/documents/${documentId}`);
  expect(await replay(target, organization, documentId, false)).toBe('PROCESSED');
  const after = await processed(api, documentId);
  expect(after.processing_status).toBe('PROCESSED');
  expect(after.updated_at > before.updated_at).toBe(true);
  await expect(replay(target, organization, 'nowhere', false)).rejects.toThrow();
  await api.call('DELETE', `/api/v1/documents/${documentId}`);
  await expect(replay(target, organization, documentId, false)).rejects.toThrow('The document is deleted');
});

test('messages of a dead-letter queue are listed, then sent again', async () => {
  const { organization, api, documentId, projectId } = await tenantWithDocument();
  const QueueUrl = await target.queueUrl('process-dlq');
  const message = JSON.stringify({ organization_id: organization, project_id: projectId, document_id: documentId });
  await sqsClient().send(new SendMessageCommand({ QueueUrl, MessageBody: message, MessageGroupId: organization }));
  const told: string[] = [];
  expect(await redrive(target, 'process', true, (text) => told.push(text))).toBe(1);
  expect(told).toEqual([message]);
  expect(await redrive(target, 'process', false, () => {})).toBe(1);
  const left = await sqsClient().send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 0 }));
  expect(left.Messages ?? []).toEqual([]);
  expect((await api.call('GET', `/api/v1/documents/${documentId}`)).body.processing_status).toBe('PROCESSED');
});

test('a function on this machine gets values for the variables that its template names', () => {
  const Variables = { TABLE_NAME: { 'Fn::ImportValue': 'x' }, STAGE: 'dev', GROUP: 'documents', UNKNOWN: { Ref: 'y' } };
  const template = {
    Resources: {
      getdocumentFunction1: { Type: 'AWS::Lambda::Function', Properties: { Environment: { Variables } } },
      Role: { Type: 'AWS::IAM::Role' },
    },
  };
  const values = { TABLE_NAME: 'construction', AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL_SQS: 'http://q', HOME: '/x' };
  expect(functionVariables([template], values)).toEqual({
    getdocumentFunction1: {
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_SQS: 'http://q',
      TABLE_NAME: 'construction',
      STAGE: 'dev',
      GROUP: 'documents',
    },
  });
});

test('lifting a suppression allows mails to that address again, and to no other', async () => {
  const { suppress } = portsFor(['suppressions.write'])['suppressions.write'];
  const find = (address: string) => portsFor(['suppressions.read'])['suppressions.read'].find(address);
  const terms = { reason: 'bounce', detail: 'Permanent/General', now: new Date('2026-11-21T09:00:00Z') } as const;
  await suppress('Ann@example.com', terms);
  await suppress('bob@example.com', terms);
  const said = { reason: 'bounce', detail: 'Permanent/General', since: '2026-11-21T09:00:00.000Z' };
  expect(await liftSuppression(target, 'ann@example.com', true)).toEqual(said);
  expect(await find('ann@example.com')).toBeDefined();
  expect(await liftSuppression(target, 'ann@EXAMPLE.com', false)).toEqual(said);
  expect(await find('ann@example.com')).toBeUndefined();
  expect(await find('bob@example.com')).toBeDefined();
  await expect(liftSuppression(target, 'ann@example.com', false)).rejects.toThrow('not suppressed');
});

test('the audit finds contradictions in the records of a tenant, and repairs what it can', async () => {
  const { organization: organizationId, projectId, documentId } = await tenantWithDocument();
  await indexed(organizationId);
  const look = (repair = false) => audit(target, { organizationId, repair, pause: 0 });
  expect(await look()).toMatchObject({ findings: [], repaired: [] });
  const { client, name: TableName } = target.table;
  const tenant = `ORG#${organizationId}`;
  const put = (Item: Record<string, unknown>) => client.send(new PutCommand({ TableName, Item }));
  await client.send(new DeleteCommand({ TableName, Key: { ...registerKey(organizationId, projectId, documentId) } }));
  await put({ pk: `${tenant}#PROJECT#${projectId}`, sk: `SHA256#${'0'.repeat(64)}`, document_id: 'gone' });
  const { content_claim } = (await portsFor(['documents.read'])['documents.read'].get(organizationId, documentId))!;
  const claim = contentClaimKey(organizationId, projectId, content_claim!);
  await client.send(new DeleteCommand({ TableName, Key: { ...claim } }));
  await put({ pk: `${tenant}#PROJECTS`, sk: 'PROJECT#2026-01-01T00:00:00.000Z#gone', id: 'gone', status: 'active' });
  await put({ pk: `${tenant}#DOCUMENT#${documentId}`, sk: 'LEASE#dead', until: 1 });
  const { findings } = await look();
  expect(findings.map(({ check }) => check).sort()).toEqual(['claims', 'claims', 'leases', 'list', 'register']);
  expect((await look(true)).repaired).toHaveLength(findings.length);
  expect(await look()).toMatchObject({ findings: [], repaired: [] });
});

test('the audit waits for queued work, and reports what remains', async () => {
  const { organization: organizationId, projectId, documentId } = await tenantWithDocument();
  const { client, name: TableName } = target.table;
  const Key = { ...registerKey(organizationId, projectId, documentId) };
  const { Item } = await client.send(new GetCommand({ TableName, Key }));
  await client.send(new DeleteCommand({ TableName, Key }));
  const QueueUrl = await target.queueUrl('search');
  const late = { organization_id: organizationId, task: 'follow' };
  const sent = { QueueUrl, MessageBody: JSON.stringify(late), DelaySeconds: 2, MessageGroupId: organizationId };
  await sqsClient().send(new SendMessageCommand(sent));
  const impatient = await audit(target, { organizationId, pause: 0, patience: 0 });
  expect(impatient).toMatchObject({ findings: [{ check: 'register', subject: documentId }] });
  expect(impatient.queued.search).toBeGreaterThan(0);

  await sqsClient().send(new SendMessageCommand(sent));
  // The queued work resolves it.
  const onQueued = vi.fn(() => client.send(new PutCommand({ TableName, Item })));
  expect(await audit(target, { organizationId, pause: 0, onQueued })).toEqual({
    findings: [],
    repaired: [],
    queued: {},
  });
  expect(onQueued).toHaveBeenCalled();
});
