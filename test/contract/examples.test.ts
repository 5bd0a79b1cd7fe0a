import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

let service: Service;
let operations: { method: string; path: string; operation: Operation }[];
beforeAll(async () => {
  service = await startService({}, { followed: false });
  const { body } = await service.withToken(undefined).call('GET', '/api/public/openapi.json');
  operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});
afterAll(() => service.end());

/** Sends the example of an operation's body as it is, to the address that the examples of its parameters make. */
const send = (api: Api, method: string, path: string, { parameters = [], requestBody }: Operation) => {
  const exampleOf = (name: string) =>
    encodeURIComponent(String(parameters.find((each) => each.name === name)?.example));
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map(({ name }) => `${name}=${exampleOf(name)}`);
  const address = `${path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name))}?${query.join('&')}`;
  return api.call(method, address, requestBody?.content['application/json']?.example);
};

test('the example of each body is valid, whatever the records that it names', async () => {
  const [administrator, platform] = await Promise.all([
    service.as({ role: 'org_admin' }),
    service.as({ user: 'pat', role: 'platform_admin' }),
  ]);
  await createProject(administrator);
  const refused: string[] = [];
  for (const { method, path, operation } of operations) {
    if (operation.requestBody?.content['application/json']?.example === undefined) continue;
    const api = /\/organizations(\/\{id\})?$/.test(path) ? platform : administrator;
    const { status, body } = await send(api, method, path, operation);
    if (![200, 201, 202, 204, 404, 409].includes(status)) {
      refused.push(`${operation.operationId} ${status} ${JSON.stringify(body.detail)}`);
    }
  }
  expect(refused).toEqual([]);
});

test('the example of a body names an organization only where one is required', () => {
  const naming = operations.filter(({ operation }) => {
    const example = operation.requestBody?.content['application/json']?.example;
    return Object.keys(example ?? {}).includes('organization_id');
  });
  expect(naming.map(({ operation }) => operation.operationId)).toEqual([
    'create-external-system',
    'create-organization-external-system',
  ]);
});
