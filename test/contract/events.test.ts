import { describe, expect, test } from 'vitest';
import { operations } from '../../functions/registry.ts';
import { workers } from '../../functions/workers/registry.ts';
import { context, eventOf, fixturesFor, handlerOf, useSamples, work, worksOf } from './samples.ts';

useSamples();

describe('every sample event of an operation', () => {
  const samples = operations.map(({ operation }) => [operation.id, operation] as const);
  test.each(samples)('%s is answered as declared', async (id, operation) => {
    const event = eventOf(id, await fixturesFor(operation));
    const result = (await handlerOf(id)(event, context(id))) as { statusCode: number; body: string };
    expect(Object.keys(operation.responses).map(Number), result.body).toContain(result.statusCode);
    expect(result.statusCode).toBeLessThan(400);
  });
});

describe('every sample event of a worker', () => {
  test.each(workers.map(({ worker }) => worker.id))('%s does its work', async (id) => {
    const { fixtures, done } = (await worksOf[id]?.()) ?? expect.fail(`${id} has no work here`);
    await work(id, fixtures);
    await done();
  });
});
