import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { drawPdf } from '../support/draw-pdf.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

let service: Service;
let api: Api;
let project: string;
let older: string;

const REPORTS = '/api/v1/reports';
const upload = async (name: string, fields: Record<string, string>): Promise<string> => {
  const pdf = await drawPdf([{ width: 200, height: 100, draw: (page) => page.text(name, 20, 20) }]);
  return (await uploadForm(api, project, pdf, `${name}.pdf`, { document_type: 'DRAWING', ...fields })).body.id;
};
const create = (body: Record<string, unknown>, as = api) =>
  as.call('POST', REPORTS, { project_id: project, type: 'document_register', format: 'json', ...body });
const finished = (id: string) =>
  eventually(async () => {
    const { body } = await api.call('GET', `${REPORTS}/${id}`);
    return ['ready', 'failed'].includes(body.status) ? body : undefined;
  });
const made = async (body: Record<string, unknown>) => {
  const created = await create(body);
  expect(created.status).toBe(202);
  const report = await finished(created.body.id);
  expect([report.status, report.error]).toEqual(['ready', null]);
  const link = (await api.call('GET', `${REPORTS}/${report.id}/download`)).body;
  return { report, link, file: await fetch(link.download_url) };
};

beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { followed: false });
  api = await service.as();
  project = await createProject(api, 'Łódź: North/South');
  older = await upload('plan-A', { document_reference: 'A-101', revision: 'A' });
  await processed(api, older);
  const newer = await upload('plan-B', { document_reference: 'A-101', revision: 'B', revision_of: older });
  const gone = await upload('gone', { document_reference: 'A-102' });
  await Promise.all([newer, gone].map((id) => processed(api, id)));
  await api.call('DELETE', `/api/v1/documents/${gone}`);
});
afterAll(() => service.end());

test('a document register has every document, a drawing register the latest revisions', async () => {
  const { report, link, file } = await made({});
  const { rows, title } = (await file.json()) as { rows: Record<string, unknown>[]; title: string };
  expect(title).toBe('Document register');
  expect(rows.map(({ revision, is_latest }) => [revision, is_latest]).sort()).toEqual([
    ['A', 'no'],
    ['B', 'yes'],
  ]);
  expect(report).toMatchObject({ row_count: 2, type: 'document_register', format: 'json' });
  expect(link).toMatchObject({ report_id: report.id, expires_at: expect.any(String) });
  expect(link.filename).toMatch(/^Łódź_ North_South - Document register - \d{4}-\d\d-\d\d\.json$/);

  const drawings = await made({ type: 'drawing_register' });
  const sheets = ((await drawings.file.json()) as { rows: Record<string, unknown>[] }).rows;
  expect(sheets.map(({ sheet_number, revision }) => [sheet_number, revision])).toEqual([['A-101', 'B']]);
});

test('a task report has every task of the project', async () => {
  const asked = { project_id: project, title: 'Check the stairs', priority: 'high', document_ids: [older] };
  const task = (await api.call('POST', '/api/v1/tasks', asked)).body.id;
  const { file } = await made({ type: 'task_status' });
  const { rows } = (await file.json()) as { rows: Record<string, unknown>[] };
  expect(rows).toEqual([
    expect.objectContaining({
      title: 'Check the stairs',
      status: 'open',
      priority: 'high',
      documents: 1,
      task_id: task,
    }),
  ]);
});

test('a change report has the changes of its period only, with rating and cost', async () => {
  const { body: document } = await api.call('GET', `/api/v1/documents/${older}/versions`);
  expect(document).toBeDefined();
  const listed = (await api.call('GET', `/api/v1/documents?project_id=${project}`)).body.items as { _id: string }[];
  const newer = listed.map(({ _id }) => _id).find((id) => id !== older) as string;
  const asked = { original_document_id: older, comparison_document_id: newer };
  const { id } = (await api.call('POST', '/api/v1/drawing-comparisons', asked)).body;
  const comparison = await eventually(async () => {
    const { drawing_comparison } = (await api.call('GET', `/api/v1/drawing-comparisons/${id}`)).body;
    return drawing_comparison.status === 'ready' ? drawing_comparison : undefined;
  });
  const { file } = await made({ type: 'drawing_changes', from: '2020-01-01', to: '2100-01-01' });
  const { rows } = (await file.json()) as { rows: Record<string, unknown>[] };
  const items = comparison.items as Record<string, unknown>[];
  expect(items.length).toBeGreaterThan(0);
  expect(rows.map(({ description, cost_effect }) => [description, cost_effect])).toEqual(
    items.map(({ description, cost_effect }) => [description, cost_effect]),
  );
  const past = await made({ type: 'drawing_changes', to: '2020-01-01' });
  expect(((await past.file.json()) as { rows: unknown[] }).rows).toEqual([]);
});

test('deleting a report deletes its file; members may read but not delete', async () => {
  const { report, link } = await made({ format: 'csv' });
  const member = await service.as({ role: 'member' });
  expect((await create({}, member)).status).toBe(403);
  expect((await member.call('GET', `${REPORTS}/${report.id}`)).status).toBe(200);
  expect((await member.call('DELETE', `${REPORTS}/${report.id}`)).status).toBe(403);
  const before = (await api.call('GET', REPORTS)).body;
  expect(before.items.map(({ id }: { id: string }) => id)).toContain(report.id);

  const stranger = await service.as({ user: 'zed', role: 'manager' });
  expect((await stranger.call('GET', REPORTS)).body).toMatchObject({ items: [], total: 0 });
  expect((await stranger.call('GET', `${REPORTS}/${report.id}`)).status).toBe(404);

  expect((await api.call('DELETE', `${REPORTS}/${report.id}`)).status).toBe(204);
  expect((await api.call('GET', `${REPORTS}/${report.id}`)).status).toBe(404);
  expect((await fetch(link.download_url)).status).toBe(404);
  expect((await api.call('GET', REPORTS)).body.total).toBe(before.total - 1);
});

test('a period is accepted for change reports only, and must not end before it starts', async () => {
  const refused = await create({ from: '2026-01-01' });
  expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'from']]);
  const backwards = await create({ type: 'drawing_changes', from: '2026-02-01', to: '2026-01-01' });
  expect([backwards.status, backwards.body.detail[0].loc]).toEqual([422, ['body', 'to']]);
  const moment = '2026-02-01T12:00:00Z';
  expect((await create({ type: 'drawing_changes', from: moment, to: moment })).status).toBe(202);
  expect((await create({ project_id: 'nowhere' })).status).toBe(404);
});
