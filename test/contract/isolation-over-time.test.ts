import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, paginateListQueues, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/registry.ts';
import { isQueueWorker } from '../../infra/local/load-registry.ts';
import { ROLES, type Role } from '../../shared/domain/access/scopes.ts';
import { environment, required } from '../../shared/environment.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { portsFor } from '../../shared/http/provide.ts';
import { peoplePartition } from '../../shared/table/keys.ts';
import { type Answer, type Api, eventually, type Service, startService } from '../support/service.ts';
import { startGeocoder } from '../support/systems.ts';
import { fixtureOf } from './fixtures/index.ts';
import { type Fixture, type OwnRequest, recordPlaces, send } from './fixtures/request.ts';
import { makeWorld, type World } from './fixtures/world.ts';

/**
 * An access right that ends, ends for every operation. Ann's requests about her own records are repeated by users who
 * could send them before: a removed member, a user with a lower role; then by Ann after the deletion of her projects
 * and, last, of her organization. The tests run in this order.
 */
const ORGANIZATION = 'passing';

interface Case {
  operation: Operation;
  fixture: Fixture;
}
const all: Case[] = operations.map((each) => ({ operation: each.operation as Operation, fixture: fixtureOf(each) }));
const byId = (cases: readonly Case[]) => cases.map((each) => [each.operation.id, each] as const);

const leastRole = ({ auth }: Operation): Role => (auth === 'public' ? 'viewer' : auth.role);
const isSecured = ({ operation }: Case) => operation.auth !== 'public';
const isAsked = ({ operation: { auth } }: Case) => auth !== 'public' && auth.projects !== false;
/** Operations that answer 200 with a status for each document. */
const BULK = new Set(['update-documents', 'delete-documents']);
const names = ({ operation, fixture }: Case) => recordPlaces(operation, fixture).length > 0 || BULK.has(operation.id);
/** Whether the operation depends on membership: from `service` on, a role reaches every project. */
const isMembers = ({ operation }: Case) => ROLES.indexOf(leastRole(operation)) < ROLES.indexOf('service');

const secured = all.filter(isSecured);
/** Operations that name a record of a project, according to their declaration. */
const ofProjects = secured.filter((each) => isAsked(each) && names(each));
/** Operations that return what the caller may see of all projects. */
const spanning = secured.filter((each) => isAsked(each) && !names(each) && each.operation.method === 'GET');
/** Operations opened by a sealed link, without a token. */
const links = all.filter(
  ({ operation: { auth, params } }) => auth === 'public' && params && 'shape' in params && 'token' in params.shape,
);
const mcp = secured.filter(({ operation }) => operation.id === 'mcp');

test('every operation has a case, except those that reach no project', () => {
  const cases = new Set([...ofProjects, ...spanning, ...links, ...mcp]);
  const without = all.filter((each) => !cases.has(each) && (isAsked(each) || !isSecured(each)));
  expect(without.map(({ operation }) => operation.id).sort()).toEqual([
    'create-project',
    'health',
    'landing-page',
    'openapi',
    'protected-resource',
    'reference-asset',
    'reference-docs',
    'reference-redoc',
  ]);
  expect(links.map(({ operation }) => operation.id)).toEqual([
    'open-sealed-link',
    'open-viewer-link',
    'open-transmittal',
    'download-transmitted-document',
    'download-transmittal-archive',
    'unsubscribe-page',
    'unsubscribe',
  ]);
});

let service: Service;
let geocoder: Awaited<ReturnType<typeof startGeocoder>>;
let ann: World;
let annProjects: string[];
let platform: Api;
const requests = new Map<string, OwnRequest[]>();

const as = (user: string, role: Role) => service.as({ user, organization: ORGANIZATION, role });

