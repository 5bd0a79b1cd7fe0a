import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../functions/registry.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { type Service, startService } from '../support/service.ts';
import { startGeocoder } from '../support/systems.ts';
import { fixtureOf } from './fixtures/index.ts';
import { send } from './fixtures/request.ts';
import { makeWorld, type World } from './fixtures/world.ts';

const ADMINISTRATOR = { user: 'ann', organization: 'acme', role: 'platform_admin' } as const;
let service: Service;
let world: World;
let geocoder: Awaited<ReturnType<typeof startGeocoder>>;
beforeAll(async () => {
  geocoder = await startGeocoder();
  service = await startService({ OUTBOUND_ALLOWED_HOSTS: geocoder.host }, { followed: false });
  world = await makeWorld(service, ADMINISTRATOR, geocoder.url);
});
afterAll(async () => {
  await service.end();
  await geocoder.end();
});

const changing = operations
  .map((each) => ({ operation: each.operation as Operation, fixture: fixtureOf(each) }))
  .filter(({ operation: { method } }) => ['PATCH', 'PUT', 'DELETE'].includes(method));

test.each(changing.map((each) => [each.operation.id, each] as const))(
  '%s rejects an If-Match that is not the current version, and succeeds without one',
  async (_id, { operation, fixture }) => {
    const api = await service.as(ADMINISTRATOR);
    for (const request of await fixture.own(world)) {
      const stale = {
        call: (method: string, path: string, body?: unknown) =>
          api.call(method, path, body, { 'if-match': '"987654"' }),
      };
      const refused = await send({ ...api, ...stale }, operation, request);
      expect([refused.status, refused.body?.code], refused.text).toEqual([409, 'version_conflict']);
      expect((await send(api, operation, request)).status).toBeLessThan(300);
    }
  },
);
