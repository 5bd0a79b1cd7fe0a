import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { drawPdf } from '../support/draw-pdf.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({}, { followed: false });
});
afterAll(() => service.end());

/** Numbers and titles that no rule recognises, in a title block that labels nothing but its author. */
type Said = readonly [number: string, title: string];
const block =
  ([number, title]: Said) =>
  (pdf: PDFKit.PDFDocument) => {
    const say = (text: string, x: number, y: number, size: number) => pdf.fontSize(size).text(text, x, y);
    for (let i = 0; i < 8; i++) say(`${2000 + 10 * i}`, 100 + 90 * i, 200, 7);
    say('Kowhai Architects Ltd', 920, 560, 12);
    say('CLIENT', 920, 600, 7);
    say('CHECKED', 920, 740, 7);
    say(number, 920, 752, 14);
    say('DRAWN', 1060, 740, 7);
    say(title, 1060, 752, 14);
  };
const setOf = (...sheets: Said[]) =>
  drawPdf(sheets.map((said) => ({ width: 1190, height: 842, draw: (page) => void block(said)(page) })));

/** A new organization for each test, because learned templates belong to the organization. */
let made = 0;
const begin = async () => {
  const organization = `office-${made++}`;
  const api = await service.as({ organization, role: 'manager' });
  const project = await createProject(api);
  const upload = async (...sheets: Said[]) => {
    const { id } = (await uploadForm(api, project, await setOf(...sheets), `${made++}.pdf`)).body;
    return processed(api, id);
  };
  return { api, organization, project, upload };
};
const put = (api: Api, id: string, page: number, body: unknown, headers?: Record<string, string>) =>
  api.call('PUT', `/api/v1/documents/${id}/sheets/${page}`, body, headers);
const read = async (api: Api, id: string) => (await api.call('GET', `/api/v1/documents/${id}`)).body;

const FIRST: Said = ['kw.one', 'Te whare'];
const CORRECTION = { sheet_number: 'kw.one', title: 'Te whare' };

