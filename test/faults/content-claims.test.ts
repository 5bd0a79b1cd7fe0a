import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tableFindings } from '../../infra/operator/audit.ts';
import { localTarget, type Target } from '../../infra/operator/target.ts';
import { putItem } from '../../shared/aws/dynamodb/items.ts';
import { contentClaimKey } from '../../shared/table/keys.ts';
import { createProject, recordBody, uploadByLink } from '../support/documents.ts';
import { delivery, runWorker, workerPorts } from '../support/run-worker.ts';
import { connectionReset, type Interposer, interposed, stopInterposing } from '../support/sdk-calls.ts';
import { type Api, type Service, startService } from '../support/service.ts';
import { type Call, callerOf } from './support/race.ts';

/** Only the test runs workers. */
let service: Service;
let api: Api;
let call: Call;
let target: Target;
let project: string;
let content: string;

beforeAll(async () => {
  service = await startService({ LEASE_SECONDS: '1', SWEEP_AFTER_SECONDS: '1' }, { idle: true, limited: true });
  api = await service.as({ role: 'org_admin' });
  call = callerOf(service, await service.token({ role: 'org_admin' }));
  target = localTarget({ DATA_DIR: service.dataDir });
});
afterAll(async () => {
  stopInterposing();
  await service.end();
});
beforeEach(async () => {
  project = await createProject(api);
  content = `Concrete C30/37 ${randomUUID()}`;
});

/** A queued document with this content, whose SHA-256 is not yet known. */
const queued = async (): Promise<string> => {
  const path = await uploadByLink(api, project, new TextEncoder().encode(content), 'a.txt');
  const { body } = await api.call('POST', '/api/v1/documents', recordBody(project, path, { filename: 'a.txt' }));
  return body.id;
};
const process = (document_id: string, attempt = 1) => {
  const message = { organization_id: 'acme', project_id: project, document_id };
  return runWorker('process-document', delivery(message, `m-${document_id}`, attempt));
};
const processed = async (): Promise<string> => {
  const id = await queued();
  await process(id);
  return id;
};
const params = (document_id: string) => ({ params: { document_id } });
const remove = async (id: string) => expect((await call('delete-document', params(id))).status).toBe(200);
const restore = async (id: string) => expect((await call('restore-document', params(id))).status).toBe(200);
const stateOf = async (id: string): Promise<string> =>
  (await api.call('GET', `/api/v1/documents/${id}`)).body.processing_status;
const findings = () => tableFindings(target, undefined);

/** Runs `act` before the first write whose operation and body match is sent, while `work` runs. */
const meanwhile = async <T>(work: () => Promise<T>, matches: RegExp, act: () => Promise<unknown>): Promise<T> => {
  let met = false;
  const interposer: Interposer = async ({ operation, body }, send) => {
    if (!met && matches.test(`${operation} ${body}`)) {
      met = true;
      await interposed((_, sendOther) => sendOther(), act);
    }
    return send();
  };
  const result = await interposed(interposer, work);
  expect(met).toBe(true);
  return result;
};

const CLAIM = /^(PutItem|TransactWriteItems) .*SHA256#/;
const FINISH = /^TransactWriteItems .*"PROCESSED"/;

test.each([
  ['before its worker claims the content', CLAIM],
  ['before its worker finishes it', FINISH],
])('a document deleted %s holds no claim', async (_, moment) => {
  const id = await queued();
  expect(
    await meanwhile(
      () => process(id),
      moment,
      () => remove(id),
    ),
  ).toEqual({ batchItemFailures: [] });
  expect(await findings()).toEqual([]);
  const other = await processed();
  expect(await stateOf(other)).toBe('PROCESSED');
  expect(await call('restore-document', params(id))).toMatchObject(
    moment === FINISH
      ? { status: 409, body: { detail: `The same file is stored as document ${other}` } }
      : { status: 200 },
  );
  expect(await findings()).toEqual([]);
});

test('a document whose content is claimed between the two steps of its deletion holds no claim', async () => {
  const id = await queued();
  const { 'documents.write': documents } = await workerPorts(['documents.write']);
  const claimant = { organization_id: 'acme', project_id: project, document_id: id };
  await meanwhile(
    () => remove(id),
    /^TransactWriteItems .*is_deleted/,
    async () => expect(await documents.claimContent(claimant, 'a'.repeat(64))).toBe(id),
  );
  expect(await findings()).toEqual([]);
});

test('a document deleted and restored while it is processed keeps its claim', async () => {
  const id = await queued();
  await meanwhile(
    () => process(id),
    FINISH,
    async () => {
      await remove(id);
      await restore(id);
    },
  );
  expect(await stateOf(id)).toBe('PROCESSED');
  expect(await stateOf(await processed())).toBe('DUPLICATE');
  expect(await findings()).toEqual([]);
});

test('a document whose deletion dies after its first write holds no claim', async () => {
  const id = await processed();
  let deleted = false;
  const dying: Interposer = async ({ service: name, operation, body }, send) => {
    if (deleted && name === 'DynamoDB') throw connectionReset();
    deleted ||= operation === 'TransactWriteItems' && body.includes('is_deleted');
    return send();
  };
  await interposed(dying, () => call('delete-document', params(id)));
  expect([deleted, (await api.call('GET', `/api/v1/documents/${id}`)).body.is_deleted]).toEqual([true, true]);
  expect(await findings()).toEqual([]);
  expect(await stateOf(await processed())).toBe('PROCESSED');
});

test('of a restored document and one with the same content being processed, one gets the claim', async () => {
  const first = await processed();
  await remove(first);
  const second = await queued();
  await meanwhile(
    () => process(second),
    CLAIM,
    () => restore(first),
  );
  expect([await stateOf(first), await stateOf(second)]).toEqual(['PROCESSED', 'DUPLICATE']);
  expect(await findings()).toEqual([]);
});

test('a claim left to a deleted document by an earlier version of the service is kept when it is restored', async () => {
  const first = await processed();
  await remove(first);
  const sha256 = createHash('sha256').update(content).digest('hex');
  await putItem(target.table, { ...contentClaimKey('acme', project, sha256), document_id: first });
  const second = await queued();
  await meanwhile(
    () => process(second),
    CLAIM,
    () => restore(first),
  );
  expect([await stateOf(first), await stateOf(second)]).toEqual(['PROCESSED', 'DUPLICATE']);
  expect(await findings()).toEqual([]);
});

test('a restoration rejected because of the project claims nothing', async () => {
  const first = await processed();
  await remove(first);
  const ports = await workerPorts(['projects.read', 'projects.delete']);
  const record = (await ports['projects.read'].get('acme', project))!;
  await ports['projects.delete'].close(record, 'another');
  expect((await call('restore-document', params(first))).status).toBe(409);
  await ports['projects.delete'].reopen(record, 'another');
  expect(await findings()).toEqual([]);
});

test('a document purged while it is processed keeps no claim', async () => {
  const id = await queued();
  const ports = await workerPorts();
  const removing = () => ports['documents.purge'].begin('acme', id, { now: new Date() });
  await meanwhile(() => process(id), FINISH, removing);
  expect((await findings()).filter(({ check }) => check === 'claims')).toEqual([]);
});
