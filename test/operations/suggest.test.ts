import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sheet } from '../../shared/domain/sheets/sheet.ts';
import { portsFor } from '../../shared/http/provide.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { indexed } from '../support/search.ts';
import { type Api, type Service, startService } from '../support/service.ts';

/** No worker processes documents here: tests write sheets as processing does, and update the index where needed. */
let service: Service;
let api: Api;
let project: string;
let structural: string;

const sheetOf = (sheet_number: string, title: string, page: number): Sheet => ({
  ...{ page, sheet_number, title, revision: null, date: null, scale: null, sheet_references: [] },
  confidence: { sheet_number: 0.9, title: 0.9, revision: 0, date: 0, scale: 0 },
});
let made = 0;
const upload = async (title: string, sheets: Sheet[], into = project, fields: Record<string, string> = {}) => {
  const bytes = new TextEncoder().encode(`document ${made++}`);
  const { id } = (await uploadForm(api, into, bytes, 'a.txt', { title, ...fields })).body;
  const terms = { writeId: `said-${made}`, now: new Date() };
  await portsFor(['documents.write'])['documents.write'].change('acme', into, id, { sheets }, terms);
  return id as string;
};
const suggest = async (q: string, filter: Record<string, string> = {}, as = api) => {
  const { status, body } = await as.call('GET', `/api/v1/search/suggest?${new URLSearchParams({ q, ...filter })}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items as { type: string; id: string; title: string; page: number | null; reference: string | null }[];
};
const titles = async (...asked: Parameters<typeof suggest>) => (await suggest(...asked)).map(({ title }) => title);

beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { idle: true });
  api = await service.as();
  project = await createProject(api, 'Harbour Street Tower');
  structural = await upload('Structural set', [
    sheetOf('S-101', 'Second Floor Framing', 1),
    sheetOf('S-102', 'Roof Framing', 2),
    sheetOf('S-10', 'Notes', 3),
  ]);
  await upload('Floor finishes', [sheetOf('A-601', 'Finish Schedule', 1)], project, {
    document_reference: 'SPEC-0965',
  });
});
afterAll(() => service.end());

/** The same query runs against the table and, once it is written, against the index. */
describe.each([false, true])('with an index: %s', (hasIndex) => {
  beforeAll(async () => {
    if (hasIndex) await indexed('acme');
  });

  test.each([
    ['the beginning of a sheet number', 'S-1', ['S-10 Notes', 'S-102 Roof Framing', 'S-101 Second Floor Framing']],
    [
      'a whole sheet number, which comes first',
      's10',
      ['S-10 Notes', 'S-102 Roof Framing', 'S-101 Second Floor Framing'],
    ],
    ['a number in two words', 's 101', ['S-101 Second Floor Framing']],
    ['the beginnings of words in any order', 'fram roof', ['S-102 Roof Framing']],
    ['the beginning of a title before a word within', 'floo', ['Floor finishes', 'S-101 Second Floor Framing']],
    ['a reference', 'spec09', ['Floor finishes']],
    ['the name of a project', 'harb', ['Harbour Street Tower']],
  ])('%s is completed', async (_, typed, expected) => {
    expect(await titles(typed)).toEqual(expected);
  });

  test('a sheet is suggested with its document, number and page', async () => {
    const [first] = await suggest('S-102');
    expect(first).toEqual({
      ...{ type: 'sheet', id: structural, title: 'S-102 Roof Framing', reference: 'S-102', page: 2 },
      project_id: project,
    });
  });

  test.each(['framing roof zinc', '10', '---', "x' OR 1=1", '%', '_'])('nothing starts with %s', async (typed) => {
    expect(await suggest(typed)).toEqual([]);
  });

  test('no more results than requested are returned', async () => {
    expect(await titles('s', { limit: '2' })).toHaveLength(2);
  });
});

test('identical texts are suggested once a project, and former revisions not at all', async () => {
  const other = await createProject(api, 'Quay');
  const first = await upload('Grading plan', [], other);
  await upload('Grading plan', [], other);
  expect(await titles('grad', { project_id: other })).toEqual(['Grading plan']);
  const next = await upload('Grading plan, revised', [], other, { revision_of: first });
  const found = await suggest('grad', { project_id: other });
  expect(found.map(({ title }) => title)).toEqual(['Grading plan', 'Grading plan, revised']);
  expect(found[1]?.id).toBe(next);
  expect(found.map(({ id }) => id)).not.toContain(first);
});

test('nothing of a project that the caller may not see is suggested', async () => {
  const carl = await service.as({ user: 'carl', role: 'viewer' });
  expect(await suggest('s', {}, carl)).toEqual([]);
  expect((await carl.call('GET', `/api/v1/search/suggest?q=s&project_id=${project}`)).status).toBe(404);
  await api.call('PUT', `/api/v1/projects/${project}/members/carl`, {});
  expect(await titles('roof', {}, carl)).toEqual(['S-102 Roof Framing']);
  await api.call('DELETE', `/api/v1/projects/${project}/members/carl`);
  expect(await suggest('roof', {}, carl)).toEqual([]);
});