beforeAll(async () => {
  geocoder = await startGeocoder();
  service = await startService(
    { OUTBOUND_ALLOWED_HOSTS: geocoder.host },
    {
      followed: false,
      // Nothing removes a project that is being deleted, and no schedule writes anything.
      wrap: ({ workers, ...registry }) => ({
        ...registry,
        workers: workers.filter((worker) => isQueueWorker(worker) && worker.worker.id !== 'remove-project'),
      }),
    },
  );
  platform = await service.as({ user: 'root', organization: 'platform', role: 'platform_admin' });
  await platform.call('POST', '/api/v1/organizations', { id: ORGANIZATION, name: 'Passing' });
  ann = await makeWorld(service, { user: 'ann', organization: ORGANIZATION }, geocoder.url);
  for (const { operation, fixture } of all) requests.set(operation.id, await fixture.own(ann));
  // Nothing reads the stream here.
  await portsFor(['events.append'])['events.append'].drain(ORGANIZATION, Date.now() + 60_000);
  const { items } = (await ann.api.call('GET', '/api/v1/projects?page_size=100')).body;
  annProjects = items.map(({ id }: { id: string }) => id);
  expect(annProjects).toContain(ann.project);
});
afterAll(async () => {
  await service.end();
  await geocoder.end();
});

const requestsOf = ({ operation }: Case): OwnRequest[] => {
  const own = requests.get(operation.id) ?? [];
  expect(own.length, operation.id).toBeGreaterThan(0);
  return own;
};

const VOLATILE = new Set(['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']);
const visible = ({ status, text, headers }: Answer) => ({
  status,
  text: text.replace(/"request_id":"[^"]+"/, ''),
  headers: [...headers].filter(([name]) => !VOLATILE.has(name)),
});

/** The status of an answer, or that of each document of a bulk answer. */
const statusesOf = ({ operation }: Case, { status, body }: Answer): number[] =>
  BULK.has(operation.id) && status === 200 ? body.results.map((each: { status: number }) => each.status) : [status];

const expectNotFound = (each: Case, answer: Answer) => {
  const statuses = statusesOf(each, answer);
  expect(statuses, answer.text.slice(0, 300)).toEqual(statuses.map(() => 404));
  expect(statuses.length).toBeGreaterThan(0);
};

/** Sends every request of a case as `api` and as a user who never saw the project: both get the same 404. */
const expectStrange = async (each: Case, api: Api, stranger: Api) => {
  for (const request of requestsOf(each)) {
    const answer = await send(api, each.operation, request);
    expectNotFound(each, answer);
    expect(visible(answer)).toEqual(visible(await send(stranger, each.operation, request)));
  }
};

/** Checks that reads succeed before, so that a later rejection is due to the lost right. */
const expectReads = async (api: Api) => {
  for (const each of [...ofProjects.filter(isMembers), ...mcp]) {
    if (each.operation.method !== 'GET' && each.operation.id !== 'mcp') continue;
    for (const request of requestsOf(each)) {
      const answer = await send(api, each.operation, request);
      expect(answer.status, `${each.operation.id}: ${answer.text.slice(0, 300)}`).toBeLessThan(400);
      expect(answer.body?.result?.isError ?? false, answer.text.slice(0, 300)).toBe(false);
    }
  }
  await expectListed(api);
};

/** Lists over all projects, and lists of one project when requested without it. */
const lists = () =>
  [...spanning, ...ofProjects].flatMap((each) => {
    if (each.operation.method !== 'GET') return [];
    return requestsOf(each).flatMap(({ query: { project_id, ...query } = {} }) => {
      // The tasks of one sheet are rejected like the sheet.
      if ('sheet_id' in query) return [];
      const isList = spanning.includes(each) || project_id !== undefined;
      return isList && each.operation.query?.safeParse(query).success ? [{ ...each, request: { query } }] : [];
    });
  });

/** Lists without records of Ann: no mail was sent, and templates belong to the administrators. */
const EMPTY = new Set(['list-email-activities', 'list-sheet-templates']);

/** Checks that the lists hold her records before, so that their absence later means something. */
const expectListed = async (api: Api) => {
  for (const { operation, request } of lists()) {
    if (EMPTY.has(operation.id)) continue;
    const { status, text } = await send(api, operation, request);
    const isNamed = [...annProjects, ann.document, ann.other].some((id) => text.includes(id));
    expect([operation.id, status, isNamed], text.slice(0, 300)).toEqual([operation.id, 200, true]);
  }
};

/**
 * Checks that the lists are empty.
 *
 * @param others lists that hold something else
 */
