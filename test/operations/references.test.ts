import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { drawPdf } from '../support/draw-pdf.ts';
import { type Api, type Service, startService } from '../support/service.ts';

let service: Service;
let api: Api;
beforeAll(async () => {
  service = await startService();
  api = await service.as({ role: 'manager' });
});
afterAll(() => service.end());

type Drawn = readonly [number: string, title: string, ...cited: string[]];
const drawn = ([number, title, ...cited]: Drawn) => ({
  width: 1190,
  height: 842,
  draw: (pdf: PDFKit.PDFDocument) => {
    const say = (text: string, x: number, y: number, size: number) => pdf.fontSize(size).text(text, x, y);
    for (let i = 0; i < 8; i++) say(`${2000 + 10 * i}`, 100 + 90 * i, 200, 7);
    for (const [i, text] of cited.entries()) say(text, 200, 300 + 30 * i, 8);
    say('CLIENT', 920, 600, 7);
    say('DRAWING TITLE', 920, 640, 7);
    say(title, 920, 652, 16);
    say('DRAWING NO', 920, 740, 7);
    say(number, 920, 752, 24);
  },
});
let made = 0;
const upload = async (project: string, ...sheets: Drawn[]): Promise<string> => {
  const { id } = (await uploadForm(api, project, await drawPdf(sheets.map(drawn)), `${made++}.pdf`)).body;
  await processed(api, id);
  return id;
};
const references = async (id: string, by = api) => (await by.call('GET', `/api/v1/documents/${id}/references`)).body;
const citing = async (id: string) =>
  (await references(id)).cited_by.map(({ sheet }: { sheet: { document_id: string } }) => sheet.document_id);

test('a document tells which sheets it cites and which cite it, as they stand', async () => {
  const [project, elsewhere] = await Promise.all([createProject(api), createProject(api)]);
  const [plan, set] = await Promise.all([
    upload(project, ['A-101', 'FIRST FLOOR PLAN', '3/A-501', 'SEE S-201']),
    upload(project, ['A-501', 'WALL DETAILS'], ['A-502', 'ROOF DETAILS', 'SEE A-501']),
    upload(elsewhere, ['S-201', 'FRAMING PLAN', 'SEE A-101']),
  ]);

  const { cites, cited_by } = await references(plan);
  expect(cited_by).toEqual([]);
  expect(cites).toEqual([
    {
      ...{ on: { page: 1, sheet_number: 'A-101' }, sheet_number: 'A-501', detail: '3' },
      sheets: [
        {
          ...{ document_id: set, page: 1, sheet_number: 'A-501', title: 'WALL DETAILS' },
          ...{ revision: null, is_latest: true },
        },
      ],
    },
    { on: { page: 1, sheet_number: 'A-101' }, sheet_number: 'S-201', detail: null, sheets: [] },
  ]);
  const ofSet = await references(set);
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

  // A corrected number is found by what it is, and no longer by what it was read as.
  await api.call('PUT', `/api/v1/documents/${plan}/sheets/1`, { sheet_number: 'A-102' });
  const detail = await upload(project, ['A-600', 'STAIR DETAILS', 'SEE A-102']);
  expect(await citing(plan)).toEqual([detail]);

  await api.call('DELETE', `/api/v1/documents/${detail}`);
  expect(await citing(plan)).toEqual([]);
  await api.call('POST', `/api/v1/documents/${detail}/restore`);
  expect(await citing(plan)).toEqual([detail]);

  const stranger = await service.as({ user: 'bob', role: 'member' });
  expect((await stranger.call('GET', `/api/v1/documents/${plan}/references`)).status).toBe(404);
}, 90_000);

test('what is removed for good leaves no entry by which it would be found', async () => {
  const project = await createProject(api);
  const plan = await upload(project, ['A-101', 'FIRST FLOOR PLAN', 'SEE A-102']);
  const { portsFor } = await import('../../shared/http/provide.ts');
  const ports = portsFor(['documents.read', 'documents.purge', 'sheet-index.read']);
  const found = async (key: string, role: 'holds' | 'cites') =>
    ports['sheet-index.read'].documents('acme', project, { key, role }, 10);
  expect([await found('A101', 'holds'), await found('A102', 'cites')]).toEqual([[plan], [plan]]);
  const record = (await ports['documents.read'].get('acme', plan)) ?? expect.fail('no document');
  await ports['documents.purge'].removeBeside(record, false);
  expect([await found('A101', 'holds'), await found('A102', 'cites')]).toEqual([[], []]);
});

test('a former text is read by its version', async () => {
  const project = await createProject(api);
  const words = (text: string) => new TextEncoder().encode(text);
  const { id } = (await uploadForm(api, project, words('the first text'), 'a.txt')).body;
  const { latest_version } = await processed(api, id);
  const long = 'word '.repeat(10_000);
  await api.call('PUT', `/api/v1/documents/${id}/content`, { content: long });
  const path = `/api/v1/documents/${id}/versions`;
  expect((await api.call('GET', `${path}/${latest_version}`)).body).toMatchObject({
    ...{ version_id: latest_version, version_number: 1, content: 'the first text' },
  });
  const [newest] = (await api.call('GET', path)).body;
  const answer = await api.call('GET', `${path}/${newest.version_id}`);
  expect(answer.body).toMatchObject({ version_number: 2, content: long });
  expect(answer.body).not.toHaveProperty('content_truncated');
  expect((await api.call('GET', `${path}/none`)).status).toBe(404);
});
