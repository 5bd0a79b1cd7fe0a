import { describe, expect, test } from 'vitest';
import { operations } from '../../../functions/registry.ts';
import { brunoCollection } from '../../../infra/collections/bruno.ts';
import { postmanCollection } from '../../../infra/collections/postman.ts';
import { sampleRequests } from '../../../infra/collections/sample-requests.ts';
import { buildOpenApi } from '../../../shared/http/openapi/build-openapi.ts';
import type { Operation } from '../../../shared/http/operation.ts';

const { title, requests } = sampleRequests(buildOpenApi(operations.map(({ operation }) => operation)));
const declared = operations.map(({ operation }): Operation => operation);
const ADDRESS = 'http://localhost:3000';

describe('requests to send by hand', () => {
  test('are those of all operations, with the body that each declares', () => {
    expect(requests.map(({ id }) => id).sort()).toEqual(declared.map(({ id }) => id).sort());
    for (const { id, json, takesForm, isPublic } of requests) {
      const operation = declared.find((each) => each.id === id)!;
      expect([id, json !== undefined || takesForm]).toEqual([id, Boolean(operation.body ?? operation.multipart)]);
      expect([id, isPublic]).toEqual([id, operation.auth === 'public']);
      if (operation.body && json !== undefined) expect(operation.body.safeParse(json).error, id).toBeUndefined();
    }
  });

  test('stand in a collection of Postman, each in the folder of its tag', () => {
    const { item, variable } = postmanCollection(title, requests, ADDRESS);
    expect(item.flatMap((folder) => folder.item)).toHaveLength(declared.length);
    expect(variable).toContainEqual({ key: 'baseUrl', value: ADDRESS });
    const create = item
      .find(({ name }) => name === 'Tasks')
      ?.item.find(({ name }) => name === 'Create a task')?.request;
    expect(create).toMatchObject({ method: 'POST', url: { raw: '{{baseUrl}}/api/v1/tasks' } });
    expect(create).toMatchObject({ body: { raw: expect.stringContaining('"title"') } });
    const list = item
      .find(({ name }) => name === 'Documents')
      ?.item.find(({ name }) => name === 'List documents')?.request;
    const asked = list?.url.query ?? [];
    expect(asked.find(({ key }) => key === 'project_id')?.disabled).toBe(false);
    expect(asked.find(({ key }) => key === 'document_type')?.disabled).toBe(true);
    for (const { request } of item.flatMap((folder) => folder.item)) {
      const named = request.url.path.filter((part) => part.startsWith(':')).map((part) => part.slice(1));
      expect(request.url.variable.map(({ key }) => key)).toEqual(named);
    }
  });

  test('stand in a collection of Bruno, a file each', () => {
    const files = brunoCollection(title, requests, ADDRESS);
    expect(files.size).toBe(declared.length + 3);
    expect(files.get('environments/local.bru')).toContain(`baseUrl: ${ADDRESS}`);
    const get = files.get('Tasks/get-task.bru') ?? '';
    expect(get).toContain('url: {{baseUrl}}/api/v1/tasks/:id');
    expect(get).toMatch(/params:path \{\n {2}id: \S+/);
    expect(files.get('Tasks/create-task.bru')).toMatch(/body: json\n[\s\S]*body:json \{\n {2}\{\n {4}"title"/);
    expect(files.get('Public/health.bru') ?? files.get('Service/health.bru')).toContain('auth: none');
  });
});
