import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/registry.ts';
import { ROLES, type Role } from '../../shared/domain/access/scopes.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { type Answer, type Api, type Service, startService } from '../support/service.ts';
import { startGeocoder } from '../support/systems.ts';
import { fixtureOf } from './fixtures/index.ts';
import {
  type Fixture,
  fieldsOf,
  missing,
  type OwnRequest,
  recordPlaces,
  send,
  valueAt,
  withValue,
} from './fixtures/request.ts';
import { makeWorld, type World } from './fixtures/world.ts';

/** Every operation with its fixture. */
const all = operations.map((each) => ({ operation: each.operation as Operation, fixture: fixtureOf(each) }));
const secured = all.filter(({ operation }) => operation.auth !== 'public');
const byId = (some: typeof all) => some.map((one) => [one.operation.id, one] as const);

/**
 * Whose requests are tried: the owner's, a colleague's who is not a member of that project, and another organization's
 * manager's.
 */
const ANN = { user: 'ann', organization: 'acme' };
let service: Service;
let owner: World;
let colleague: World;
let foreigner: World;

let geocoder: Awaited<ReturnType<typeof startGeocoder>>;
beforeAll(async () => {
  geocoder = await startGeocoder();
  service = await startService({ OUTBOUND_ALLOWED_HOSTS: geocoder.host }, { followed: false });
  [owner, colleague, foreigner] = await Promise.all([
    makeWorld(service, ANN, geocoder.url),
    makeWorld(service, { user: 'bob', organization: 'acme' }, geocoder.url),
    makeWorld(service, { user: 'eve', organization: 'rival' }, geocoder.url),
  ]);
});
afterAll(async () => {
  await service.end();
  await geocoder.end();
});

/** The highest role that still depends on memberships, or the role that the operation requires. */
const highestRole = ({ auth }: Operation): Role =>
  auth === 'public' || ROLES.indexOf(auth.role) < ROLES.indexOf('manager') ? 'manager' : auth.role;

/** Requests that are always rejected can be reused, so they are made once for each user and operation. */
const made = new Map<World, Map<Fixture, Promise<OwnRequest[]>>>();
const refusable = (world: World, fixture: Fixture): Promise<OwnRequest[]> => {
  const ofWorld = made.get(world) ?? new Map<Fixture, Promise<OwnRequest[]>>();
  made.set(world, ofWorld);
  const requests = ofWorld.get(fixture) ?? Promise.resolve(fixture.own(world));
  ofWorld.set(fixture, requests);
  return requests;
};

/** The created record is at the address in the answer. */
const expectLocated = async (api: Api, { headers }: Answer) => {
  const address = headers.get('location') ?? '';
  expect((await api.call('GET', address)).status, address).toBe(200);
};

test.each(byId(all))(
  '%s answers the owner with the least role below 400, and contains no ids of others',
  async (_id, { operation, fixture }) => {
    const { auth } = operation;
    const api = auth === 'public' ? service.withToken(undefined) : await service.as({ ...ANN, role: auth.role });
    for (const request of await fixture.own(owner)) {
      const answer = await send(api, operation, request);
      expect(answer.status, answer.text.slice(0, 500)).toBeLessThan(400);
      expect(Object.keys(operation.responses)).toContain(String(answer.status));
      if (answer.status === 201) await expectLocated(api, answer);
      for (const { project, document, other } of [colleague, foreigner]) {
        for (const id of [project, document, other]) expect(answer.text).not.toContain(id);
      }
    }
  },
);

describe.each(byId(secured))('%s', (_id, { operation, fixture }) => {
  const { auth } = operation;
  if (auth === 'public') throw new Error('not secured');

  test('returns 401 without a token, with an invalid and with an expired one', async () => {
    const [request] = await refusable(owner, fixture);
    const expired = await service.token({ expiresInSeconds: -60 });
    const codes: string[] = [];
    for (const token of [undefined, 'nonsense', expired]) {
      const answer = await send(service.withToken(token), operation, request!);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      codes.push(answer.body.code);
      if (token === expired) expect(answer.body.detail).toContain('Signature has expired');
    }
    expect(codes).toEqual(['token_missing', 'token_invalid', 'token_expired']);
  });

  test('returns 403 to a lower role or without the scope', async () => {
    const [request] = await refusable(owner, fixture);
    const smaller: readonly Role[] = ROLES.slice(0, ROLES.indexOf(auth.role));
    for (const role of smaller) {
      const answer = await send(await service.as({ ...ANN, role }), operation, request!);
      expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_role']);
    }
    const scope = auth.scope === 'export:read' ? 'search:read' : 'export:read';
    const scoped = await send(await service.as({ ...ANN, role: 'platform_admin', scope }), operation, request!);
    expect([scoped.status, scoped.body.code]).toEqual([403, 'insufficient_scope']);
  });
});