describe('a sheet correction', () => {
  test('is returned, updates the fields proposed from the sheet, and survives reprocessing', async () => {
    const { api, upload } = await begin();
    const before = await upload(FIRST);
    expect(before.sheets[0].sheet_number).not.toBe('kw.one');
    const answer = await put(api, before._id, 1, CORRECTION);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ...{ page: 1, ...CORRECTION, source: { sheet_number: 'correction', title: 'correction' } },
      confidence: { sheet_number: 1, title: 1 },
    });
    expect(await read(api, before._id)).toMatchObject({ title: 'Te whare', document_reference: 'kw.one' });
    expect((await api.call('POST', `/api/v1/documents/${before._id}/reprocess`)).status).toBe(202);
    const again = await processed(api, before._id);
    expect(again.sheets[0]).toMatchObject({ ...CORRECTION, source: { sheet_number: 'correction' } });
    // A title given by the caller is not overwritten.
    await api.call('PATCH', `/api/v1/documents/${before._id}`, { title: 'House' });
    await put(api, before._id, 1, { title: 'Te whare nui' });
    expect((await read(api, before._id)).title).toBe('House');
  });

  test('applies to later sheets of the same office until the template is deleted', async () => {
    const { api, upload } = await begin();
    const first = await upload(FIRST);
    await put(api, first._id, 1, CORRECTION);
    const second = await upload(['kw.two', 'Te papa']);
    expect(second).toMatchObject({ document_reference: 'kw.two', title: 'Te papa' });
    expect(second.sheets[0]).toMatchObject({ source: { sheet_number: 'template', title: 'template' } });
    const { items } = (await api.call('GET', '/api/v1/sheet-templates')).body;
    expect(items).toMatchObject([
      { office: 'Kowhai Architects Ltd', fields: ['sheet_number', 'title'], corrected_sheets: 1 },
    ]);
    await put(api, second._id, 1, { sheet_number: 'kw.two' });
    const [template] = (await api.call('GET', '/api/v1/sheet-templates')).body.items;
    expect(template).toMatchObject({ id: items[0].id, corrected_sheets: 2 });
    expect((await api.call('DELETE', `/api/v1/sheet-templates/${template.id}`)).status).toBe(204);
    expect((await api.call('GET', '/api/v1/sheet-templates')).body).toMatchObject({ items: [], total: 0 });
    expect((await upload(['kw.three', 'Te moana'])).document_reference).not.toBe('kw.three');
  });

  test('is hidden from managers who do not see the project', async () => {
    const { api, upload, organization } = await begin();
    await put(api, (await upload(FIRST))._id, 1, CORRECTION);
    const stranger = await service.as({ user: 'stranger', organization, role: 'manager' });
    const [template] = (await api.call('GET', '/api/v1/sheet-templates')).body.items;
    const since = async (at: string) =>
      (await api.call('GET', `/api/v1/sheet-templates?updated_since=${at}`)).body.total;
    expect([await since(template.updated_at), await since('2200-01-01')]).toEqual([1, 0]);
    expect((await stranger.call('GET', '/api/v1/sheet-templates')).body).toMatchObject({ items: [], total: 0 });
    expect((await stranger.call('DELETE', `/api/v1/sheet-templates/${template.id}`)).status).toBe(404);
    // Visible in part: the template is listed with the sheets the caller sees, who may not delete it.
    const own = await createProject(stranger);
    const plan = await setOf(['kw.two', 'Te papa']);
    const { id } = (await uploadForm(stranger, own, plan, 'own.pdf')).body;
    await processed(stranger, id);
    await put(stranger, id, 1, { sheet_number: 'kw.two' });
    expect((await stranger.call('GET', '/api/v1/sheet-templates')).body.items).toMatchObject([
      { id: template.id, corrected_sheets: 1 },
    ]);
    expect((await stranger.call('DELETE', `/api/v1/sheet-templates/${template.id}`)).status).toBe(403);
    const admin = await service.as({ user: 'root', organization, role: 'org_admin' });
    expect((await admin.call('GET', '/api/v1/sheet-templates')).body.items).toMatchObject([{ corrected_sheets: 2 }]);
    expect((await admin.call('DELETE', `/api/v1/sheet-templates/${template.id}`)).status).toBe(204);
  });

  test('does not affect another organization', async () => {
    const [{ api, upload }, other] = [await begin(), await begin()];
    await put(api, (await upload(FIRST))._id, 1, CORRECTION);
    expect((await other.upload(['kw.two', 'Te papa'])).document_reference).not.toBe('kw.two');
    expect((await other.api.call('GET', '/api/v1/sheet-templates')).body.items).toEqual([]);
  });

  test('applies to the other sheets of the same set at once', async () => {
    const { api, upload } = await begin();
    const set = await upload(FIRST, ['kw.two', 'Te papa'], ['kw.three', 'Te moana']);
    await put(api, set._id, 1, CORRECTION);
    const { sheets, document_reference } = await read(api, set._id);
    const numbers = sheets.map((sheet: { sheet_number: string }) => sheet.sheet_number);
    expect(numbers).toEqual(['kw.one', 'kw.two', 'kw.three']);
    expect(document_reference).toBe('kw.one … kw.three');
  });

  test('is rejected if page, fields or version are invalid, or the document has no such sheet', async () => {
    const { api, project, upload } = await begin();
    const { _id: id } = await upload(FIRST);
    expect((await put(api, id, 2, CORRECTION)).status).toBe(404);
    expect((await put(api, id, 1, {})).status).toBe(422);
    expect((await put(api, id, 1, { page: 2, title: 'x' })).status).toBe(422);
    expect((await put(api, id, 1, { title: 'two\nlines' })).status).toBe(422);
    expect((await put(api, id, 1, CORRECTION, { 'if-match': '"1"' })).status).toBe(409);
    const { id: text } = (await uploadForm(api, project, new TextEncoder().encode('words'), 'a.txt')).body;
    await processed(api, text);
    expect((await put(api, text, 2, CORRECTION)).status).toBe(404);
    expect((await api.call('DELETE', `/api/v1/documents/${id}`)).status).toBe(200);
    expect((await put(api, id, 1, CORRECTION)).status).toBe(409);
  });
});

describe('changing title, reference or revision of a single-sheet document', () => {
  test('corrects the sheet if the sheet prints the value', async () => {
    const { api, upload } = await begin();
    const { _id: id } = await upload(FIRST);
    // Text recognition follows processing and writes a version of its own.
    await eventually(async () => (await read(api, id)).text_status !== 'recognising' || undefined);
    const change = { document_reference: 'kw.one', title: 'Te whare' };
    const answer = await api.call('PATCH', `/api/v1/documents/${id}`, change);
    expect(answer.status).toBe(200);
    const { sheets } = await read(api, id);
    expect(sheets[0]).toMatchObject({ ...CORRECTION, source: { sheet_number: 'correction', title: 'correction' } });
    expect(answer.headers.get('etag')).toBe((await api.call('GET', `/api/v1/documents/${id}`)).headers.get('etag'));
    expect((await upload(['kw.two', 'Te papa'])).document_reference).toBe('kw.two');
  });

  test('leaves the sheet alone if the sheet does not print the value', async () => {
    const { api, upload } = await begin();
    const { _id: id, sheets } = await upload(FIRST);
    await api.call('PATCH', `/api/v1/documents/${id}`, { document_reference: 'our own 7' });
    expect(await read(api, id)).toMatchObject({ document_reference: 'our own 7', sheets });
    expect((await api.call('GET', '/api/v1/sheet-templates')).body.items).toEqual([]);
  });
});
