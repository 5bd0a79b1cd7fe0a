import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portsFor } from '../../shared/http/provide.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { drawPdf } from '../support/draw-pdf.ts';
import { indexed, processedNow } from '../support/search.ts';
import { type Api, type Service, startService } from '../support/service.ts';

/** Only the test runs workers; what is found before they ran comes from the table. */
let service: Service;
let api: Api;
let project: string;
let specification: string;
let drawing: string;

interface Hit {
  highlights: { field: string }[];
}

const bytes = (text: string) => new TextEncoder().encode(text);
const search = async (query: string, filter: Record<string, string> = {}, as = api) => {
  const { status, body } = await as.call('GET', `/api/v1/search?${new URLSearchParams({ query, ...filter })}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const found = async (query: string, filter: Record<string, string> = {}, as = api): Promise<string[]> =>
  (await search(query, filter, as)).items.map((hit: { type: string; id: string }) => `${hit.type}:${hit.id}`);
const uploaded = async (content: string, fields: Record<string, string> = {}, into = project, as = api) =>
  (await uploadForm(as, into, bytes(content), 'a.txt', fields)).body.id as string;

const PAGES = [
  'SECTION 03 30 00 CAST-IN-PLACE CONCRETE. Reinforcing bars shall conform to ASTM A615, Grade 60.',
  'Steel beams W12x26 are shown on sheet S-101. Curing of slabs on grade: keep moist for seven days.',
  'Waterproofing membranes shall lap 150 mm at all joints.',
];

beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1', SLICE_SECONDS: '600' }, { idle: true });
  api = await service.as();
  project = await createProject(api, 'Harbour Street Tower');
  const pages = PAGES.map((text) => ({
    ...{ width: 612, height: 792 },
    draw: (pdf: PDFKit.PDFDocument) => pdf.fontSize(11).text(text, 60, 80, { width: 480 }),
  }));
  const fields = { title: 'Concrete specification', document_type: 'SPECIFICATION' };
  const file = await drawPdf(pages);
  specification = (await uploadForm(api, project, file, 'spec.pdf', fields)).body.id;
  drawing = await uploaded('Second & Third Floor Plan', {
    title: 'Second & Third Floor Plan',
    document_type: 'DRAWING',
  });
  await processedNow(specification, drawing);
  await indexed('acme');
});
afterAll(() => service.end());

describe('a query', () => {
  test.each([
    ['a code', 'astm a615', 1],
    ['a code in other letters', 'W12X26', 2],
    ['a sheet number without its dash', 's101', 2],
    ['a sheet number in two words', 'S 101', 2],
    ['the number of a section', '033000', 1],
    ['other forms of the words', 'membrane joint', 3],
    ['the beginning of a word', 'waterpr', 3],
    ['a typing error', 'reinforcng bars', 1],
    ['a phrase', '"slabs on grade"', 2],
  ])('finds %s, with its page and highlighted words', async (_, query, page) => {
    const { items } = await search(query);
    expect(items[0]).toMatchObject({ type: 'document', id: specification, page, project_id: project });
    const shown = items[0].highlights.find((each: { field: string }) => each.field === 'content');
    expect(shown.page).toBe(page);
    for (const { from, to } of shown.matches) expect(shown.text.slice(from, to)).toMatch(/^\S+/);
    expect(shown.matches.length).toBeGreaterThan(0);
  });

  test('states the section and the place of a passage, and finds later pages by the heading of their section', async () => {
    const { items } = await search('waterproofing membranes');
    const section = { number: '03 30 00', title: 'CAST-IN-PLACE CONCRETE' };
    expect(items[0]).toMatchObject({ id: specification, page: 3, section });
    const passage = items[0].highlights.find((each: { field: string }) => each.field === 'content');
    expect(passage).toMatchObject({ section, bounding_box: { x: expect.closeTo(60 / 612, 2) } });
    expect(passage.bounding_box.y).toBeCloseTo(80 / 792, 1);
    expect((await search('floor second')).items[0].section).toBeNull();
  });

  test.each(['"grade on slabs"', 'a616', 's102', 'zyxwv'])('does not find %s, which occurs nowhere', async (query) => {
    expect(await search(query)).toMatchObject({ items: [], total: 0, total_is_exact: true });
  });

  test('finds words of a title in any order', async () => {
    expect((await found('floor second'))[0]).toBe(`document:${drawing}`);
  });

  test('returns the spelling found in the documents', async () => {
    expect((await search('reinforcng bars')).did_you_mean).toBe('reinforcing bars');
    expect((await search('reinforcing bars')).did_you_mean).toBeNull();
  });

  test('has counts by type, document type and project', async () => {
    const { facets, total, ranking } = await search('concrete floor');
    expect(facets.type).toEqual([{ value: 'document', count: total }]);
    expect(facets.document_type).toEqual(
      expect.arrayContaining([
        { value: 'DRAWING', count: 1 },
        { value: 'SPECIFICATION', count: 1 },
      ]),
    );
    expect(facets.project_id).toEqual([{ value: project, count: total }]);
    expect(ranking.is_semantic).toBe(false);
  });

  test('has counts by discipline and by current revision, and can be filtered by both', async () => {
    const other = await createProject(api, 'Pier');
    const sheet = (sheet_number: string, discipline: 'structural' | 'electrical') => ({
      ...{ page: 1, sheet_number, title: 'Gangway', revision: null, date: null, scale: null, discipline },
      ...{ confidence: { sheet_number: 1, title: 1, revision: 0, date: 0, scale: 0 }, sheet_references: [] },
    });
    const drawn = async (title: string, of: ReturnType<typeof sheet>, fields: Record<string, string> = {}) => {
      const id = await uploaded(`${title} ${randomUUID()}`, { title, ...fields }, other);
      const terms = { writeId: randomUUID(), now: new Date() };
      await portsFor(['documents.write'])['documents.write'].change('acme', other, id, { sheets: [of] }, terms);
      return id;
    };
    const first = await drawn('Gangway, first issue', sheet('S-1', 'structural'));
    const second = await drawn('Gangway, second issue', sheet('S-1', 'structural'), { revision_of: first });
    const wiring = await drawn('Gangway wiring', sheet('E-1', 'electrical'));
    const { facets, total } = await search('gangway', { project_id: other });
    expect(total).toBe(6);
    expect(facets).toMatchObject({
      type: [
        { value: 'document', count: 3 },
        { value: 'sheet', count: 3 },
      ],
      discipline: [
        { value: 'structural', count: 4 },
        { value: 'electrical', count: 2 },
      ],
      revision: [
        { value: 'current', count: 4 },
        { value: 'superseded', count: 2 },
      ],
    });
    const ids = async (filter: Record<string, string>) =>
      new Set((await found('gangway', { project_id: other, ...filter })).map((hit) => hit.split(':')[1]));
    expect(await ids({ discipline: 'electrical' })).toEqual(new Set([wiring]));
    expect(await ids({ revision: 'superseded' })).toEqual(new Set([first]));
    expect(await ids({ revision: 'current', discipline: 'structural' })).toEqual(new Set([second]));

    const third = await drawn('Gangway, reissued', sheet('S-1', 'structural'));
    const { items } = await search('gangway', { project_id: other, type: 'sheet' });
    const superseding = new Map(items.map((hit: { id: string; superseded_by: object }) => [hit.id, hit.superseded_by]));
    const by = { document_id: third, page: 1, revision: null };
    expect(Object.fromEntries(superseding)).toEqual({ [first]: by, [second]: by, [third]: null, [wiring]: null });
    expect(await ids({ revision: 'superseded' })).toEqual(new Set([first, second]));
    expect(await ids({ revision: 'current' })).toEqual(new Set([third, wiring]));
    const counted = await search('gangway', { project_id: other, limit: '1' });
    expect(counted.facets.revision).toEqual([
      { value: 'current', count: 4 },
      { value: 'superseded', count: 4 },
    ]);
  });

  test('respects its filters', async () => {
    expect(await found('concrete floor', { document_type: 'drawing' })).toEqual([`document:${drawing}`]);
    expect(await found('concrete', { type: 'task,project' })).toEqual([]);
    expect(await found('harbour', { type: 'project' })).toEqual([`project:${project}`]);
    expect(await found('concrete', { as_of: '2020-01-01' })).toEqual([]);
  });
});

describe('a record just written', () => {
  test('is found before the index worker ran, in its latest state', async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const document = await uploaded('x', { title: `Report ${word}` });
    const task = { title: `Check ${word}`, project_id: project };
    const { id } = (await api.call('POST', '/api/v1/tasks', task)).body;
    expect((await found(word)).sort()).toEqual([`document:${document}`, `task:${id}`].sort());
    await indexed('acme');
    await api.call('PATCH', `/api/v1/documents/${document}`, { title: 'Renamed' });
    await api.call('DELETE', `/api/v1/tasks/${id}`);
    const admin = await service.as({ role: 'org_admin' });
    expect(await found(word, {}, admin)).toEqual([`task:${id}`].slice(1));
  });

  test('is found by its new content and not by the former one', async () => {
    const [before, after] = [`a${randomUUID().slice(0, 8)}`, `b${randomUUID().slice(0, 8)}`];
    const document = await uploaded(`It says ${before}.`);
    await processedNow(document);
    await indexed('acme');
    // Summary and keywords of the former content are unchanged.
    const inContent = async (word: string) => {
      const { items } = await search(word);
      return items.filter(({ highlights }: Hit) => highlights.some(({ field }) => field === 'content')).length;
    };
    expect([await inContent(before), await inContent(after)]).toEqual([1, 0]);
    await api.call('PUT', `/api/v1/documents/${document}/content`, { content: `It says ${after}.` });
    expect([await inContent(before), await inContent(after)]).toEqual([0, 1]);
    await indexed('acme');
    expect([await inContent(before), await inContent(after)]).toEqual([0, 1]);
  });

  test('leaves the rest of its document findable', async () => {
    await api.call('PATCH', `/api/v1/documents/${specification}`, { description: 'For review' });
    expect((await found('membranes lap'))[0]).toBe(`document:${specification}`);
    expect((await found('review'))[0]).toBe(`document:${specification}`);
  });
});

describe('a removed record', () => {
  test('is no longer found, even while the index still has it', async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const document = await uploaded(`Content ${word}`, { title: word });
    await processedNow(document);
    await indexed('acme');
    expect(await found(word)).toEqual([`document:${document}`]);
    await api.call('DELETE', `/api/v1/documents/${document}`);
    expect(await found(word)).toEqual([]);
    await indexed('acme');
    expect(await found(word)).toEqual([]);
    await api.call('POST', `/api/v1/documents/${document}/restore`);
    expect(await found(word)).toEqual([`document:${document}`]);
  });

  test('takes the records of a deleted project with it, for members and administrators', async () => {
    const admin = await service.as({ role: 'org_admin' });
    const word = `w${randomUUID().slice(0, 8)}`;
    const doomed = await createProject(api, word);
    await uploaded(`Content ${word}`, { title: word }, doomed);
    await indexed('acme');
    expect(await found(word, {}, admin)).toHaveLength(2);
    expect((await admin.call('DELETE', `/api/v1/projects/${doomed}?cascade=true`)).status).toBe(204);
    expect([await found(word), await found(word, {}, admin)]).toEqual([[], []]);
    await indexed('acme');
    expect([await found(word), await found(word, {}, admin)]).toEqual([[], []]);
  });

  test('is not found by users whose membership ended', async () => {
    const carl = await service.as({ user: 'carl', role: 'viewer' });
    expect(await found('concrete', {}, carl)).toEqual([]);
    await api.call('PUT', `/api/v1/projects/${project}/members/carl`, {});
    expect(await found('concrete', {}, carl)).not.toEqual([]);
    await api.call('DELETE', `/api/v1/projects/${project}/members/carl`);
    expect(await search('concrete', {}, carl)).toMatchObject({ items: [], total: 0, did_you_mean: null });
    const asked = `/api/v1/search?query=concrete&project_id=${project}`;
    expect((await carl.call('GET', asked)).status).toBe(404);
  });
});
