import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawSet, type SheetOptions } from '../../infra/demo/drawings/index.ts';
import { escapeHtml } from '../../shared/html.ts';
import { callerOf } from '../faults/support/race.ts';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { drawPdf } from '../support/draw-pdf.ts';
import { type Interposer, interposed, stopInterposing } from '../support/sdk-calls.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';
import { drawRooms, SMALL_PLAN, smallPlan } from '../support/small-plan.ts';

let service: Service;
let api: Api;
beforeAll(async () => {
  service = await startService({}, { followed: false });
  api = await service.as({ user: 'max' });
});
afterAll(() => service.end());

const common = { size: 'A3', project: 'HARBOUR STREET', date: '2026-05-04' } as const;
const ground: SheetOptions = { kind: 'floor-plan', level: 1, revision: 'A' };
const first: SheetOptions = { kind: 'floor-plan', level: 2, revision: 'A' };
const section: SheetOptions = { kind: 'section', level: 1, revision: 'A' };
const schedule: SheetOptions = { kind: 'door-schedule', level: 1, revision: 'A' };

const upload = async (project: string, sheets: SheetOptions[], name: string): Promise<string> => {
  const bytes = drawSet({ ...common, sheets });
  const { id } = (await uploadForm(api, project, bytes, name)).body;
  await processed(api, id);
  return id;
};
/** Uploads plans that differ in their notes, one page each, and states the number and revision of each. */
const uploadPlans = async (project: string, ...plans: [note: string, sheet_number: string, revision: string][]) => {
  const bytes = await smallPlan(...plans.map(([note]) => note));
  const { id } = (await uploadForm(api, project, bytes, 'plans.pdf')).body;
  await processed(api, id);
  for (const [i, [, sheet_number, revision]] of plans.entries()) {
    const corrected = await api.call('PUT', `/api/v1/documents/${id}/sheets/${i + 1}`, { sheet_number, revision });
    expect(corrected.status).toBe(200);
  }
  return id as string;
};
const compare = async (body: object, expected = 202) => {
  const { status, body: answer, text } = await api.call('POST', '/api/v1/set-comparisons', body);
  expect(status, text).toBe(expected);
  return answer;
};
/** Repeats a request, and counts the transactions that check a document. */
const compareAgain = async (body: object): Promise<{ again: { id: string }; checks: number }> => {
  const call = callerOf(service, await service.token({ user: 'max' }));
  let checks = 0;
  const counting: Interposer = ({ operation, body: sent }, send) => {
    if (operation === 'TransactWriteItems' && sent.includes('DOCUMENT#')) checks++;
    return send();
  };
  const reply = await interposed(counting, () => call('create-set-comparison', { body }));
  stopInterposing();
  expect(reply.status).toBe(202);
  return { again: reply.body as { id: string }, checks };
};
/** Waits for a result as clients do: a 503, which a machine busy with comparisons may answer, is asked again. */
const ready = (id: string) =>
  eventually(async () => {
    const { status, body, text } = await api.call('GET', `/api/v1/set-comparisons/${id}`);
    if (status === 503) return undefined;
    expect(status, text).toBe(200);
    return body.status === 'running' ? undefined : body;
  });

/** The bytes of an export of a comparison of sets. */
const exported = async (id: string, name: string): Promise<Uint8Array> => {
  const { status, body, text } = await api.call('GET', `/api/v1/set-comparisons/${id}/exports/${name}`);
  expect(status, text).toBe(200);
  const response = await fetch(body.download_url);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
};

const DIVISIONS = ['03', '05', '08', '09', '22', '26'];

