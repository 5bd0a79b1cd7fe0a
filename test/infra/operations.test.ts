import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { prefixOf } from '../../infra/cloud/settings.ts';
import { timeoutSecondsOf } from '../../shared/http/http-api.ts';
import { assemblyOf, bundlesOfAll, ofType } from './assembly.ts';
import { functionsOf, target, written } from './deployed.ts';
import { registered, settled, stages } from './registered.ts';
import { read } from './sources.ts';

const maximumResources = 400;
const routesOfAnHttpApi = 300;

/** Headers that a browser sets itself and lets no script set. */
const forbiddenToScripts = ['accept-encoding', 'access-control-request-method'];

/** Request headers named in the sources of the HTTP layer. */
const headersReadByLayer = readdirSync(join(root, 'shared/http'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => read(`shared/http/${name}`))
  .flatMap((source) => [
    ...source.matchAll(/\bheaders(?:\.(?!ts\b)|\[')([a-z-]+)\b/g),
    ...source.matchAll(/\bHEADER = '([a-z-]+)'/g),
  ])
  .map(([, name]) => name!)
  .filter((name) => !forbiddenToScripts.includes(name));

const bundles = await bundlesOfAll();

describe.each(stages)('stage %s', async (stage) => {
  const { stacks } = await assemblyOf(stage);
  const functions = functionsOf(stage, stacks);
  const routes = ofType(stacks, 'AWS::ApiGatewayV2::Route');
  const integrations = ofType(stacks, 'AWS::ApiGatewayV2::Integration');
  const permissions = ofType(stacks, 'AWS::Lambda::Permission');
  const aliases = ofType(stacks, 'AWS::Lambda::Alias');

  test.each(registered.operations.map((one) => [one.operation.id, one] as const))(
    '%s has a function behind its route',
    (id, { operation, group }) => {
      const deployed = functions.find((one) => one.id === id)!;
      expect(deployed.stack).toBe(`${prefixOf({ stage })}-${group}`);
      expect(deployed.properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Handler: 'index.handler',
        Timeout: timeoutSecondsOf(operation),
        MemorySize: operation.memoryMegabytes ?? 512,
        TracingConfig: { Mode: 'Active' },
      });
      const route = routes.filter(({ Properties }) => Properties.RouteKey === `${operation.method} ${operation.path}`);
      expect(route).toHaveLength(1);
      const integration = integrations.find(
        (one) => one.stack === deployed.stack && written(route[0]!.Properties.Target).includes(one.id),
      );
      const [alias, ...others] = aliases.filter(
        ({ Properties }) => target(Properties.FunctionName) === deployed.logicalId,
      );
      expect(others).toEqual([]);
      expect(target(integration?.Properties.IntegrationUri)).toBe(alias!.id);
      expect(integration?.Properties.PayloadFormatVersion).toBe('2.0');
      const permission = permissions.filter((one) => target(one.Properties.FunctionName) === alias!.id);
      // HEAD is routed like GET.
      expect(permission).toHaveLength(operation.method === 'GET' ? 2 : 1);
      expect(permission[0]!.Properties.Principal).toBe('apigateway.amazonaws.com');
      expect(written(permission[0]!.Properties.SourceArn).endsWith(`/*/*${operation.path}`)).toBe(true);
    },
  );

  test('functions run on arm64, those with native code on the architecture of the build', () => {
    for (const { id, folder } of bundles) {
      const isNative = readdirSync(folder, { recursive: true }).some((name) => /\.(node|so[.\d]*)$/.test(String(name)));
      const { properties } = functions.find((one) => one.id === id)!;
      expect(properties.Architectures, id).toEqual([isNative ? 'x86_64' : 'arm64']);
    }
    expect(bundles.map(({ id }) => id)).toEqual(expect.arrayContaining(['get-document', 'process-document']));
  });

  test('no function behind the gateway runs longer than the gateway waits', () => {
    for (const { operation } of registered.operations) expect(timeoutSecondsOf(operation)).toBeLessThan(30);
  });

  test('functions, routes and log groups are exactly those of the registries', () => {
    const ids = [
      ...registered.operations.map(({ operation }) => operation.id),
      ...registered.workers.map(({ worker }) => worker.id),
      'unknown-route',
    ];
    expect(functions.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(new Set(ids).size).toBe(ids.length);
    for (const { properties } of functions) expect(String(properties.FunctionName).length).toBeLessThanOrEqual(64);
    const heads = registered.operations.filter(({ operation }) => operation.method === 'GET');
    expect(routes).toHaveLength(registered.operations.length + heads.length + 1);
    expect(routes.length).toBeLessThanOrEqual(routesOfAnHttpApi);
    expect(new Set(routes.map(({ Properties }) => Properties.RouteKey)).size).toBe(routes.length);
  });

  test('every function writes to a log group of its own with a retention period', () => {
    const groups = ofType(stacks, 'AWS::Logs::LogGroup');
    for (const { Properties } of groups) expect(Properties.RetentionInDays).toBe(settled[stage].logDays);
    const used = functions.map(({ properties }) =>
      target((properties.LoggingConfig as { LogGroup: unknown }).LogGroup),
    );
    expect(new Set(used).size).toBe(functions.length);
    for (const id of used) expect(groups.map((group) => group.id)).toContain(id);
  });

  test('roles are not shared', () => {
    const roles = functions.map(({ stack, properties }) => `${stack} ${target(properties.Role)}`);
    expect(new Set(roles).size).toBe(functions.length);
  });

  test("no stack approaches CloudFormation's limit of 500 resources", () => {
    for (const { name, resources } of stacks) {
      expect(Object.keys(resources).length, name).toBeLessThan(maximumResources);
    }
  });

  test('the stage logs every request as JSON and limits the request rate', () => {
    const found = ofType(stacks, 'AWS::ApiGatewayV2::Stage');
    expect(found).toHaveLength(1);
    const { Properties } = found[0]!;
    const { Format } = Properties.AccessLogSettings as { Format: string };
    expect(JSON.parse(Format)).toMatchObject({ requestId: '$context.requestId', status: '$context.status' });
    const { ThrottlingRateLimit, ThrottlingBurstLimit } = Properties.DefaultRouteSettings as Record<string, number>;
    expect(ThrottlingRateLimit).toBeGreaterThan(0);
    expect(ThrottlingBurstLimit).toBeGreaterThanOrEqual(ThrottlingRateLimit!);
  });

  test('CORS allows every header that the HTTP layer or an operation reads', () => {
    const [api] = ofType(stacks, 'AWS::ApiGatewayV2::Api');
    const { AllowHeaders } = api!.Properties.CorsConfiguration as { AllowHeaders: string[] };
    expect(headersReadByLayer).toEqual(expect.arrayContaining(['authorization', 'idempotency-key', 'if-none-match']));
    const declared = registered.operations.flatMap(({ operation }) => Object.keys(operation.headers?.shape ?? {}));
    expect(AllowHeaders).toEqual(expect.arrayContaining([...headersReadByLayer, ...declared]));
  });

  test('CORS allows every method', () => {
    const [api] = ofType(stacks, 'AWS::ApiGatewayV2::Api');
    const { AllowMethods } = api!.Properties.CorsConfiguration as { AllowMethods: string[] };
    expect(AllowMethods).toEqual(
      expect.arrayContaining(registered.operations.map(({ operation }) => operation.method)),
    );
  });
});