const organizations = secured.flatMap(({ operation, fixture }) =>
  fieldsOf(operation)
    .filter((place) => place.endsWith('.organization_id'))
    .map((place) => [operation.id, place, { operation, fixture }] as const),
);

test.each(organizations)(
  "%s accepts the caller's %s and rejects another one",
  async (_id, place, { operation, fixture }) => {
    const [request] = await fixture.own(owner);
    const api = await service.as({ ...ANN, role: highestRole(operation) });
    const other = await send(api, operation, withValue(request!, place, 'rival'));
    expect([other.status, other.body.code]).toEqual([403, 'other_organization']);
    const own = await send(api, operation, withValue(request!, place, 'acme'));
    expect(own.status, own.text.slice(0, 300)).toBeLessThan(400);
  },
);

/** Headers that may differ between equivalent answers. */
const VOLATILE = new Set(['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'content-length']);
const visible = ({ status, text, headers }: Answer, asked: string) => ({
  status,
  text: text
    .replace(/"request_id":"[^"]+"/, '')
    // The cursor of an empty list of events is the time of the request.
    .replace(/(?<="items":\[\],)"cursor":"[^"]+"/, '')
    .replaceAll(`"${asked}"`, '"(asked)"'),
  headers: [...headers].filter(([name]) => !VOLATILE.has(name)),
});

const places = secured.flatMap(({ operation, fixture }) =>
  fixture
    ? recordPlaces(operation, fixture).map((place) => [operation.id, place, { operation, fixture }] as const)
    : [],
);

test('every operation names a record in at least one place, with listed exceptions', () => {
  const without = secured.filter(({ operation }) => !places.some(([id]) => id === operation.id));
  expect(without.map(({ operation }) => operation.id).sort()).toEqual([
    'create-email-template',
    'create-external-system',
    'create-organization',
    'create-organization-external-system',
    'create-project',
    'delete-organization',
    'export-documentation',
    'export-documentation-yaml',
    'get-agent',
    'get-me',
    'get-notification-preferences',
    'list-agents',
    'list-email-templates',
    'list-external-systems',
    'list-organization-external-systems',
    'list-organizations',
    'list-projects',
    'list-sheet-templates',
    'mcp',
    'put-notification-preferences',
    'update-documents',
  ]);
});

test.each(places)(
  "%s answers another organization's or a stranger's %s as if it did not exist",
  async (_id, place, { operation, fixture }) => {
    // The highest role that still depends on memberships, or the role that the operation requires.
    const { auth } = operation;
    const role = auth === 'public' || ROLES.indexOf(auth.role) < ROLES.indexOf('manager') ? 'manager' : auth.role;
    // An organization administrator reaches all records of colleagues.
    const isColleagues = role !== 'manager' || fixture.isOrganizationWide || fixture.shared?.includes(place);
    const strangers = isColleagues ? [foreigner] : [colleague, foreigner];
    const [mine, ...others] = await Promise.all([owner, ...strangers].map((world) => refusable(world, fixture)));
    const request = mine!.find((each) => valueAt(each, place) !== undefined);
    if (!request) throw new Error(`the fixture of ${operation.id} gives no ${place}`);
    const api = await service.as({ ...ANN, role });
    const absent = missing(valueAt(request, place)!);
    const none = await send(api, operation, withValue(request, place, absent));
    expect(none.status, none.text.slice(0, 300)).toBe(request.refusals?.[place] ?? 404);
    for (const theirs of others) {
      const value = theirs!.map((each) => valueAt(each, place)).find((each) => each !== undefined);
      const answer = await send(api, operation, withValue(request, place, value!));
      expect(visible(answer, value!)).toEqual(visible(none, absent));
    }
  },
);

/** `PRINT_ROLES=1` prints which role reaches which operation, as verified by the tests above. */
test.runIf(process.env.PRINT_ROLES === '1')('roles by operation', () => {
  const rows = secured.map(({ operation: { id, auth } }) => {
    const least = auth === 'public' ? 0 : ROLES.indexOf(auth.role);
    return [id, ...ROLES.map((_, i) => (i >= least ? '✓' : '·'))];
  });
  const widest = Math.max(...rows.map(([id]) => id!.length));
  const lines = [['', ...ROLES], ...rows].map(([id, ...marks]) =>
    [id!.padEnd(widest), ...marks.map((mark, i) => mark.padEnd(ROLES[i]!.length))].join('  '),
  );
  process.stdout.write(`${lines.join('\n')}\n`);
});
