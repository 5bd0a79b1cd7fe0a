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
import { anyText, anything, arbitraryOf, exampleOf, formOf, orWild } from './arbitrary.ts';
import { KnownIds } from './known-ids.ts';

/** Requests for each operation; `npm run fuzz` generates 200 with a new seed. `FUZZ_SEED` repeats an earlier run. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 3);
const seed = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS ? Date.now() % 2 ** 31 : 1));

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
const known = new KnownIds();
beforeAll(async () => {
  // Nothing runs behind the queues: requested work is only recorded.
  service = await startService({}, { idle: true });
  api = await service.as({ role: 'platform_admin' });
  const project = await createProject(api);
  const uploaded = await uploadForm(api, project, new TextEncoder().encode('words'), 'a.txt');
  const task = await api.call('POST', '/api/v1/tasks', { project_id: project, title: 'Check lintel' });
  known.add('project', project);
  known.add('document', uploaded.body.id);
  known.add('task', task.body.id);
  known.add('caller', 'acme');
  known.add('user', 'ann');
});
afterAll(() => service?.end());

interface Made {
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A valid request, sometimes with an invalid value in any place. */
const requestOf = (operation: Operation): fc.Arbitrary<Made> =>
  fc.oneof(madeOf(operation, false), madeOf(operation, true));

const madeOf = (operation: Operation, isWild: boolean): fc.Arbitrary<Made> => {
  const described = document.paths[operation.path]![operation.method.toLowerCase()]!;
  const source = { schemas, isWild, idsFor: (name: string) => known.named(name, operation.path) };
  const parameters = (described.parameters ?? []).map(
    (each) => resolved(each) as unknown as Parameter & { in: string },
  );
  const valueFor = ({ name, schema, description = '' }: Parameter) =>
    orWild(arbitraryOf({ ...schema, description }, source, name).map(String), anyText, source);
  // No generated version or date matches that of a record.
  const isGiven = (each: { in: string; required?: boolean }, where: string) =>
    each.in === where && (where !== 'header' || isWild || each.required);
  const placed = (where: string) =>
    fc.record(
      Object.fromEntries(parameters.filter((each) => isGiven(each, where)).map((each) => [each.name, valueFor(each)])),
      { requiredKeys: parameters.filter((each) => each.in === where && each.required).map(({ name }) => name) },
    );
  const { schema: json, example } = (described.requestBody?.content['application/json'] ?? {}) as {
    schema?: Schema;
    example?: object;
  };
  const form = described.requestBody?.content['multipart/form-data']?.schema;
  const body = fc.oneof(
    ...(json ? [orWild(arbitraryOf(json, source), anything, source)] : []),
    ...(example && !isWild ? [exampleOf(example, source)] : []),
    ...(form ? [formOf(form, source)] : []),
    ...(json || form ? [] : [fc.constant(undefined)]),
  );
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

/** A third party may be unreachable: no address is contacted here. */
const THIRD_PARTY = [502, 504];

const expectDeclared = (operation: Operation, { status, body, text, headers }: Answer): void => {
  const described = document.paths[operation.path]![operation.method.toLowerCase()]!;
  const said = `${operation.id} ${status} ${text.slice(0, 300)}`;
  if (status >= 500) expect(THIRD_PARTY, said).toContain(status);
  // A path that cannot be decoded matches no operation.
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

const send = async (operation: Operation, { path, headers, body }: Made): Promise<void> => {
  const isForm = body instanceof FormData;
  const sent = body === undefined || isForm ? body : JSON.stringify(body);
  const type: Record<string, string> = sent === undefined || isForm ? {} : { 'content-type': 'application/json' };
  const answer = await api.call(operation.method, path, sent, { ...headers, ...type });
  expectDeclared(operation, answer);
  if (answer.status < 300) known.learn(operation.path, answer.body);
};

/** Operations that use records of other operations come last. */
const deletionsLast = operations.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
test.each(deletionsLast.map((operation) => [operation.id, operation] as const))(
  '%s answers every request as described',
  async (_id, operation) => {
    const property = fc.asyncProperty(requestOf(operation), (made) => send(operation, made));
    await fc.assert(property, { numRuns: RUNS, seed, endOnFailure: RUNS < 50 });
  },
  30_000 + RUNS * 1000,
);

test(
  'sequences of operations on records from earlier responses respond as described',
  async () => {
    const length = RUNS * 20;
    const order = fc.sample(fc.constantFrom(...operations), { numRuns: length, seed });
    for (const [i, operation] of order.entries()) {
      for (const made of fc.sample(requestOf(operation), { numRuns: 1, seed: seed + i })) await send(operation, made);
    }
  },
  30_000 + RUNS * 2000,
);
