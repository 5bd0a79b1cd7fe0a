import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operations as registry } from '../../functions/registry.ts';
import { breakingChanges, promiseOf } from '../../infra/contract/breaking-changes.ts';
import { RELEASED } from '../../infra/contract/released.ts';
import { buildOpenApi } from '../../shared/http/openapi/build-openapi.ts';
import type { Operation } from '../../shared/http/operation.ts';

const operations: readonly Operation[] = registry.map(({ operation }) => operation);
const released = JSON.parse(readFileSync(RELEASED, 'utf8'));

test('no breaking change since the release is missing from CHANGELOG.md', () => {
  const stated = readFileSync('CHANGELOG.md', 'utf8');
  const silent = breakingChanges(released, buildOpenApi(operations)).filter((change) => !stated.includes(change));
  expect(silent).toEqual([]);
});

test('deprecated operations are announced for at least 12 months', () => {
  for (const { id, deprecated } of operations) {
    if (!deprecated) continue;
    const announced = new Date(deprecated.since);
    announced.setUTCFullYear(announced.getUTCFullYear() + 1);
    expect(Date.parse(deprecated.sunset), id).toBeGreaterThanOrEqual(announced.getTime());
  }
});

describe('breaking changes are detected:', () => {
  const schemas = released.components.schemas;
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
  const changed = (edit: (document: any) => void): string[] => {
    const document = structuredClone(released);
    edit(document);
    return breakingChanges(released, document);
  };
  const task = '/api/v1/tasks/{id}';

  test('none without a change', () => {
    expect(changed(() => {})).toEqual([]);
    expect(promiseOf(released)).toEqual(released);
  });

  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
  test.each<[string, (document: any) => void, string]>([
    ['an operation was removed', ({ paths }) => delete paths[task].get, `GET ${task}: was removed`],
    [
      'a field of an answer was removed',
      ({ components }) => delete components.schemas.Task.properties.title,
      'answered Task.title: was removed',
    ],
    [
      'a field of an answer may be null',
      ({ components }) => Object.assign(components.schemas.Task.properties.title, { nullable: true }),
      'answered Task.title: may be null',
    ],
    [
      'a field of a body was removed',
      ({ components }) => delete components.schemas.UpdateTaskBody.properties.title,
      'sent UpdateTaskBody.title: was removed',
    ],
    [
      'a field of a body is required',
      ({ components }) => Object.assign(components.schemas.UpdateTaskBody, { required: ['title'] }),
      'sent UpdateTaskBody.title: is required',
    ],
    [
      'a value is no longer taken',
      ({ components }) => components.schemas.TaskPriority.enum.shift(),
      `sent TaskPriority: no longer takes "${schemas.TaskPriority.enum[0]}"`,
    ],
    [
      'a bound is narrower',
      ({ components }) => Object.assign(components.schemas.UpdateTaskBody.properties.title, { maxLength: 3 }),
      'sent UpdateTaskBody.title: maxLength fell to 3',
    ],
    [
      'a parameter was removed',
      ({ paths }) => paths['/api/v1/tasks'].get.parameters.shift(),
      'GET /api/v1/tasks query project_id: was removed',
    ],
    [
      'a parameter is required',
      ({ paths }) => Object.assign(paths['/api/v1/tasks'].get.parameters[0], { required: true }),
      'GET /api/v1/tasks query project_id: is required',
    ],
    [
      'an answer was removed',
      ({ paths }) => delete paths[task].get.responses[404],
      `GET ${task}: no longer answers 404`,
    ],
    [
      'a scope is another',
      ({ paths }) => Object.assign(paths[task].get.security[1], { oauth2: ['tasks:all'] }),
      `GET ${task}: no longer opened by {"oauth2":["tasks:read"]}`,
    ],
  ])('%s', (_, edit, sentence) => expect(changed(edit)).toContain(sentence));

  test('a field of a union has been removed only if no member has it any more', () => {
    const apart = (without?: string) =>
      changed(({ components: { schemas: named } }) => {
        const { properties, ...task } = named.Task;
        const own = Object.fromEntries(Object.entries(properties).filter(([name]) => name !== without));
        const member = { ...task, properties: own, required: task.required.filter((name: string) => name in own) };
        named.Task = { oneOf: [member, { ...member, properties: { ...own, color: { type: 'string' } } }] };
      });
    expect(apart()).toEqual([]);
    expect(apart('title')).toEqual(['answered Task.title: was removed']);
  });

  test('additional fields, values and operations in responses are not breaking', () => {
    const found = changed(({ components, paths }) => {
      components.schemas.Task.properties.color = { type: 'string' };
      components.schemas.Task.required.push('color');
      components.schemas.UpdateTaskBody.properties.color = { type: 'string' };
      paths['/api/v1/colors'] = paths[task];
    });
    expect(found).toEqual([]);
  });
});
