import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import type { Sheet } from '../../shared/domain/sheets/sheet.ts';
import type { Ports } from '../../shared/ports.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';

/** No worker processes documents here: tests write sheets as processing does. */
let service: Service;
let api: Api;
let ports: Pick<Ports, 'documents.read' | 'documents.write' | 'documents.purge' | 'sheet-index.read'>;
beforeAll(async () => {
  service = await startService({}, { idle: true });
  api = await service.as({ role: 'manager' });
  const { portsFor } = await import('../../shared/http/provide.ts');
  ports = portsFor(['documents.read', 'documents.write', 'documents.purge', 'sheet-index.read']);
});
afterAll(() => service.end());

type Said = readonly [number: string, title: string, ...cited: string[]];
const sheetOf = ([sheet_number, title, ...cited]: Said, i: number): Sheet => ({
  ...{ page: i + 1, sheet_number, title, revision: null, date: null, scale: null },
  confidence: { sheet_number: 0.9, title: 0.9, revision: 0, date: 0, scale: 0 },
  sheet_references: cited.map((text) => {
    const [detail, number] = text.includes('/') ? text.split('/') : [undefined, text];
    return { sheet_number: number as string, ...(detail !== undefined && { detail }) };
  }),
});
let made = 0;
const words = (text: string) => new TextEncoder().encode(text);
const read = async (id: string): Promise<DocumentRecord> =>
  (await ports['documents.read'].get('acme', id)) ?? expect.fail('no document');
const say = (project: string, id: string, ...said: Said[]) =>
  ports['documents.write'].change(...(['acme', project, id, { sheets: said.map(sheetOf) }] as const), {
    writeId: `said-${made++}`,
    now: new Date(),
  });
const upload = async (project: string, ...said: Said[]): Promise<string> => {
  const { id } = (await uploadForm(api, project, words(`document ${made++}`), 'a.txt')).body;
  await say(project, id, ...said);
  return id;
};
const references = async (id: string, by = api) => (await by.call('GET', `/api/v1/documents/${id}/references`)).body;
const citing = async (id: string) =>
  (await references(id)).cited_by.map(({ sheet }: { sheet: { document_id: string } }) => sheet.document_id);

test('a document lists the sheets that it cites and those that cite it, in their current state', async () => {
  const [project, elsewhere] = await Promise.all([createProject(api), createProject(api)]);
  const [plan, set] = await Promise.all([
    upload(project, ['A-101', 'FIRST FLOOR PLAN', '3/A-501', 'S-201']),
    upload(project, ['A-501', 'WALL DETAILS'], ['A-502', 'ROOF DETAILS', 'A-501']),
    upload(elsewhere, ['S-201', 'FRAMING PLAN', 'A-101']),
  ]);

  const { cites, cited_by } = await references(plan);
  expect(cited_by).toEqual([]);
  expect(cites).toEqual([
    {
      ...{ on: { page: 1, sheet_number: 'A-101' }, sheet_number: 'A-501', detail: '3' },
      sheets: [
        {
          ...{ document_id: set, page: 1, sheet_number: 'A-501', title: 'WALL DETAILS' },
          ...{ revision: null, is_latest: true, superseded_by: null },
        },
      ],
    },
    { on: { page: 1, sheet_number: 'A-101' }, sheet_number: 'S-201', detail: null, sheets: [] },
  ]);
  const ofSet = await references(set);
  expect(ofSet).not.toHaveProperty('truncated');
  expect(ofSet.cited_by).toHaveLength(2);
  expect(ofSet.cited_by).toEqual(
    expect.arrayContaining([
      {
        ...{ to: { page: 1, sheet_number: 'A-501' }, detail: '3' },
        sheet: expect.objectContaining({ document_id: plan, title: 'FIRST FLOOR PLAN' }),
      },
      {
        ...{ to: { page: 1, sheet_number: 'A-501' }, detail: null },
        sheet: expect.objectContaining({ document_id: set, page: 2 }),
      },
    ]),
  );

  // A corrected sheet is found by its corrected number, and no longer by the misread one.
  await api.call('PUT', `/api/v1/documents/${plan}/sheets/1`, { sheet_number: 'A-102' });
  const detail = await upload(project, ['A-600', 'STAIR DETAILS', 'A-102']);
  expect(await citing(plan)).toEqual([detail]);

  await api.call('DELETE', `/api/v1/documents/${detail}`);
  expect(await citing(plan)).toEqual([]);
  await api.call('POST', `/api/v1/documents/${detail}/restore`);
  expect(await citing(plan)).toEqual([detail]);

  const later = await upload(project, ['A-501', 'WALL DETAILS']);
  const details = (await references(plan)).cites.find(
    (each: { sheet_number: string }) => each.sheet_number === 'A-501',
  )?.sheets;
  const by = { document_id: later, page: 1, revision: null };
  expect(details).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ document_id: set, superseded_by: by }),
      expect.objectContaining({ document_id: later, superseded_by: null }),
    ]),
  );

  const stranger = await service.as({ user: 'bob', role: 'member' });
  expect((await stranger.call('GET', `/api/v1/documents/${plan}/references`)).status).toBe(404);
});

test('a permanently removed document leaves no index entry', async () => {
  const project = await createProject(api);
  const plan = await upload(project, ['A-101', 'FIRST FLOOR PLAN', 'A-102']);
  const found = async (key: string, role: 'holds' | 'cites') =>
    ports['sheet-index.read'].documents('acme', project, { key, role }, 10);
  expect([await found('A101', 'holds'), await found('A102', 'cites')]).toEqual([[plan], [plan]]);
  // Read again with another number, it is found by that one alone.
  await say(project, plan, ['A-103', 'FIRST FLOOR PLAN', 'A-102']);
  expect([await found('A101', 'holds'), await found('A103', 'holds')]).toEqual([[], [plan]]);
  await ports['documents.purge'].removeBeside(await read(plan), false);
  expect([await found('A103', 'holds'), await found('A102', 'cites')]).toEqual([[], []]);
});

test('a former text is read by its version', async () => {
  const project = await createProject(api);
  const id = await upload(project);
  const path = `/api/v1/documents/${id}/versions`;
  const long = 'word '.repeat(10_000);
  for (const content of ['the first text', long]) {
    expect((await api.call('PUT', `/api/v1/documents/${id}/content`, { content })).status).toBe(200);
  }
  const [newest, first] = (await api.call('GET', path)).body;
  expect((await api.call('GET', `${path}/${first.version_id}`)).body).toMatchObject({
    ...{ version_id: first.version_id, version_number: 1, content: 'the first text' },
  });
  const answer = await api.call('GET', `${path}/${newest.version_id}`);
  expect(answer.body).toMatchObject({ version_number: 2, content: long });
  expect(answer.body).not.toHaveProperty('content_truncated');
  expect((await api.call('GET', `${path}/none`)).status).toBe(404);
});
