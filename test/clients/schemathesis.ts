import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '../../functions/registry.ts';
import { buildOpenApi } from '../../shared/http/openapi/build-openapi.ts';
import { type Described, operationsOf, type Parameter } from '../../shared/http/openapi/json.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { fixtureOf } from '../contract/fixtures/index.ts';
import type { OwnRequest } from '../contract/fixtures/request.ts';
import { makeWorld } from '../contract/fixtures/world.ts';
import { startChildService } from '../support/child-service.ts';
import { startGeocoder } from '../support/systems.ts';

/**
 * Runs schemathesis against a service with records: every operation's sample request becomes the example in the
 * description, so that generated requests start from existing identifiers. `npm run schemathesis -- [OPTION …]` passes
 * the options on. Fails on a 5xx, on an undescribed answer, and if too few operations succeed.
 */
const LEAST = 81;
/**
 * Excluded: checks of what schemathesis considers valid, because rules between fields and records are stricter; and
 * YAML, which is described as a string but parsed by schemathesis.
 */
const CONFIGURATION = `
request-timeout = 60

[checks]
negative_data_rejection.enabled = false
positive_data_acceptance.enabled = false
use_after_free.enabled = false
ensure_resource_availability.enabled = false

[[operations]]
include-operation-id = "export-documentation-yaml"
checks.response_schema_conformance.enabled = false
`;
/** Operations whose sample request needs a sealed link or a log entry from inside the service, which is another process here. */
const WITHIN_SERVICE = new Set([
  'unsubscribe-page',
  'unsubscribe',
  'open-transmittal',
  'download-transmitted-document',
  'download-transmittal-archive',
  'replay-webhook',
]);
const WHO = { user: 'ann', organization: 'acme' } as const;

/** Replaces the examples of an operation by a request. */
const show = (document: Described, { id }: Operation, { params, query, body, form }: OwnRequest): void => {
  const described = operationsOf(document).find(({ operationId }) => operationId === id);
  if (!described) return;
  for (const parameter of described.parameters ?? []) {
    const value = { ...query, ...params }[parameter.name];
    if (value !== undefined) showValue(parameter, value);
  }
  const content = described.requestBody?.content ?? {};
  const json = content['application/json'];
  if (json && body) json.example = JSON.parse(JSON.stringify(body));
  const multipart = content['multipart/form-data'];
  if (multipart && form) multipart.example = { ...form, file: 'words of a file' };
};

/** Numbers and booleans of a query are strings in requests. */
const showValue = (parameter: Parameter, value: string): void => {
  const isText = parameter.schema.type === undefined || parameter.schema.type === 'string';
  parameter.example = isText ? value : JSON.parse(value);
};

/** Statuses by operation, as the service logs them. */
const answered = new Map<string, Map<number, number>>();
const count = (line: string): void => {
  if (!line.startsWith('{"')) return;
  const { message, operation, status } = JSON.parse(line);
  if (message !== 'request' || operation === undefined) return;
  const statuses = answered.get(operation) ?? new Map<number, number>();
  answered.set(operation, statuses.set(status, (statuses.get(status) ?? 0) + 1));
};

const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
const geocoder = await startGeocoder();
const service = await startChildService({
  dataDir: join(folder, 'data'),
  environment: { LOG_LEVEL: 'info', OUTBOUND_ALLOWED_HOSTS: geocoder.host },
  onLine: count,
});
try {
  const world = await makeWorld(service, WHO, geocoder.url);
  const all = operations.map(({ operation, group }) => ({ operation: operation as Operation, group }));
  const document = buildOpenApi(all.map(({ operation }) => operation)) as unknown as Described;
  for (const { operation, group } of all) {
    if (WITHIN_SERVICE.has(operation.id)) continue;
    const requests = await fixtureOf({ operation, group }).own(world);
    for (const request of requests) show(document, operation, request);
  }
  const description = join(folder, 'openapi.json');
  writeFileSync(description, JSON.stringify(document));
  answered.clear();
  const token = await service.token({ ...WHO, role: 'platform_admin', expiresInSeconds: 86_400 });
  writeFileSync(join(folder, 'schemathesis.toml'), CONFIGURATION);
  const child = spawn(
    'schemathesis',
    [
      ...['run', description, '--url', service.baseUrl, '--header', `Authorization: Bearer ${token}`],
      ...['--continue-on-failure', '--max-examples', '10', '--no-color'],
      ...process.argv.slice(2),
    ],
    { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  child.once('error', () => console.error('schemathesis is not on the PATH: pip install schemathesis'));
  const [code] = await once(child, 'close');
  process.exitCode = code ?? 1;
} finally {
  await service.stop();
  await geocoder.end();
  rmSync(folder, { recursive: true, force: true });
}

const countOf = (isWanted: (status: number) => boolean): Map<string, number> =>
  new Map(
    [...answered].flatMap(([id, statuses]) => {
      const times = [...statuses].filter(([status]) => isWanted(status)).reduce((sum, [, each]) => sum + each, 0);
      return times > 0 ? [[id, times] as const] : [];
    }),
  );
const succeeded = countOf((status) => status < 300);
const failed = countOf((status) => status >= 500);
const never = operations.map(({ operation: { id } }) => id).filter((id) => !succeeded.has(id));
const statusesOf = (id: string): string => [...(answered.get(id) ?? [])].map((each) => each.join(' × ')).join(', ');
const requests = [...countOf(() => true).values()].reduce((sum, each) => sum + each, 0);
console.log(`${requests} requests; ${succeeded.size} of ${operations.length} operations answered with 2xx`);
console.log(`without 2xx: ${never.map((id) => `${id} (${statusesOf(id)})`).join('; ') || 'none'}`);
console.log(`5xx: ${[...failed].map(([id, times]) => `${id} ${times}`).join(', ') || 'none'}`);
if (succeeded.size < LEAST || failed.size > 0) process.exitCode = 1;
