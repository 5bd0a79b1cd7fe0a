import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptedPdf, reviseSheet } from '../../infra/demo/drawings/index.ts';
import { openPdf } from '../../shared/pdf/index.ts';
import { compared, createProject, processed, uploadForm } from '../support/documents.ts';
import { leftovers } from '../support/leftovers.ts';
import { type Api, type Service, startService } from '../support/service.ts';

let service: Service;
let api: Api;
let project: string;
let older: string;
let newer: string;
const { v1, v2, truth } = reviseSheet({
  sheet: { seed: 'comparisons', kind: 'floor-plan', size: 'A3' },
  count: 4,
  seed: 7,
});

const uploaded = async (bytes: Uint8Array, to = project): Promise<string> => {
  const { body } = await uploadForm(api, to, bytes);
  await processed(api, body.id);
  return body.id;
};
const create = (original_document_id: string, comparison_document_id: string, as = api) =>
  as.call('POST', '/api/v1/drawing-comparisons', { original_document_id, comparison_document_id });
const finished = async (id: string) => (await compared(api, id)).drawing_comparison;
const linkOf = async (id: string) => (await api.call('GET', `/api/v1/documents/${id}`)).body.drawing_comparison_id;

beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { followed: false });
  api = await service.as();
  project = await createProject(api);
  [older, newer] = [await uploaded(v1), await uploaded(v2)];
});
afterAll(() => service.end());

test('a pair is compared once, with items, images and a report, and linked from its documents', async () => {
  const created = await create(older, newer);
  expect(created.status).toBe(202);
  const id = created.body.drawing_comparison_id;
  expect(['queued', 'running']).toContain(created.body.status);
  const again = await create(older, newer);
  expect([again.status, again.body.drawing_comparison_id]).toEqual([202, id]);

  const comparison = await finished(id);
  expect(comparison.error).toBeNull();
  expect(comparison.status).toBe('ready');
  expect(comparison.items.length).toBeGreaterThanOrEqual(truth.items.length - 1);
  const ratings = comparison.items.map((item: { difference_rating: number }) => item.difference_rating);
  expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
  for (const name of ['report', 'sheet-1/overlay', 'sheet-1/added', 'sheet-1/removed']) {
    expect((await fetch(comparison.files[name])).status, name).toBe(200);
  }
  const known = await create(older, newer);
  expect([known.status, known.body.status, known.body.items.length]).toEqual([202, 'ready', comparison.items.length]);
  const crop = await fetch(comparison.items[0].crop_url);
  expect(new Uint8Array(await crop.arrayBuffer()).subarray(1, 4)).toEqual(new TextEncoder().encode('PNG'));
  expect([await linkOf(older), await linkOf(newer)]).toEqual([id, id]);

  for (const field of ['older_crop_url', 'newer_crop_url']) {
    expect((await fetch(comparison.items[0][field])).status, field).toBe(200);
  }

  const listed = await api.call('GET', `/api/v1/drawing-comparisons?project_id=${project}`);
  expect(listed.body).toMatchObject({ total: 1, page: 1, size: 10, has_more: false, items: [{ id, status: 'ready' }] });

  const { headers } = await api.call('GET', `/api/v1/drawing-comparisons/${id}`);
  // The links to its images are others each time.
  const current = { 'if-none-match': headers.get('etag') as string };
  expect((await api.call('GET', `/api/v1/drawing-comparisons/${id}`, undefined, current)).status).toBe(200);
  const remove = (tag: string) =>
    api.call('DELETE', `/api/v1/drawing-comparisons/${id}`, undefined, { 'if-match': tag });
  const stale = await remove('"1"');
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict']);
  expect((await api.call('GET', `/api/v1/drawing-comparisons/${id}`)).status).toBe(200);
  const deleted = await remove(headers.get('etag') ?? '');
  expect(deleted.status).toBe(200);
  expect((await api.call('GET', `/api/v1/drawing-comparisons/${id}`)).status).toBe(404);
  expect([await linkOf(older), await linkOf(newer)]).toEqual([null, null]);
  expect((await fetch(comparison.files.report)).status).toBe(404);
  expect((await api.call('GET', `/api/v1/drawing-comparisons?project_id=${project}`)).body.total).toBe(0);
});

