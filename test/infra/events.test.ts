import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { registered } from './registered.ts';

const eventOf = (id: string): Record<string, unknown> => {
  const file = join(root, 'events', `${id}.json`);
  expect(existsSync(file), `events/${id}.json`).toBe(true);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
};

type SampleRequest = Pick<
  APIGatewayProxyEventV2,
  'requestContext' | 'rawPath' | 'rawQueryString' | 'queryStringParameters'
>;

const ids = [
  ...registered.operations.map(({ operation }) => operation.id),
  ...registered.workers.map(({ worker }) => worker.id),
];

test.each(registered.operations.map(({ operation }) => [operation.id, operation] as const))(
  '%s has a sample event of its route',
  (id, { method, path }) => {
    const event = eventOf(id);
    expect(event.version).toBe('2.0');
    expect(event.routeKey).toBe(`${method} ${path}`);
    const { requestContext, rawPath, rawQueryString, queryStringParameters = {} } = event as unknown as SampleRequest;
    expect(requestContext).toMatchObject({ routeKey: event.routeKey, http: { method, path: rawPath } });
    expect(Object.fromEntries(new URLSearchParams(rawQueryString))).toEqual(queryStringParameters);
  },
);

test.each(registered.workers.map(({ worker }) => [worker.id, worker] as const))(
  '%s has a sample event',
  (id, worker) => {
    const event = eventOf(id);
    if ('queue' in worker) expect(event.Records).toEqual([expect.objectContaining({ eventSource: 'aws:sqs' })]);
    else if ('stream' in worker) {
      expect(event.Records).toEqual([expect.objectContaining({ eventSource: 'aws:dynamodb' })]);
    } else expect(event.source).toBe('aws.events');
  },
);

test('every sample event belongs to an operation or worker', () => {
  const names = readdirSync(join(root, 'events')).filter((name) => name.endsWith('.json'));
  expect(names.map((name) => name.replace('.json', '')).filter((id) => !ids.includes(id))).toEqual([]);
});
