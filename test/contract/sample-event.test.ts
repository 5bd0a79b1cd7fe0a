import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operations as registry } from '../../functions/registry.ts';
import { root } from '../../infra/build/root.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { newSampleEvent, type OwnParts, sampleEvent } from './sample-event.ts';

const operations: readonly Operation[] = registry.map(({ operation }) => operation);
const eventOf = (id: string) => JSON.parse(readFileSync(join(root, 'events', `${id}.json`), 'utf8')) as OwnParts;

describe('a sample event states only parameters, headers and a body', () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
    const event = eventOf(id);
    expect(sampleEvent(operation, event)).toEqual(event);
  });
});

test("a generated sample event has the operation's route and the examples of its description", () => {
  const known = { id: '01980000-0000-7000-8000-00000000000c', project_id: 'p-1' };
  const written = (id: string) => newSampleEvent(operations.find((each) => each.id === id)!, known);
  expect(written('get-task')).toEqual(eventOf('get-task'));
  expect(written('list-documents')).toMatchObject({ rawQueryString: 'project_id=p-1' });
  const { body, headers } = written('create-task');
  expect(headers).toMatchObject({ 'content-type': 'application/json' });
  const create = operations.find(({ id }) => id === 'create-task')?.body;
  expect(create?.parse(JSON.parse(body ?? '{}'))).toMatchObject({ project_id: 'p-1' });
});