const expectNothingListed = async (api: Api, others: ReadonlySet<string> = new Set()) => {
  const asked: string[] = [];
  for (const { operation, request } of lists()) {
    const answer = await send(api, operation, request);
    expect(answer.status, `${operation.id}: ${answer.text.slice(0, 300)}`).toBe(200);
    for (const id of [...annProjects, ann.document, ann.other]) expect(answer.text, operation.id).not.toContain(id);
    const { total = 0 } = answer.body;
    if (!others.has(operation.id)) expect([operation.id, total]).toEqual([operation.id, 0]);
    asked.push(operation.id);
  }
  expect(asked.sort()).toEqual([
    'list-email-activities',
    'list-events',
    'list-projects',
    'list-reports',
    'list-sheet-templates',
    'list-tasks',
    'list-webhooks',
    'search',
    'search-documents',
    'suggest',
  ]);
};

/** An agent's tools send requests for the caller: the last request of the fixture reads Ann's document. */
const expectNoTool = async (api: Api) => {
  const [each] = mcp;
  const answer = await send(api, each!.operation, requestsOf(each!).at(-1)!);
  expect(answer.body.result.isError, answer.text.slice(0, 300)).toBe(true);
  expect(answer.text).toContain('404');
};

describe.each([
  ['a member who was taken out', 'mia', 'manager'],
  ['an administrator whose role was lowered', 'oda', 'org_admin'],
] as const)('%s', (_, user, before) => {
  let api: Api;
  let stranger: Api;
  /** The same request each time: its first answer is stored. */
  const replay = (by: Api) => {
    const body = { title: 'Check the lintel', project_id: ann.project };
    return by.call('POST', '/api/v1/tasks', body, { 'Idempotency-Key': `replay-of-${user}` });
  };
  beforeAll(async () => {
    const members = annProjects.map((id) => `/api/v1/projects/${id}/members/${user}`);
    if (before === 'manager') for (const path of members) await ann.api.call('PUT', path, {});
    const entitled = await as(user, before);
    await expectReads(entitled);
    expect((await replay(entitled)).status).toBe(201);
    if (before === 'manager') {
      for (const path of members) expect((await ann.api.call('DELETE', path)).status).toBe(204);
    }
    [api, stranger] = await Promise.all([as(user, 'manager'), as(`never-${user}`, 'manager')]);
  });

  test.each(byId(ofProjects.filter(isMembers)))('%s answers as if to a user who never saw the project', (_id, each) =>
    expectStrange(each, api, stranger),
  );
  test('lists nothing to them', () => expectNothingListed(api));
  test('no tool reads it for them', () => expectNoTool(api));
  test('the stored response to a repeated request is not returned to them', async () => {
    const { status, text } = await replay(api);
    expect(status, text).toBe(404);
    expect(text).not.toContain(ann.project);
  });
});

test.each(byId(secured.filter(({ operation }) => leastRole(operation) !== 'viewer')))(
  '%s answers 403 to the same user with the next lower role',
  async (_id, each) => {
    const below = ROLES[ROLES.indexOf(leastRole(each.operation)) - 1] as Role;
    for (const request of requestsOf(each)) {
      const answer = await send(await as('ann', below), each.operation, request);
      expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_role']);
    }
  },
);

/** Waits until no queue has work, except for the worker that does not run. */
const workDone = async () => {
  const sqs = new SQSClient();
  const urls: string[] = [];
  for await (const { QueueUrls = [] } of paginateListQueues({ client: sqs }, {})) urls.push(...QueueUrls);
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  await eventually(async () => {
    const counts = await Promise.all(
      urls.map(async (QueueUrl) => {
        const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] });
        const { Attributes } = await sqs.send(asked);
        return AttributeNames.reduce((sum, name) => sum + Number(Attributes?.[name]), 0);
      }),
    );
    return counts.every((count) => count === 0) || undefined;
  });
  expect(urls.length).toBeGreaterThan(0);
  sqs.destroy();
};