const at = (id: string) => `/api/v1/drawing-comparisons/${id}`;

test('a change is accepted, rejected and commented on at the version seen; every view shows the decision', async () => {
  const prices = { currency: 'EUR', prices: [{ unit: 'each', division: '08', price: 100 }] };
  const { body } = await api.call('POST', '/api/v1/drawing-comparisons', {
    ...{ original_document_id: older, comparison_document_id: newer, price_list: prices },
  });
  const id = body.drawing_comparison_id;
  const early = await api.call('GET', `${at(id)}/exports/changes.xlsx`);
  if (early.status !== 200) expect(early.body.detail).toMatch(/^The comparison is (queued|running)$/);
  const before = await finished(id);
  expect(before.price_list).toEqual(prices);
  expect(before.items.map(({ number }: { number: number }) => number)).toEqual(
    before.items.map((_: unknown, i: number) => i + 1),
  );
  expect(before.items[0]).toMatchObject({ status: 'open', comment: null });
  const { kinds, trades } = before.totals;
  const sum = (totals: { changes: number }[]) => totals.reduce((count, { changes }) => count + changes, 0);
  expect([sum(kinds), sum(trades)]).toEqual([sum(kinds), sum(kinds)]);
  expect(sum(kinds)).toBeGreaterThanOrEqual(before.items.length);
  const priced = before.items.filter((item: { cost_estimate: object | null }) => item.cost_estimate !== null);
  const costs = trades.flatMap((total: { costs: { amount: number }[] }) => total.costs.map(({ amount }) => amount));
  expect(costs.reduce((all: number, amount: number) => all + amount, 0)).toBe(
    priced.reduce((all: number, item: { cost_estimate: { amount: number } }) => all + item.cost_estimate.amount, 0),
  );
  const items = `${at(id)}/items`;
  const patch = (n: number, change: object, tag?: string) =>
    api.call('PATCH', `${items}/${n}`, change, tag === undefined ? {} : { 'if-match': tag });

  const link = async (name: string) => {
    const answer = await api.call('GET', `${at(id)}/exports/${name}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body).toMatchObject({ drawing_comparison_id: id, filename: name });
    return answer.body.download_url as string;
  };
  const pathOf = (url: string) => new URL(url).pathname;
  const bytesOf = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer());
  const clouded = await link('clouded.pdf');
  const again = await Promise.all([link('clouded.pdf'), link('clouded.pdf')]);
  expect(new Set([clouded, ...again].map(pathOf)).size).toBe(1);
  const cloudsIn = async (url: string) => {
    const document = await openPdf(await bytesOf(url));
    const { annotations = [] } = await document.pageText(1);
    await document.close();
    return annotations.filter(({ kind }) => kind === 'Polygon').length;
  };
  expect(await cloudsIn(clouded)).toBe(before.items.length);

  const first = await patch(1, { status: 'rejected' }, '"0"');
  expect([first.status, first.body.status, first.headers.get('etag')]).toEqual([200, 'rejected', '"1"']);
  expect(first.body.description).toBe(before.items[0].description);
  const stale = await patch(1, { comment: 'late' }, '"0"');
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict']);
  const second = await patch(1, { comment: '<b>why</b>' }, '"1"');
  expect([second.body.status, second.body.comment, second.headers.get('etag')]).toEqual([
    'rejected',
    '<b>why</b>',
    '"2"',
  ]);
  const [one, two] = await Promise.all([patch(2, { comment: 'a' }), patch(2, { status: 'accepted' })]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect((await patch(before.items.length + 1, { status: 'accepted' })).status).toBe(404);
  expect((await patch(1, { status: 'perhaps' })).status).toBe(422);
  expect((await (await service.as({ user: 'zed', role: 'member' })).call('PATCH', `${items}/1`, {})).status).toBe(404);

  const judged = await link('clouded.pdf');
  expect(pathOf(judged)).not.toBe(pathOf(clouded));
  expect(await cloudsIn(judged)).toBe(before.items.length - 1);
  const shown = await fetch(await link('report.html'));
  expect([shown.headers.get('content-type'), shown.headers.get('content-disposition')]).toEqual(['text/html', null]);
  const report = await shown.text();
  expect(report).toMatch(
    /<p class="commission">Project [^<]+ · compared for [^<]+, \d{4}-\d\d-\d\d \d\d:\d\d UTC<\/p>/,
  );
  expect(report).toContain('<meta http-equiv="Content-Security-Policy" content="default-src \'none\';');
  expect(report).toContain(
    '"1":{"status":"rejected","texts":["Rejected","\\u003cb>why\\u003c/b>","1 each × 100.00 EUR = 100.00 EUR"]}',
  );
  const book = read(await bytesOf(await link('changes.xlsx')));
  expect(utils.sheet_to_json(book.Sheets.Changes as never)[0]).toMatchObject({
    Status: 'rejected',
    Comment: '<b>why</b>',
  });

  await api.call('POST', '/api/v1/drawing-comparisons', {
    ...{ original_document_id: older, comparison_document_id: newer, again: true },
  });
  const anew = await finished(id);
  expect(anew.items).toMatchObject(
    before.items.map(({ number, kind }: { number: number; kind: string }) => ({ number, kind })),
  );
  expect(anew.items[0]).toMatchObject({ status: 'rejected', comment: '<b>why</b>' });
  expect(anew.items[1]).toMatchObject({ status: 'accepted', comment: 'a' });
  expect(anew.price_list).toEqual(prices);

  expect((await api.call('DELETE', at(id))).status).toBe(200);
  expect((await fetch(judged)).status).toBe(404);
  expect(await leftovers('acme', project, [id])).not.toContainEqual(
    expect.stringMatching(`COMPARISON#${id}|comparison-${id}|REVIEW`),
  );
});

test('concurrent creates of one pair yield one comparison', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => create(newer, older)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(202));
  expect(new Set(answers.map(({ body }) => body.drawing_comparison_id)).size).toBe(1);
  await finished(answers[0]?.body.drawing_comparison_id);
  expect((await api.call('GET', `/api/v1/drawing-comparisons?project_id=${project}`)).body.total).toBe(1);
});

