import { afterAll, beforeAll, expect, test } from 'vitest';
import { reviseSheet } from '../../infra/demo/drawings/index.ts';
import { startDescribingServer } from '../support/describing-server.ts';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

/** A configured language model rewords changes: one correctly, one with an invented number. */
let service: Service;
let server: Awaited<ReturnType<typeof startDescribingServer>>;
let api: Api;

beforeAll(async () => {
  server = await startDescribingServer((changes) => ({
    changes: changes.map(({ number, description }) => ({
      number,
      description: number === 1 ? `${description}, at a cost of 4711` : `To be checked: ${description}`,
    })),
  }));
  const environment = { DESCRIBER_URL: `${server.url}/v1`, DESCRIBER_MODEL: 'words', VALIDATE_RESPONSES: '1' };
  service = await startService(environment, { followed: false });
  api = await service.as();
});
afterAll(async () => {
  await service.end();
  await server.end();
});

test('changes are shown in its words if these keep the meaning, in response and report', async () => {
  const project = await createProject(api);
  const { v1, v2 } = reviseSheet({ sheet: { seed: 'worded', kind: 'floor-plan', size: 'A3' }, count: 4, seed: 7 });
  const ids: string[] = [];
  for (const bytes of [v1, v2]) ids.push((await uploadForm(api, project, bytes)).body.id);
  for (const id of ids) await processed(api, id);
  const [original_document_id, comparison_document_id] = ids;
  const path = '/api/v1/drawing-comparisons';
  const { body } = await api.call('POST', path, { original_document_id, comparison_document_id });
  const comparison = await eventually(async () => {
    const { drawing_comparison } = (await api.call('GET', `${path}/${body.drawing_comparison_id}`)).body;
    return ['ready', 'failed'].includes(drawing_comparison.status) ? drawing_comparison : undefined;
  });
  expect(comparison.error).toBeNull();
  const [first, second] = comparison.items;
  expect(first.description).not.toContain('4711');
  expect(first.rule_description).toBeUndefined();
  expect(second.description).toBe(`To be checked: ${second.rule_description}`);
  const report = await (await fetch(comparison.files.report)).text();
  expect(report).toContain('To be checked: ');
  expect(report).not.toContain('4711');
  expect(server.asked[0]).toMatchObject({ model: 'words', path: '/v1/chat/completions' });
});
