import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations as registry } from '../../../functions/registry.ts';
import { buildOpenApi } from '../../../shared/http/openapi/build-openapi.ts';
import type { Described, Parameter, Schema } from '../../../shared/http/openapi/json.ts';
import type { Operation } from '../../../shared/http/operation.ts';
import { createProject, uploadForm } from '../../support/documents.ts';
import { type Answer, type Api, type Service, startService } from '../../support/service.ts';
import { anyText, anything, arbitraryOf } from './arbitrary.ts';

/** Requests of each operation; `npm run fuzz` makes 200. `FUZZ_SEED` repeats those of an earlier run. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 3);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

const operations: readonly Operation[] = registry.map(({ operation }) => operation);
const document = buildOpenApi(operations) as unknown as Described;
const { schemas } = document.components;
const ajv = addFormats.default(new Ajv({ strict: false }));
ajv.addSchema(document as object, 'openapi');
const resolved = (value: { $ref?: string } | undefined) =>
  value?.$ref
    ? (document.components as unknown as Record<string, Record<string, never>>)[value.$ref.split('/')[2]!]?.[
        namedByLast(value.$ref)
      ]
    : value;
const namedByLast = ($ref: string): string => $ref.split('/').at(-1)!;

const checks = new Map<string, ValidateFunction>();
const compile = (key: string, schema: Schema): ValidateFunction => {
  const known = checks.get(key);
  if (known) return known;
  const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')));
  checks.set(key, made);
  return made;
};

let service: Service;
let api: Api;
let ids: string[];
beforeAll(async () => {
  // Nothing behind the queues: what is asked for is only taken down.
  service = await startService({}, { idle: true });
  api = await service.as({ role: 'platform_admin' });
  const project = await createProject(api);
  const uploaded = await uploadForm(api, project, new TextEncoder().encode('words'), 'a.txt');
  const task = await api.call('POST', '/api/v1/tasks', { project_id: project, title: 'Check lintel' });
  ids = [project, uploaded.body.id, task.body.id, 'acme', 'ann', 'document-processing'];
});
afterAll(() => service?.end());

interface Made {
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Mostly what the description asks for, and now and then something else in each place. */
const requestOf = (operation: Operation): fc.Arbitrary<Made> => {
  const described = document.paths[operation.path]![operation.method.toLowerCase()]!;
  const source = { schemas, ids };
  const parameters = (described.parameters ?? []).map(
    (each) => resolved(each) as unknown as Parameter & { in: string },
  );
  const valueFor = ({ name, schema }: Parameter) =>
    fc.oneof({ weight: 4, arbitrary: arbitraryOf(schema, source, name).map(String) }, anyText);
  const placed = (where: string) =>
    fc.record(
      Object.fromEntries(parameters.filter((each) => each.in === where).map((each) => [each.name, valueFor(each)])),
      { requiredKeys: parameters.filter((each) => each.in === where && each.required).map(({ name }) => name) },
    );
  const json = described.requestBody?.content['application/json']?.schema;
  const body = json ? fc.oneof({ weight: 4, arbitrary: arbitraryOf(json, source) }, anything) : fc.constant(undefined);
  return fc.record({ path: placed('path'), query: placed('query'), headers: placed('header'), body }).map((made) => {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = made.path[name] ?? '';
      return encodeURIComponent(value.isWellFormed() && !/^\.{0,2}$/.test(value) ? value : 'x');
    });
    const printable = Object.entries(made.headers).map(([name, value]) => [
      name,
      value.replace(/[^\x20-\x7e]/g, '').trim(),
    ]);
    const query = new URLSearchParams(made.query as Record<string, string>);
    return {
      path: `${path}?${query}`,
      headers: Object.fromEntries(printable.filter(([, value]) => value !== '')),
      body: made.body,
    };
  });
};

/** A third party may be out of reach: no address of one is dialled here. */
const THIRD_PARTY = [502, 504];

const expectDeclared = (operation: Operation, { status, body, text, headers }: Answer): void => {
  const described = document.paths[operation.path]![operation.method.toLowerCase()]!;
  const said = `${operation.id} ${status} ${text.slice(0, 300)}`;
  if (status >= 500) expect(THIRD_PARTY, said).toContain(status);
  // A path that cannot be decoded is no path of any operation.
  const answer = resolved(described.responses[status] as { $ref?: string }) as {
    content?: Record<string, { schema: Schema }>;
  };
  expect(answer, said).toBeDefined();
  expect(headers.get('x-request-id'), said).not.toBeNull();
  const schema = answer?.content?.['application/json']?.schema;
  if (!schema || status === 304) return;
  const takes = compile(`${operation.id} ${status}`, schema);
  expect(takes(body), `${said} ${JSON.stringify(takes.errors?.slice(0, 3))}`).toBe(true);
};

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s answers as it is described, whatever it is asked',
  async (_id, operation) => {
    const property = fc.asyncProperty(requestOf(operation), async ({ path, headers, body }) => {
      const sent = body === undefined ? undefined : JSON.stringify(body);
      const type: Record<string, string> = sent === undefined ? {} : { 'content-type': 'application/json' };
      expectDeclared(operation, await api.call(operation.method, path, sent, { ...headers, ...type }));
    });
    await fc.assert(property, { numRuns: RUNS, seed, endOnFailure: RUNS < 50 });
  },
  30_000 + RUNS * 1000,
);