test('documents that cannot be compared are rejected by name', async () => {
  const failed = await uploaded(encryptedPdf());
  const text = await uploaded(new TextEncoder().encode('a note'));
  const elsewhere = await uploaded(v2, await createProject(api, 'Other'));
  const same = await create(older, older);
  expect([same.status, same.body.detail[0].loc]).toEqual([422, ['body', 'comparison_document_id']]);
  const missing = await create(older, 'nowhere');
  expect([missing.status, missing.body.detail, missing.body.loc]).toEqual([
    404,
    'Newer document not found',
    ['body', 'comparison_document_id'],
  ]);
  const imageless = await create(failed, newer);
  expect([imageless.status, imageless.body.detail]).toEqual([
    409,
    'original_document_id: the document has no images, it is FAILED',
  ]);
  const noDrawing = await create(text, newer);
  expect([noDrawing.status, noDrawing.body.detail[0].loc]).toEqual([422, ['body', 'original_document_id']]);
  const apart = await create(older, elsewhere);
  expect([apart.status, apart.body.detail[0].loc]).toEqual([422, ['body', 'comparison_document_id']]);
});

test('a caller who may not see a document cannot tell it from a missing one', async () => {
  const outsider = await service.as({ user: 'zed', role: 'member' });
  const foreigner = await service.as({ organization: 'other', role: 'org_admin' });
  for (const as of [outsider, foreigner]) {
    const answer = async (original: string, newerId: string) => {
      const { status, body } = await create(original, newerId, as);
      return JSON.stringify([status, { ...body, request_id: undefined }]);
    };
    expect(await answer(older, 'nowhere')).toBe(await answer('nowhere', 'nowhere-else'));
    expect(await answer('nowhere', newer)).toBe(await answer('nowhere', 'nowhere-else'));
    expect(await answer(older, newer)).toBe(await answer('nowhere', 'nowhere-else'));
  }
});
