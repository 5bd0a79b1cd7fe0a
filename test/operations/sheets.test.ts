import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawSet, drawSheet } from '../../infra/demo/drawings/index.ts';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';
import { smallPlan } from '../support/small-plan.ts';

let service: Service;
let api: Api;
beforeAll(async () => {
  service = await startService({}, { followed: false });
  api = await service.as({ user: 'max' });
});
afterAll(() => service.end());

const correct = async (document: string, page: number, fields: Record<string, string | null>) => {
  const { status, text } = await api.call('PUT', `/api/v1/documents/${document}/sheets/${page}`, fields);
  expect(status, text).toBe(200);
};
let made = 0;
/** A document with one sheet, which is corrected to have these fields. */
const sheet = async (project: string, fields: Record<string, string>): Promise<string> => {
  const bytes = await smallPlan(`FLOOR ${made++}`);
  const { id } = (await uploadForm(api, project, bytes, `sheet-${made}.pdf`)).body;
  await processed(api, id);
  await correct(id, 1, { date: '2026-01-01', ...fields });
  return id;
};
const list = async (project: string, more = '') =>
  (await api.call('GET', `/api/v1/sheets?project_id=${project}${more}`)).body;

describe('the register of sheets', () => {
  test('has each sheet once, with its current revision, whatever the order of uploads', async () => {
    const project = await createProject(api);
    const second = await sheet(project, { sheet_number: 'A-101', revision: 'B', date: '2026-05-04' });
    const first = await sheet(project, { sheet_number: 'A 101', revision: 'A', date: '2026-03-12' });
    const other = await sheet(project, {
      sheet_number: 'S-201',
      revision: 'A',
      date: '2026-03-12',
      title: 'Foundations',
    });
    const { items, total } = await list(project);
    expect(total).toBe(2);
    expect(items).toMatchObject([
      {
        sheet_number: 'A-101',
        discipline: 'architectural',
        revision_count: 2,
        current: { document_id: second, revision: 'B' },
      },
      { sheet_number: 'S-201', discipline: 'structural', revision_count: 1, current: { document_id: other, page: 1 } },
    ]);
    const { status, body } = await api.call('GET', `/api/v1/sheets/${items[0].id}`);
    expect(status).toBe(200);
    expect(body.revisions.map((each: { document_id: string }) => each.document_id)).toEqual([first, second]);
    const ofPage = (await api.call('GET', `/api/v1/documents/${second}/pages/1/revisions`)).body.items;
    expect(ofPage).toMatchObject([
      { document_id: first, page: 1, revision: 'A', date: '2026-03-12', is_current: false },
      { document_id: second, page: 1, revision: 'B', is_current: true },
    ]);
    expect((await api.call('GET', `/api/v1/documents/${second}/pages/2/revisions`)).status).toBe(404);
    expect((await fetch(body.current.thumbnail_url)).headers.get('content-type')).toBe('image/png');
    expect((await list(project, '&discipline=structural')).items).toHaveLength(1);
    for (const query of ['FOUND', 's201', 'S 20']) {
      expect((await list(project, `&query=${query}`)).items).toMatchObject([{ sheet_number: 'S-201' }]);
    }
    expect((await list(project, '&size=1&page=2')).items).toMatchObject([{ sheet_number: 'S-201' }]);
  });

  test('follows corrections, deletion and restoration immediately', async () => {
    const project = await createProject(api);
    const older = await sheet(project, { sheet_number: 'A-1', revision: 'A' });
    const newer = await sheet(project, { sheet_number: 'A-1', revision: 'B' });
    const current = async () =>
      (await list(project)).items.map((each: { current: { document_id: string } }) => each.current.document_id);
    expect(await current()).toEqual([newer]);
    await api.call('DELETE', `/api/v1/documents/${newer}`);
    expect(await current()).toEqual([older]);
    await api.call('POST', `/api/v1/documents/${newer}/restore`);
    expect(await current()).toEqual([newer]);
    await correct(newer, 1, { sheet_number: 'A-2' });
    expect(await current()).toEqual([older, newer]);
    await correct(older, 1, { revision: 'C' });
    await correct(newer, 1, { sheet_number: 'A-1' });
    expect(await current()).toEqual([older]);
  });

  test('returns the set as of an earlier time', async () => {
    const project = await createProject(api);
    const older = await sheet(project, { sheet_number: 'A-1', revision: 'A' });
    const between = new Date().toISOString();
    const newer = await sheet(project, { sheet_number: 'A-1', revision: 'B' });
    const at = async (time: string) => (await list(project, `&as_of=${time}`)).items[0]?.current.document_id;
    expect([await at('2020-01-01'), await at(between), await at('2100-01-01')]).toEqual([undefined, older, newer]);
  });

  test('is linked from documents and references', async () => {
    const project = await createProject(api);
    const older = await sheet(project, { sheet_number: 'A-1', revision: 'A' });
    const read = async (id: string, more = '') => (await api.call('GET', `/api/v1/documents/${id}${more}`)).body;
    expect((await read(older)).superseded_sheets).toEqual([]);
    const { headers } = await api.call('GET', `/api/v1/documents/${older}`);
    const newer = await sheet(project, { sheet_number: 'A-1', revision: 'B' });
    const by = { document_id: newer, page: 1, revision: 'B' };
    // The version of the older document is the same.
    const known = { 'if-none-match': headers.get('etag') as string };
    expect((await api.call('GET', `/api/v1/documents/${older}`, undefined, known)).status).toBe(200);
    expect((await read(older)).superseded_sheets).toEqual([{ page: 1, sheet_number: 'A-1', by }]);
    expect((await read(newer)).superseded_sheets).toEqual([]);
    const pages = [await read(older, '/pages'), await read(newer, '/pages')].map((each) => each.items[0].superseded_by);
    expect(pages).toEqual([by, null]);
    expect((await read(older, '/pages/1')).superseded_by).toEqual(by);
    expect(await read(older, '?view=compact')).not.toHaveProperty('superseded_sheets');
  });

  test('decides whether a document is the latest: it is not once all of its sheets have been replaced', async () => {
    const project = await createProject(api);
    const set = drawSet({
      ...{ size: 'A3', project: 'HARBOUR' },
      sheets: ['A-1', 'A-2'].map((sheet_number, i) => ({
        sheet_number,
        revision: 'A',
        seed: 50 + i,
        title: `PLAN ${i}`,
      })),
    });
    const { id } = (await uploadForm(api, project, set, 'set.pdf')).body;
    await processed(api, id);
    await api.call('PATCH', `/api/v1/documents/${id}`, { title: 'Issue set' });
    const revise = (sheet_number: string) => sheet(project, { sheet_number, revision: 'B', date: '2027-01-01' });
    const isLatest = async () => {
      const paths = ['?view=compact', ''].map((view) => `/api/v1/documents/${id}${view}`);
      const one = await Promise.all(paths.map(async (path) => (await api.call('GET', path)).body.is_latest));
      const lists = [
        `/api/v1/documents?project_id=${project}`,
        `/api/v1/documents/search?query=set&project_id=${project}`,
        '/api/v1/documents/search?query=set',
        `/api/v1/documents/by-ids?ids=${id}`,
        `/api/v1/documents/by-ids?view=compact&ids=${id}`,
      ].map(async (path) => {
        const { body } = await api.call('GET', path);
        return (body.items ?? body).find(({ _id }: { _id: string }) => _id === id)?.is_latest;
      });
      const patched = (await api.call('PATCH', `/api/v1/documents/${id}`, { description: 'x' })).body.is_latest;
      const written = (await api.call('PUT', `/api/v1/documents/${id}/content`, { content: 'x' })).body.is_latest;
      const found = new Set([...one, ...(await Promise.all(lists)), patched, written]);
      expect(found.size, [...found].join()).toBe(1);
      return [...found][0];
    };
    const first = await revise('A-1');
    expect(await isLatest()).toBe(true);
    const second = await revise('A-2');
    expect(await isLatest()).toBe(false);
    await api.call('DELETE', `/api/v1/documents/${second}`);
    expect(await isLatest()).toBe(true);
    expect((await api.call('POST', `/api/v1/documents/${second}/restore`)).body.is_latest).toBe(true);
    expect(await isLatest()).toBe(false);
    await correct(first, 1, { sheet_number: 'A-3' });
    expect(await isLatest()).toBe(true);
    await correct(first, 1, { sheet_number: 'A-1' });
    const { items } = await list(project);
    const patch = (i: number, body: object) => api.call('PATCH', `/api/v1/sheets/${items[i].id}`, body);
    await patch(0, { current: { document_id: id, page: 1 } });
    expect(await isLatest()).toBe(true);
    await patch(0, { current: null });
    await patch(1, { is_void: true });
    expect(await isLatest()).toBe(false);
    await correct(id, 2, { sheet_number: null });
    expect(await isLatest()).toBe(true);
  });

  test('supports correcting, merging and voiding sheets', async () => {
    const project = await createProject(api);
    const older = await sheet(project, { sheet_number: 'A-1', revision: 'A', title: 'GROUND FLOOR' });
    const newer = await sheet(project, { sheet_number: 'A-1', revision: 'B', title: 'GROUND FLOOR' });
    const renamed = await sheet(project, { sheet_number: 'A-01', revision: 'C', title: 'GROUND FLOOR' });
    const [a1, a01] = await (async () => {
      const { items } = await list(project);
      const idOf = (number: string) =>
        items.find((each: { sheet_number: string }) => each.sheet_number === number).id as string;
      return [idOf('A-1'), idOf('A-01')];
    })();
    const patch = async (id: string, body: object, expected = 200) => {
      const { status, body: answer, text } = await api.call('PATCH', `/api/v1/sheets/${id}`, body);
      expect(status, text).toBe(expected);
      return answer;
    };

    expect(await patch(a1, { title: 'Ground floor plan', discipline: 'interiors' })).toMatchObject({
      ...{
        title: 'Ground floor plan',
        discipline: 'interiors',
        current: { document_id: newer, title: 'GROUND FLOOR' },
      },
    });
    expect((await list(project, '&discipline=interiors')).items).toMatchObject([{ id: a1 }]);
    expect(await patch(a1, { title: null })).toMatchObject({ title: 'GROUND FLOOR', discipline: 'interiors' });

    expect(await patch(a01, { merged_into: a1 })).toMatchObject({
      ...{ id: a1, sheet_number: 'A-1', merged: [{ id: a01, key: 'A01' }], current: { document_id: renamed } },
    });
    expect((await list(project)).items).toMatchObject([{ id: a1, revision_count: 3 }]);
    expect((await api.call('GET', `/api/v1/sheets/${a01}`)).body.id).toBe(a1);
    await patch(a01, { title: 'X' }, 409);
    await patch(a1, { merged_into: a01 }, 422);
    expect(await patch(a01, { merged_into: null })).toMatchObject({ id: a01, current: { document_id: renamed } });

    expect(await patch(a1, { current: { document_id: older, page: 1 } })).toMatchObject({
      current: { document_id: older },
    });
    const again = await sheet(project, { sheet_number: 'A-1', revision: 'D' });
    expect((await api.call('GET', `/api/v1/sheets/${a1}`)).body.current.document_id).toBe(again);
    const rejected = await patch(a1, { reject: [{ document_id: again, page: 1 }] });
    expect(rejected).toMatchObject({ rejected: [{ document_id: again }], current: { document_id: older } });
    await patch(a1, { confirm: [{ document_id: again, page: 1 }] });
    const refused = await patch(a1, { reject: [{ document_id: renamed, page: 1 }] }, 422);
    expect(JSON.stringify(refused)).toContain('reject');

    expect(await patch(a1, { is_void: true })).toMatchObject({ is_void: true });
    expect((await list(project)).items).toMatchObject([{ id: a01 }]);
    expect((await list(project, '&current=false')).items).toHaveLength(2);
    await patch(a1, { is_void: false });
    expect((await list(project)).total).toBe(2);
  });

  test('only proposes sheets whose number is a count and whose titles differ, until one is confirmed', async () => {
    const project = await createProject(api);
    const [first, second] = await Promise.all(
      ['ROOF PLAN', 'GROUND FLOOR PLAN'].map(async (title) => {
        const bytes = drawSheet({ size: 'A3', seed: made++, sheet_number: '1/1', title });
        const { id } = (await uploadForm(api, project, bytes, `${title}.pdf`)).body;
        await processed(api, id);
        return id as string;
      }),
    );
    const { items } = await list(project);
    expect(items).toMatchObject([{ sheet_number: '1/1', revision_count: 1, proposal_count: 1 }]);
    const { current } = items[0];
    const proposed = current.document_id === first ? second : first;
    const isLatest = async () =>
      Promise.all([first, second].map(async (id) => (await api.call('GET', `/api/v1/documents/${id}`)).body.is_latest));
    expect(await isLatest()).toEqual([true, true]);
    const confirm = [{ document_id: proposed, page: 1 }];
    const { status, body } = await api.call('PATCH', `/api/v1/sheets/${items[0].id}`, { confirm });
    expect([status, body.revisions?.length, body.proposals]).toEqual([200, 2, []]);
    expect((await isLatest()).sort()).toEqual([false, true]);
  });

  test('loses no correction under concurrency', async () => {
    const project = await createProject(api);
    const pages = await Promise.all(
      ['A', 'B', 'C', 'D'].map(async (revision) => ({
        document_id: await sheet(project, { sheet_number: 'A-1', revision }),
        page: 1,
      })),
    );
    const { id } = (await list(project)).items[0];
    const answers = await Promise.all([
      api.call('PATCH', `/api/v1/sheets/${id}`, { title: 'Ground floor' }),
      ...pages.slice(1).map((page) => api.call('PATCH', `/api/v1/sheets/${id}`, { reject: [page] })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await api.call('GET', `/api/v1/sheets/${id}`);
    expect(body).toMatchObject({ title: 'Ground floor', current: pages[0] });
    expect(body.rejected).toHaveLength(3);
  });

  test('is hidden from users who may not see the project', async () => {
    const project = await createProject(api);
    await sheet(project, { sheet_number: 'A-1' });
    const { id } = (await list(project)).items[0];
    const stranger = await service.as({ user: 'eve', role: 'member' });
    const neighbour = await service.as({ user: 'max', organization: 'other', role: 'org_admin' });
    for (const other of [stranger, neighbour]) {
      expect((await other.call('GET', `/api/v1/sheets?project_id=${project}`)).status).toBe(404);
      expect((await other.call('GET', `/api/v1/sheets/${id}`)).status).toBe(404);
      expect((await other.call('PATCH', `/api/v1/sheets/${id}`, { is_void: true })).status).toBe(404);
    }
    for (const bad of ['nowhere', `${id}x`, Buffer.from(`${project}\nZ-9`).toString('base64url')]) {
      expect((await api.call('GET', `/api/v1/sheets/${bad}`)).status).toBe(404);
    }
  });
});

describe('a task pinned to a sheet', () => {
  const TASKS = '/api/v1/tasks';
  const bounding_box = { x: 0.25, y: 0.5, width: 0.1, height: 0.05 };
  const pin = (project: string, location: object | null, title = 'Check the lintel') =>
    api.call('POST', TASKS, { project_id: project, title, location });
  const read = async (id: string) => (await api.call('GET', `${TASKS}/${id}`)).body;
  const sheetIdOf = async (project: string, number: string): Promise<string> =>
    (await list(project, `&query=${number}`)).items[0].id;
  const onSheet = async (id: string, more = '') =>
    (await api.call('GET', `${TASKS}?sheet_id=${id}${more}`)).body.items.map((each: { title: string }) => each.title);

  test('follows its sheet to the next revision and back, and is listed with it', async () => {
    const project = await createProject(api);
    const older = await sheet(project, { sheet_number: 'A-1', revision: 'A' });
    const other = await sheet(project, { sheet_number: 'A-2', revision: 'A' });
    const [first, second] = [await sheetIdOf(project, 'a-1'), await sheetIdOf(project, 'a-2')];
    const { status, body, text } = await pin(project, { sheet_id: first, bounding_box });
    expect(status, text).toBe(201);
    const pinned = { document_id: older, page: 1, bounding_box, sheet_id: first, sheet_number: 'A-1' };
    expect(body.location).toEqual({ ...pinned, current: { document_id: older, page: 1, revision: 'A' } });
    await pin(project, { document_id: other }, 'Check the door');
    await pin(project, null, 'Order paint');

    const newer = await sheet(project, { sheet_number: 'A 1', revision: 'B' });
    const carried = { ...pinned, sheet_number: 'A 1', current: { document_id: newer, page: 1, revision: 'B' } };
    expect((await read(body.id)).location).toEqual(carried);
    // The task's version is the same.
    const known = { 'if-none-match': '"1"' };
    expect((await api.call('GET', `${TASKS}/${body.id}`, undefined, known)).status).toBe(200);
    expect((await pin(project, { document_id: older }, 'Check the sill')).body.location.current.document_id).toBe(
      newer,
    );
    expect((await onSheet(first)).sort()).toEqual(['Check the lintel', 'Check the sill']);
    expect(await onSheet(first, '&query=sill')).toEqual(['Check the sill']);
    expect(await onSheet(second)).toEqual(['Check the door']);
    expect(await onSheet(first, `&project_id=${await createProject(api)}`)).toEqual([]);
    const listed = (await api.call('GET', `${TASKS}?project_id=${project}&query=lintel`)).body.items;
    expect(listed).toMatchObject([{ location: carried }]);

    await api.call('DELETE', `/api/v1/documents/${newer}`);
    expect((await read(body.id)).location.current).toEqual({ document_id: older, page: 1, revision: 'A' });
    await api.call('POST', `/api/v1/documents/${newer}/restore`);
    await api.call('DELETE', `/api/v1/documents/${older}`);
    expect((await read(body.id)).location.current).toEqual({ document_id: newer, page: 1, revision: 'B' });
    await api.call('PATCH', `/api/v1/sheets/${first}`, { merged_into: second });
    expect((await onSheet(second)).sort()).toEqual(['Check the door', 'Check the lintel', 'Check the sill']);
    expect(await onSheet(first)).toEqual(await onSheet(second));
  });

  test('is moved and unpinned by an update, which rejects locations outside the project', async () => {
    const project = await createProject(api);
    const document = await sheet(project, { sheet_number: 'A-1' });
    const elsewhere = await createProject(api);
    const foreign = await sheet(elsewhere, { sheet_number: 'A-1' });
    const foreignSheet = await sheetIdOf(elsewhere, 'a-1');
    const { body } = await pin(project, { document_id: document, page: 1 });
    const patch = (location: object | null) => api.call('PATCH', `${TASKS}/${body.id}`, { location });
    expect((await patch({ document_id: document, bounding_box })).body.location).toMatchObject({
      page: 1,
      bounding_box,
    });
    expect((await api.call('PATCH', `${TASKS}/${body.id}`, { status: 'done' })).body.location.bounding_box).toEqual(
      bounding_box,
    );
    for (const location of [{ document_id: foreign }, { document_id: document, page: 2 }, { sheet_id: foreignSheet }]) {
      const refused = await patch(location);
      expect([refused.status, refused.body.detail[0].loc.slice(0, 2)]).toEqual([422, ['body', 'location']]);
      expect((await pin(project, location)).status).toBe(422);
    }
    expect((await api.call('GET', `${TASKS}?sheet_id=nothing`)).status).toBe(404);
    const stranger = await service.as({ user: 'eve', role: 'manager' });
    expect((await stranger.call('GET', `${TASKS}?sheet_id=${foreignSheet}`)).status).toBe(404);
    expect((await patch(null)).body.location).toBeNull();
    await api.call('DELETE', `/api/v1/documents/${document}`);
    expect((await patch({ document_id: document })).status).toBe(422);
  });
});
