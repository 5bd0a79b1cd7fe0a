import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import { Forbidden, NotFound } from '../../../shared/domain/errors.ts';
import type { ProjectRecord } from '../../../shared/domain/projects/project.ts';
import { listedPage } from '../../../shared/http/listed-page.ts';
import { ownOrganization } from '../../../shared/http/own-organization.ts';
import { Page, ShortPage, skipOf, toPage, toShortPage } from '../../../shared/http/paging.ts';
import { requireProject } from '../../../shared/http/require-project.ts';
import { visible } from '../../../shared/http/visible.ts';

const accessTo = (...ids: string[]) => ({
  projects: {
    allows: async (id: string) => ids.includes(id),
    visible: async () => new Set(ids),
    visibleProject: async (id: string) => (ids.includes(id) ? ({ id } as ProjectRecord) : undefined),
  },
});

describe('a page', () => {
  test('begins where the previous pages end, in either form', () => {
    expect(skipOf({ page: 1, size: 10 })).toBe(0);
    expect(skipOf({ page: 3, size: 10 })).toBe(20);
    expect(skipOf({ page: 4, page_size: 7 })).toBe(21);
  });

  test.each([
    [1, 0, false, 0],
    [1, 5, false, 1],
    [1, 6, true, 2],
    [2, 10, false, 2],
    [2, 11, true, 3],
    [9, 11, false, 3],
  ])('%i of 5 each, of %i in all: more is %s, pages are %i', (page, total, has_more, total_pages) => {
    const made = toPage({ page, size: 5 }, [], total);
    expect(made).toEqual({ items: [], total, page, size: 5, has_more, total_pages });
  });

  test('has the fields that its declaration names', () => {
    expect(toShortPage({ page: 2, page_size: 5 }, ['a'], 6)).toEqual({
      items: ['a'],
      total: 6,
      page: 2,
      page_size: 5,
    });
    expect(Object.keys(Page(z.string()).shape)).toEqual(Object.keys(toPage({ page: 1, size: 1 }, [], 0)));
    expect(Object.keys(ShortPage(z.string()).shape)).toEqual(
      Object.keys(toShortPage({ page: 1, page_size: 1 }, [], 0)),
    );
  });
});

describe('a listed page', () => {
  const entries = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
  const records = new Map(entries.map(({ id }, index) => [id, { id, updated_at: `2026-01-0${index + 1}` }]));
  const reading = (missing = '') =>
    vi.fn(async (ids: string[]) => ids.map((id) => (id === missing ? undefined : records.get(id))));

  test('reads only the records of its own entries', async () => {
    const read = reading();
    const page = await listedPage({ page: 2, page_size: 2 }, entries, read);
    expect(read.mock.calls).toEqual([[['c', 'd']]]);
    expect(page).toEqual({ items: [records.get('c'), records.get('d')], total: 5, page: 2, page_size: 2 });
  });

  test('neither shows nor counts records deleted since', async () => {
    const page = await listedPage({ page: 1, page_size: 2 }, entries, reading('b'));
    expect(page).toMatchObject({ items: [records.get('a')], total: 4 });
  });

  test('shows and counts only records updated since', async () => {
    const query = { page: 1, page_size: 2, updated_since: '2026-01-03' };
    const ofPage = (page: number) => listedPage({ ...query, page }, entries, reading('d'));
    expect(await ofPage(1)).toMatchObject({ items: [records.get('c'), records.get('e')], total: 2 });
    expect(await ofPage(2)).toMatchObject({ items: [], total: 2 });
  });
});

describe('a record', () => {
  test('is returned to callers who may see its project', async () => {
    const record = { project_id: 'p1' };
    expect(await visible(accessTo('p1'), record)).toBe(record);
  });

  test.each([[undefined], [{ project_id: 'p2' }]])('%j is 404 for others', async (record) => {
    await expect(visible(accessTo('p1'), record)).rejects.toThrow(NotFound);
  });
});

describe('a project', () => {
  test('is required to be one that the caller may see', async () => {
    expect(await requireProject(accessTo('p1'), 'p1')).toEqual({ id: 'p1' });
  });

  test('that does not exist, or is not visible to the caller, is answered alike', async () => {
    await expect(requireProject(accessTo('p2'), 'p1')).rejects.toThrow(NotFound);
  });
});

test("a request may name the caller's own organization, or none", () => {
  const caller = { organizationId: 'o1' } as Caller;
  for (const named of ['o1', null, undefined]) expect(() => ownOrganization(caller, named, 'query')).not.toThrow();
  const foreign = () => ownOrganization(caller, 'o2', 'body');
  expect(foreign).toThrow(Forbidden);
  expect(foreign).toThrow(expect.objectContaining({ loc: ['body', 'organization_id'] }));
});