/** Everything stored of the organization, by key, except attributes of users from tokens. */
const stored = async (): Promise<Map<string, unknown>> => {
  const [client, s3] = [new DynamoDBClient(), new S3Client({ forcePathStyle: true })];
  const found = new Map<string, unknown>();
  for (const name of ['TABLE_NAME', 'CREDENTIALS_TABLE_NAME'] as const) {
    const TableName = required(environment(), name);
    for await (const { Items } of paginateScan({ client: DynamoDBDocumentClient.from(client) }, { TableName })) {
      for (const item of Items ?? []) {
        const isOurs = JSON.stringify(item).includes(ORGANIZATION) && item.pk !== peoplePartition(ORGANIZATION);
        if (isOurs) found.set(`${name} ${item.pk} ${item.sk}`, item);
      }
    }
  }
  const Bucket = required(environment(), 'FILES_BUCKET');
  for await (const { Contents } of paginateListObjectsV2({ client: s3 }, { Bucket })) {
    for (const { Key = '', ETag } of Contents ?? []) if (Key.includes(ORGANIZATION)) found.set(Key, ETag);
  }
  client.destroy();
  s3.destroy();
  return found;
};

/** Keys written or removed between two states. */
const changedKeys = (before: Map<string, unknown>, after: Map<string, unknown>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => !isDeepStrictEqual(before.get(key), after.get(key)),
  );

describe('a project being deleted', () => {
  let before: Map<string, unknown>;
  beforeAll(async () => {
    await workDone();
    const admin = await as('ann', 'org_admin');
    for (const id of annProjects) {
      expect((await admin.call('DELETE', `/api/v1/projects/${id}?cascade=true`)).status).toBe(204);
    }
    before = await stored();
    expect([...before.keys()].filter((key) => key.includes(ann.document)).length).toBeGreaterThan(3);
  });

  /** A template of a title block belongs to the organization for those who see every project. */
  const onlyMembers = new Set(['delete-sheet-template']);

  test.each(byId(ofProjects))('%s returns 404 to its members and administrators', async (id, each) => {
    const higher = onlyMembers.has(id) ? [] : (['org_admin'] as const);
    const roles = isMembers(each) ? (['manager', ...higher] as const) : [leastRole(each.operation)];
    for (const role of roles) {
      const api = await as('ann', role);
      for (const request of requestsOf(each)) {
        expectNotFound(each, await send(api, each.operation, request));
      }
    }
  });

  test.each(['manager', 'org_admin'] as const)('is neither listed nor read by a tool, as %s', async (role) => {
    const api = await as('ann', role);
    await expectNothingListed(api, new Set(role === 'org_admin' ? ['list-sheet-templates'] : []));
    await expectNoTool(api);
  });

  test('cannot be reached by any link', async () => {
    const shown = links.filter(({ operation }) => !operation.id.startsWith('unsubscribe'));
    expect(shown).toHaveLength(5);
    for (const each of shown) {
      const answer = await send(service.withToken(undefined), each.operation, requestsOf(each)[0]!);
      expect([each.operation.id, answer.status]).toEqual([each.operation.id, 404]);
    }
  });

  test('is not changed by any of these requests', async () => {
    expect(changedKeys(before, await stored())).toEqual([]);
  });
});

describe('a deleted organization', () => {
  let before: Map<string, unknown>;
  beforeAll(async () => {
    expect((await platform.call('DELETE', `/api/v1/organizations/${ORGANIZATION}`)).status).toBe(204);
    before = await stored();
    expect(before.size).toBeGreaterThan(10);
  });

  test.each(byId(secured))('%s rejects its tokens', async (_id, each) => {
    const api = await as('ann', leastRole(each.operation));
    for (const request of requestsOf(each)) {
      const answer = await send(api, each.operation, request);
      expect([answer.status, answer.body?.code], answer.text.slice(0, 300)).toEqual([403, 'organization_deleted']);
      for (const id of [...annProjects, ann.document, ann.other]) expect(answer.text).not.toContain(id);
    }
  });

  test.each(byId(links))('%s rejects its links', async (_id, each) => {
    for (const request of requestsOf(each)) {
      const answer = await send(service.withToken(undefined), each.operation, request);
      expect(answer.status, answer.text.slice(0, 300)).toBe(404);
    }
  });

  test('is not changed by any of these requests', async () => {
    expect(changedKeys(before, await stored())).toEqual([]);
  });
});
