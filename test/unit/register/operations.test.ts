import { describe, expect, test } from 'vitest';
import { shortenContents } from '../../../functions/documents/lib/shorten-contents.ts';
import { handle as list, operation as listOperation } from '../../../functions/documents/list-documents.ts';
import { handle as search, operation as searchOperation } from '../../../functions/documents/search-documents.ts';
import { toDocumentListItem } from '../../../functions/documents/view.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import type { Register } from '../../../shared/domain/register/register.ts';
import { SheetRegister } from '../../../shared/domain/sheets/sheet-register.ts';
import { caller, recordOf } from '../../operations/support/register-world.ts';

const register = (ids: string[]): Register => ({
  page: () => ({ ids, total: ids.length }),
  rows: () => ({ rows: ids.map((id) => ({ id, key: id })), total: ids.length }),
  sheets: () => new SheetRegister([]),
});

interface Terms {
  registers?: Record<string, string[]>;
  records?: DocumentRecord[];
  /** Answers in place of the register. */
  reading?: Promise<Register>;
  visible?: ReadonlySet<string> | 'all';
}
const ports = ({ registers = {}, records = [], reading }: Terms) => ({
  'register.read': { read: async (_org: string, id: string) => reading ?? register(registers[id] ?? []) },
  'search.read': { documents: async () => undefined } as never,
  'documents.read': {
    get: async () => undefined,
    getMany: async (_org: string, ids: readonly string[]) =>
      ids.map((id) => records.find(({ document_id }) => document_id === id)),
  },
  'projects.read': {
    get: async (_org: string, id: string) => (id in registers ? ({ id } as never) : undefined),
    ids: async () => Object.keys(registers),
    getMany: async (_org: string, ids: readonly string[]) => ids.map((id) => (id in registers ? { id } : undefined)),
  } as never,
  'sheet-corrections.read': { entries: async () => [] } as never,
  'files.presign': { view: async (path: string) => path } as never,
});
const request = (query: object, { visible = 'all', registers }: Terms) => {
  const allows = async (id: string) => visible === 'all' || visible.has(id);
  const visibleProject = async (id: string) => (id in (registers ?? {}) && (await allows(id)) ? { id } : undefined);
  return { query, caller, projects: { allows, visibleProject, visible: async () => visible } } as never;
};
const listed = async (terms: Terms, query: Record<string, string> = {}) => {
  const { body } = await list(request(listOperation.query.parse({ project_id: 'p1', ...query }), terms), ports(terms));
  return { ids: body.items.map(({ id }) => id), total: body.total };
};
const found = async (terms: Terms, query: Record<string, string> = {}) => {
  const { body } = await search(request(searchOperation.query.parse(query), terms), ports(terms));
  return body.map(({ id }) => id);
};

describe('records changed since the register was read', () => {
  const records = [recordOf(1), recordOf(2, { is_deleted: true, deleted_at: '2026-01-01' }), recordOf(4)];
  const terms = { registers: { p1: ['doc-1', 'doc-2', 'doc-3', 'doc-4'] }, records };

  test('deleted and unreadable ones are omitted, the total remains that of the register', async () => {
    expect(await listed(terms)).toEqual({ ids: ['doc-1', 'doc-4'], total: 4 });
    expect(await found(terms, { sort_order: 'asc' })).toEqual(['doc-1', 'doc-4']);
  });
  test('restored ones are omitted from the list of deleted ones', async () => {
    expect((await listed(terms, { is_deleted: 'true' })).ids).toEqual(['doc-2']);
  });
  test('a list as of a time keeps documents deleted later', async () => {
    expect((await listed(terms, { as_of: '2025-12-31' })).ids).toEqual(['doc-1', 'doc-2', 'doc-4']);
  });
});

describe('a project that the caller may not see', () => {
  const never = new Promise<Register>(() => {});
  const broken = Promise.reject(new Error('the register is broken'));
  broken.catch(() => {});

  test.each([
    ['does not wait for its register', never],
    ['does not show that its register is broken', broken],
  ])('%s', async (_name, reading) => {
    const closed = { registers: { p1: [] }, reading, visible: new Set(['p2']) };
    await expect(listed(closed)).rejects.toBeInstanceOf(NotFound);
    await expect(found(closed, { project_id: 'p1' })).rejects.toBeInstanceOf(NotFound);
  });
  test('an unreadable register is reported to callers who may see it', async () => {
    const open = { registers: { p1: [] }, reading: broken };
    await expect(listed(open)).rejects.toThrow('broken');
    await expect(found(open, { project_id: 'p1' })).rejects.toThrow('broken');
    await expect(found(open)).rejects.toThrow('broken');
  });
});

test('a search without a project reads the existing registers that the caller sees', async () => {
  const registers = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}`, [`doc-${index}`]]));
  const records = Array.from({ length: 40 }, (_, index) => recordOf(index, { project_id: `p${index}` }));
  expect(await found({ registers, records }, { limit: '100' })).toHaveLength(40);
  const visible = new Set(['p3', 'p17', 'gone']);
  expect((await found({ registers, records, visible }, { limit: '100' })).toSorted()).toEqual(['doc-17', 'doc-3']);
  expect(await found({ registers, records, visible: new Set() })).toEqual([]);
});

describe('contents of a list', () => {
  const item = (content: string) =>
    toDocumentListItem({ ...recordOf(1), content_excerpt: content, content_length: content.length }, { content: true });

  test('are complete if they fit', () => {
    const items = [item('a'.repeat(15_000)), item('b')];
    expect(shortenContents(items)).toBe(items);
    const many = Array.from({ length: 100 }, () => item('a'.repeat(16_000)));
    expect(shortenContents(many)).toEqual(many);
  });
  test('are truncated between characters, short ones not at all', () => {
    const items = [...Array.from({ length: 99 }, () => item(`a${'🏗'.repeat(7_999)}`)), item('short')];
    const fitting = shortenContents(items);
    expect(Buffer.byteLength(JSON.stringify(fitting))).toBeLessThan(5_500_000);
    expect(fitting.at(-1)).toEqual(items.at(-1));
    for (const { content } of fitting) expect(content?.isWellFormed()).toBe(true);
    expect(fitting[0]?.content?.length).toBeGreaterThan(3_000);
  });
});