describe('a comparison of two sets', () => {
  test('pairs the sheets of two documents and compares only those that differ', async () => {
    const project = await createProject(api);
    const older = await upload(project, [ground, first, section], 'set-1.pdf');
    const newer = await upload(project, [{ ...ground, revision: 'B', seed: 7 }, first, schedule], 'set-2.pdf');
    const prices = { currency: 'EUR', prices: DIVISIONS.map((division) => ({ division, unit: 'each', price: 500 })) };
    const sets = { project_id: project, older: { document_id: older }, newer: { document_id: newer } };
    const { id, counts } = await compare({ ...sets, price_list: prices });
    expect(counts).toEqual({ added: 1, removed: 1, renamed: 0, changed: 1, unchanged: 1 });
    const found = await ready(id);
    const { again, checks } = await compareAgain(sets);
    expect(again.id).not.toBe(id);
    expect((await ready(again.id)).sheets).toEqual(found.sheets);
    // A repeated request continues: it attempts no comparison that exists.
    expect(checks).toBe(0);
    expect((await api.call('DELETE', `/api/v1/set-comparisons/${again.id}`)).status).toBe(204);
    // Its version is the one from before the sheets were compared.
    const known = { 'if-none-match': '"1"' };
    expect((await api.call('GET', `/api/v1/set-comparisons/${id}`, undefined, known)).status).toBe(200);
    expect(found).toMatchObject({ status: 'ready', project_id: project, older: { document_id: older, as_of: null } });
    const [changed, ...others] = found.sheets;
    expect(changed).toMatchObject({
      ...{ change: 'changed', status: 'ready', item_count: expect.any(Number) },
      ...{
        older: { document_id: older, page: 1, revision: 'A' },
        newer: { document_id: newer, page: 1, revision: 'B' },
      },
    });
    expect(changed.item_count).toBeGreaterThan(0);
    expect(others.map((each: { change: string }) => each.change).sort()).toEqual(['added', 'removed', 'unchanged']);
    for (const each of others) expect(each).toMatchObject({ drawing_comparison_id: null, status: null });
    expect(found.item_count).toBe(changed.item_count);
    expect(found.disciplines).toMatchObject([{ discipline: 'architectural', item_count: changed.item_count }]);

    const path = `/api/v1/drawing-comparisons/${changed.drawing_comparison_id}`;
    const { drawing_comparison } = (await api.call('GET', path)).body;
    expect(drawing_comparison).toMatchObject({
      ...{ original_page: 1, comparison_page: 1, original_drawing_revision: 'A', comparison_drawing_revision: 'B' },
      sheets: [{ page: 1, original_page: 1, sheet_number: changed.newer.sheet_number }],
    });
    const estimates = drawing_comparison.items.flatMap(
      (item: { cost_estimate: object | null }) => item.cost_estimate ?? [],
    );
    const amount = estimates.reduce((sum: number, each: { amount: number }) => sum + each.amount, 0);
    expect(found.costs).toEqual(estimates.length === 0 ? [] : [{ currency: 'EUR', amount }]);
    const document = (await api.call('GET', `/api/v1/documents/${newer}`)).body;
    expect(document.drawing_comparison_id).toBeNull();

    const [rejected] = drawing_comparison.items;
    const rejection = await api.call('PATCH', `${path}/items/${rejected.number}`, {
      status: 'rejected',
      comment: 'As agreed',
    });
    expect(rejection.status).toBe(200);
    const report = await exported(id, 'report.html');
    const html = new TextDecoder().decode(report);
    expect(html).toMatch(/Older: set-1\.pdf<br>Newer: set-2\.pdf/);
    for (const { description } of drawing_comparison.items) expect(html).toContain(escapeHtml(description));
    expect(html.match(/<li class="change/g)).toHaveLength(changed.item_count);
    expect(html).toMatch(/<li class="change rejected"[\s\S]*?rejected · As agreed/);
    expect(html).toMatch(
      /<tfoot><tr><th scope="row">All<\/th>(<td class="number">1<\/td>){2}<td class="number">0<\/td>/,
    );
    expect(html).toContain('data:image/png;base64,');
    const { sheets: workbook } = await readXlsx(await exported(id, 'changes.xlsx'));
    const [heading, ...rows] = workbook[0]!.rows;
    const kinds = rows.map((row) => row[heading!.indexOf('Sheet is')]);
    expect(kinds.filter((kind) => kind === 'added' || kind === 'removed').sort()).toEqual(['added', 'removed']);
    expect(kinds.filter((kind) => kind === 'changed').length).toBeGreaterThanOrEqual(changed.item_count);
    expect(rows.map((row) => row[heading!.indexOf('Comment')])).toContain('As agreed');

    const singleReport = async () => {
      const { download_url } = (await api.call('GET', `${path}/exports/report.html`)).body;
      return await (await fetch(download_url)).text();
    };
    const before = await singleReport();
    expect([changed.superseded_by, drawing_comparison.sheets[0].superseded_by]).toEqual([null, null]);
    const latest = await upload(project, [{ ...ground, revision: 'C', seed: 8 }], 'ground-c.pdf');
    const by = { document_id: latest, page: 1, revision: 'C' };
    expect((await api.call('GET', path)).body.drawing_comparison.sheets[0].superseded_by).toEqual(by);
    const superseded = (await ready(id)).sheets.map((each: { superseded_by: object | null }) => each.superseded_by);
    expect(superseded).toEqual([by, null, null, null]);
    const later = new TextDecoder().decode(await exported(id, 'report.html'));
    expect([html, later].map((text) => text.includes('Superseded since by revision C.'))).toEqual([false, true]);
    expect(await singleReport()).toContain(`["Superseded since by revision C: ${changed.newer.sheet_number} `);
    expect(before).not.toContain('Superseded since');

    const listed = (await api.call('GET', `/api/v1/set-comparisons?project_id=${project}`)).body;
    expect(listed).toMatchObject({ total: 1, items: [{ id, counts }] });
    expect((await api.call('DELETE', `/api/v1/set-comparisons/${id}`)).status).toBe(204);
    expect((await api.call('GET', `/api/v1/set-comparisons/${id}`)).status).toBe(404);
    expect((await api.call('GET', path)).status).toBe(200);
  });

  test('compares a document with the current set, and the set at two times', async () => {
    const project = await createProject(api);
    await uploadPlans(project, ['GROUND', 'A-101', 'A'], ['FIRST', 'A-102', 'A']);
    const between = new Date().toISOString();
    const revised = await uploadPlans(project, ['GROUND, WIDER', 'A-101', 'B']);
    const counts = async (older: object, newer: object) =>
      (await compare({ project_id: project, older, newer })).counts;
    const none = { added: 0, removed: 0, renamed: 0, changed: 0, unchanged: 0 };
    expect(await counts({ as_of: between }, { current: true })).toEqual({ ...none, changed: 1, unchanged: 1 });
    expect(await counts({ current: true }, { document_id: revised })).toEqual({ ...none, unchanged: 1, removed: 1 });
    expect(await counts({ current: true }, { current: true })).toEqual({ ...none, unchanged: 2 });
  });

  test('lists the references to changed sheets, with their positions', async () => {
    const project = await createProject(api);
    const older = await uploadPlans(project, ['DETAILS', 'A-501', 'A'], ['FIRST', 'A-102', 'A']);
    const newer = await uploadPlans(project, ['OTHER DETAILS', 'A-501', 'B'], ['FIRST', 'A-102', 'A']);
    const text = 'FOR THE WALL SEE 3/A-501';
    const page = { width: 1191, height: 842 };
    const draw = (pdf: PDFKit.PDFDocument) => {
      pdf.fontSize(12).text(text, 100, 100);
      pdf.fontSize(8).text('DRAWING TITLE', 980, 700).text('SHEET NO.', 980, 760).text('REV', 1120, 760);
      pdf.fontSize(16).text('FRAMING PLAN', 980, 715).text('S-201', 980, 775).text('A', 1120, 775);
    };
    const bytes = await drawPdf([{ ...page, draw }]);
    const { id: citing } = (await uploadForm(api, project, bytes, 'S-201.pdf')).body;
    await processed(api, citing);
    await api.call('PUT', `/api/v1/documents/${citing}/sheets/1`, { sheet_number: 'S-201' });
    const { id } = await compare({
      ...{ project_id: project, older: { document_id: older }, newer: { document_id: newer } },
    });
    const references = async () => (await api.call('GET', `/api/v1/set-comparisons/${id}/references`)).body;
    const { items, truncated } = await references();
    expect(truncated).toBe(false);
    expect(items).toMatchObject([
      {
        ...{ sheet_number: 'A-501', change: 'changed', detail: '3' },
        on: { document_id: citing, page: 1, sheet_number: 'S-201', section: null },
      },
    ]);
    const [box] = items[0].bounding_boxes;
    expect(box.y).toBeCloseTo(100 / 842, 1);
    expect(box.x).toBeGreaterThan(150 / 1191);
    const later = (await uploadForm(api, project, await drawPdf([page]), 'S-201b.pdf')).body.id;
    await processed(api, later);
    await api.call('PUT', `/api/v1/documents/${later}/sheets/1`, { sheet_number: 'S-201' });
    expect((await references()).items).toEqual([]);

    const prose = 'The contractor shall provide all labour and materials required for the doors and frames. '.repeat(8);
    const specification = (...lines: string[]) => ({
      ...{ width: 612, height: 792 },
      draw: (pdf: PDFKit.PDFDocument) => {
        pdf.fontSize(10).text(prose, 72, 72, { width: 460 });
        for (const line of lines) pdf.text(line, { width: 460 });
      },
    });
    const pages = [
      specification('SECTION 08 11 13 - HOLLOW METAL DOORS', '1.1 SUMMARY'),
      specification('1.2 Anchor the frames as shown in 4/A-501.', 'SECTION 08 71 00 - DOOR HARDWARE'),
    ];
    const { id: book } = (await uploadForm(api, project, await drawPdf(pages), 'specification.pdf')).body;
    await processed(api, book);
    expect((await references()).items).toMatchObject([
      {
        ...{ sheet_number: 'A-501', detail: '4', bounding_boxes: [{ x: expect.any(Number) }] },
        on: { document_id: book, page: 2, section: { number: '08 11 13', title: 'HOLLOW METAL DOORS' } },
      },
    ]);
    await ready(id);
    const html = new TextDecoder().decode(await exported(id, 'report.html'));
    expect(html).toMatch(/section 08 11 13 HOLLOW METAL DOORS, page 2: 4\/A-501 at \d+\.\d+% from the left/);
  });

  test('has as unchanged what another program wrote and the comparison finds no change in', async () => {
    const project = await createProject(api);
    const written = async (shift: number): Promise<string> => {
      const draw = (pdf: PDFKit.PDFDocument) => {
        for (let i = 0; i < 12; i++) pdf.rect(20 + 30 * i + shift, 30 + shift, 20, 150).stroke();
        pdf.fontSize(9).text('GROUND FLOOR', 300 + shift, 250);
      };
      const bytes = await drawPdf([{ ...SMALL_PLAN, draw }]);
      const { id } = (await uploadForm(api, project, bytes, `plan-${shift}.pdf`)).body;
      await processed(api, id);
      await api.call('PUT', `/api/v1/documents/${id}/sheets/1`, { sheet_number: 'A-101' });
      return id;
    };
    const [older, newer] = [await written(0), await written(0.05)];
    const draw = (pdf: PDFKit.PDFDocument) => {
      pdf.fontSize(12).text('FOR THE WALL SEE 3/A-101', 100, 100);
      pdf.fontSize(8).text('SHEET NO.', 980, 760).fontSize(16).text('S-201', 980, 775);
    };
    const citing = await uploadForm(api, project, await drawPdf([{ width: 1191, height: 842, draw }]), 'S-201.pdf');
    await processed(api, citing.body.id);
    const { id, counts } = await compare({
      ...{ project_id: project, older: { document_id: older }, newer: { document_id: newer } },
    });
    expect(counts).toMatchObject({ changed: 1, unchanged: 0 });
    const references = async () => (await api.call('GET', `/api/v1/set-comparisons/${id}/references`)).body.items;
    expect(await ready(id)).toMatchObject({
      ...{ status: 'ready', item_count: 0, counts: { changed: 0, unchanged: 1 } },
      sheets: [{ change: 'unchanged', status: 'ready' }],
    });
    expect(await references()).toEqual([]);
    const other = await compare({
      project_id: project,
      older: { document_id: older },
      newer: { document_id: citing.body.id },
    });
    expect((await api.call('GET', `/api/v1/set-comparisons/${other.id}/references`)).body.items).toMatchObject([
      { sheet_number: 'A-101', change: 'removed' },
    ]);
  });

  test('rejects invalid sets, and callers who may not see the project', async () => {
    const project = await createProject(api);
    const document = await uploadPlans(project, ['GROUND', 'A-101', 'A']);
    const body = { project_id: project, older: { document_id: document }, newer: { current: true } };
    await compare({ ...body, older: {} }, 422);
    await compare({ ...body, older: { document_id: document, current: true } }, 422);
    const elsewhere = await uploadPlans(await createProject(api), ['GROUND', 'A-101', 'A']);
    await compare({ ...body, older: { document_id: elsewhere } }, 422);
    const stranger = await service.as({ user: 'eve', role: 'manager' });
    const { id } = await compare(body);
    expect((await stranger.call('GET', `/api/v1/set-comparisons/${id}/exports/report.html`)).status).toBe(404);
    expect((await stranger.call('POST', '/api/v1/set-comparisons', body)).status).toBe(404);
    for (const method of ['GET', 'DELETE']) {
      expect((await stranger.call(method, `/api/v1/set-comparisons/${id}`)).status).toBe(404);
    }
  });
});

test('compares one page of each document if both pages are named and exist', async () => {
  const project = await createProject(api);
  const older = await uploadPlans(project, ['GROUND', 'A-101', 'A'], ['FIRST', 'A-102', 'A']);
  const draw = (pdf: PDFKit.PDFDocument) => {
    drawRooms(pdf, 'FIRST, WIDER');
    pdf.rect(50, 50, 40, 20).stroke();
  };
  const later = await uploadForm(api, project, await drawPdf([{ ...SMALL_PLAN, draw }]), 'first-b.pdf');
  const newer: string = later.body.id;
  await processed(api, newer);
  const pair = { original_document_id: older, comparison_document_id: newer };
  const request = async (pages: object) => api.call('POST', '/api/v1/drawing-comparisons', { ...pair, ...pages });
  expect((await request({ original_page: 2 })).text).toContain('comparison_page');
  expect((await request({ original_page: 3, comparison_page: 1 })).status).toBe(422);
  const { status, body } = await request({ original_page: 2, comparison_page: 1 });
  expect([status, body.original_page, body.comparison_page]).toEqual([202, 2, 1]);
  const corner = (x: number, y: number) => ({ original: { x, y }, comparison: { x, y } });
  const points = [corner(0.1, 0.1), corner(0.9, 0.8)];
  const pages = { original_page: 2, comparison_page: 1 };
  expect((await request({ matching_points: points })).text).toContain('needs original_page');
  const same = { ...pages, matching_points: [corner(0.1, 0.1), corner(0.1, 0.1)] };
  expect((await request(same)).text).toContain('two places that are apart');
  expect((await request({ ...pages, matching_points: [corner(0.1, 0.1), corner(1.2, 0.5)] })).status).toBe(422);
  const path = `/api/v1/drawing-comparisons/${body.drawing_comparison_id}`;
  const state = async () => {
    const { status: now, sheets } = (await api.call('GET', path)).body.drawing_comparison;
    return [now, sheets[0]?.alignment.method];
  };
  await expect.poll(state).toEqual(['ready', 'text']);
  const aligned = await request({ ...pages, matching_points: points });
  expect(aligned.body).toMatchObject({ drawing_comparison_id: body.drawing_comparison_id, matching_points: points });
  await expect.poll(state).toEqual(['ready', 'points']);
  // The same points compare nothing again.
  expect((await request({ ...pages, matching_points: points })).body.status).toBe('ready');
  const view = { x: 0.05, y: 0.05, width: 0.5, height: 0.5 };
  const views = { original: view, comparison: view };
  expect((await request({ matching_views: views })).text).toContain('needs original_page');
  expect((await request({ ...pages, matching_points: points, matching_views: views })).text).toContain('excludes');
  const beyond = { ...views, original: { ...view, x: 0.7 } };
  expect((await request({ ...pages, matching_views: beyond })).text).toContain('must lie on the page');
  const one = await request({ ...pages, matching_views: views });
  expect(one.body).toMatchObject({ matching_points: null, matching_views: views });
  await expect.poll(state).toEqual(['ready', 'views']);
  const { items } = (await api.call('GET', path)).body.drawing_comparison;
  const isInside = ({ bounding_box: { x, y } }: { bounding_box: { x: number; y: number } }) => x < 0.56 && y < 0.56;
  expect(items.map(isInside)).toEqual([true]);
  const whole = (await request({})).body;
  expect(whole.drawing_comparison_id).not.toBe(body.drawing_comparison_id);
});
