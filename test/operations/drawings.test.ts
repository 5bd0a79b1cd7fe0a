import { read as readWorkbook } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawSpecification, specificationSections } from '../../infra/demo/drawings/index.ts';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { rawPdf } from '../support/raw-pdf.ts';
import { type Api, type Service, startService } from '../support/service.ts';

let service: Service;
let api: Api;
beforeAll(async () => {
  service = await startService();
  api = await service.as({ role: 'manager' });
});
afterAll(() => service.end());

const lines = (pieces: readonly (readonly [number, number, number, number])[]) =>
  pieces.map(([x0, y0, x1, y1]) => `${x0} ${y0} m ${x1} ${y1} l S`).join('\n');
const text = (said: string, x: number, y: number) => `BT /F 9 Tf ${x} ${y} Td (${said}) Tj ET`;
const grid = (xs: readonly number[], ys: readonly number[]) =>
  lines([...ys.map((y) => [xs[0]!, y, xs.at(-1)!, y] as const), ...xs.map((x) => [x, ys[0]!, x, ys.at(-1)!] as const)]);

const circle = (x: number, y: number, r: number) => {
  const k = 0.5523 * r;
  return [
    `${x + r} ${y} m ${x + r} ${y + k} ${x + k} ${y + r} ${x} ${y + r} c`,
    `${x - k} ${y + r} ${x - r} ${y + k} ${x - r} ${y} c ${x - r} ${y - k} ${x - k} ${y - r} ${x} ${y - r} c`,
    `${x + k} ${y - r} ${x + r} ${y - k} ${x + r} ${y} c S`,
  ].join(' ');
};

/** A sheet with a door schedule of three columns and three rows, its lower right cell empty, and two tags W1. */
const schedule = rawPdf({
  width: 800,
  height: 600,
  resources: '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
  content: [
    grid([100, 200, 300, 400], [400, 420, 440, 460]),
    text('DOOR SCHEDULE', 105, 466),
    ...['MARK', 'WIDTH', 'NOTE'].map((said, i) => text(said, 105 + 100 * i, 446)),
    ...['D1', '=900', 'Fire rated'].map((said, i) => text(said, 105 + 100 * i, 426)),
    ...['D2', '800'].map((said, i) => text(said, 105 + 100 * i, 406)),
    ...[500, 600].flatMap((x) => [circle(x, 300, 14), text('W1', x - 7, 297)]),
  ].join('\n'),
});

test('the sections of a specification are listed with pages and boxes, also after it is processed again', async () => {
  const project = await createProject(api);
  const { id } = (await uploadForm(api, project, await drawSpecification({ pages: 8 }), 'manual.pdf')).body;
  await processed(api, id);
  const read = (query = '') => api.call('GET', `/api/v1/documents/${id}/sections${query}`);
  const truth = specificationSections({ pages: 8 });
  const { status, body } = await read('?size=100');
  expect(status).toBe(200);
  expect(body.total).toBe(truth.length);
  expect(body.items.map(({ number, title, page_from }: Record<string, unknown>) => [number, title, page_from])).toEqual(
    truth.map(({ number, title, page }) => [number, title, page]),
  );
  const [first] = body.items;
  expect(first).toMatchObject({ system: 'csi', level: 1, page_to: truth[1]!.page - 1 });
  expect(first.bounding_box.y).toBeLessThan(0.2);
  expect(first).not.toHaveProperty('at');
  expect((await read('?size=2&page=2')).body.items).toEqual(body.items.slice(2, 4));
  expect((await api.call('POST', `/api/v1/documents/${id}/reprocess`)).status).toBe(202);
  await processed(api, id);
  expect((await read('?size=100')).body).toEqual(body);
});

test('the tables of a drawing are listed with page and boxes, and exported as CSV and XLSX', async () => {
  const project = await createProject(api);
  const { id } = (await uploadForm(api, project, schedule, 'doors.pdf')).body;
  await processed(api, id);

  const { status, body } = await api.call('GET', `/api/v1/documents/${id}/tables`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 1, page: 1, size: 10 });
  const [table] = body.items;
  expect(table).toMatchObject({ number: 1, page: 1, kind: 'schedule', title: 'DOOR SCHEDULE', rows: 3, columns: 3 });
  expect(table.cells.map(({ text }: { text: string }) => text)).toEqual([
    ...['MARK', 'WIDTH', 'NOTE'],
    ...['D1', '=900', 'Fire rated'],
    ...['D2', '800', ''],
  ]);
  expect(table.bounding_box.x).toBeCloseTo(100 / 800, 3);
  expect(table.bounding_box.y).toBeCloseTo(140 / 600, 3);
  expect(table.cells[4].bounding_box.width).toBeCloseTo(100 / 800, 3);
  expect((await api.call('GET', `/api/v1/documents/${id}/tables?page=2`)).body).toMatchObject({ total: 1, items: [] });

  const csv = await api.call('GET', `/api/v1/documents/${id}/tables/tables.csv`);
  expect(csv.status).toBe(200);
  const rows = (await (await fetch(csv.body.download_url)).text()).split('\r\n');
  expect(rows[0]).toContain('Table,Page,Kind,Title,X,Y,Width,Height,Row,Column 1,Column 2,Column 3');
  expect(rows[2]).toMatch(/^1,1,schedule,DOOR SCHEDULE,0\.125,.*,2,D1,'=900,Fire rated$/);

  const xlsx = await api.call('GET', `/api/v1/documents/${id}/tables/tables.xlsx`);
  const workbook = new Uint8Array(await (await fetch(xlsx.body.download_url)).arrayBuffer());
  const { SheetNames, Sheets } = readWorkbook(workbook, { cellStyles: true });
  expect(SheetNames.map((name) => [name, Sheets[name]?.['!autofilter']?.ref])).toEqual([
    ['Tables', 'A1:H2'],
    ['1 page 1', 'A1:C3'],
  ]);
  const widthsOf = (name: string) => Sheets[name]?.['!cols']?.map(({ width }) => Math.round(width ?? 0));
  expect(widthsOf('Tables')?.slice(0, 4)).toEqual([7, 6, 10, 15]);
  expect(widthsOf('1 page 1')).toEqual([6, 7, 12]);
  expect((await api.call('GET', `/api/v1/documents/${id}/tables/tables.doc`)).status).toBe(422);
});

test('the symbols of a drawing are counted by sheet', async () => {
  const project = await createProject(api);
  const { id } = (await uploadForm(api, project, schedule, 'doors.pdf')).body;
  await processed(api, id);
  const { status, body } = await api.call('GET', `/api/v1/documents/${id}/symbols`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 1, items: [{ page: 1, kind: 'tag', name: 'W1', count: 2, width: null }] });
  expect(body.items[0].places.map(({ x }: { x: number }) => Math.round(x * 800)).sort()).toEqual([486, 586]);
  expect(body.items[0].places[0].y).toBeCloseTo(286 / 600, 2);
});

test('tables and symbols are visible to those who see the document', async () => {
  const project = await createProject(api);
  const { id } = (await uploadForm(api, project, new TextEncoder().encode('words'), 'a.txt')).body;
  expect((await api.call('GET', `/api/v1/documents/${id}/tables`)).body).toMatchObject({ total: 0, items: [] });
  const stranger = await service.as({ organization: 'other', role: 'manager' });
  expect((await stranger.call('GET', `/api/v1/documents/${id}/tables`)).status).toBe(404);
  expect((await stranger.call('GET', `/api/v1/documents/${id}/tables/tables.csv`)).status).toBe(404);
  expect((await stranger.call('GET', `/api/v1/documents/${id}/symbols`)).status).toBe(404);
});
