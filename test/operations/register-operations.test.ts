import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as listDocuments from '../../functions/documents/list-documents.ts';
import * as searchDocuments from '../../functions/documents/search-documents.ts';
import type { ListItem } from '../../functions/documents/view.ts';
import { embedder } from '../../infra/local/bedrock.ts';
import { issueToken } from '../../infra/local/identity/access-token.ts';
import { type LocalService, startLocal } from '../../infra/local/start-local.ts';
import { derived } from '../../shared/aws/adapters/derived.ts';
import { adapter as documentsRead } from '../../shared/aws/adapters/documents.read.ts';
import { adapter as documentsWrite } from '../../shared/aws/adapters/documents.write.ts';
import { adapter as filesPresign } from '../../shared/aws/adapters/files.presign.ts';
import { adapter as limitsWrite } from '../../shared/aws/adapters/limits.write.ts';
import { adapter as membershipsRead } from '../../shared/aws/adapters/memberships.read.ts';
import { adapter as peopleWrite } from '../../shared/aws/adapters/people.write.ts';
import { adapter as projectsWrite } from '../../shared/aws/adapters/projects.write.ts';
import { adapter as registerRead } from '../../shared/aws/adapters/register.read.ts';
import { adapter as searchIndex } from '../../shared/aws/adapters/search.index.ts';
import { adapter as searchRead } from '../../shared/aws/adapters/search.read.ts';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { environment } from '../../shared/environment.ts';
import { provide } from '../../shared/http/provide.ts';
import type { Ports } from '../../shared/ports.ts';
import { caller, recordOf } from './support/register-world.ts';

let service: LocalService;
let directory: string;
let write: Ports['documents.write'];

const tokenOf = (user: string, organization: string, roles: string[]) =>
  issueToken(directory, { issuer: service.baseUrl, user, organization, roles } as Parameters<typeof issueToken>[1]);

interface Answer<B> {
  status: number;
  text: string;
  body: B;
}
interface Page {
  items: ListItem[];
  total: number;
  page: number;
  size: number;
  has_more: boolean;
  total_pages: number;
}
type Query = Record<string, string>;
const get = async <B>(path: string, query: Query, token: string): Promise<Answer<B>> => {
  const response = await fetch(`${service.baseUrl}/api/v1/${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as B };
};

const tokens = { service: '', viewer: '', stranger: '', foreigner: '' };
const list = async (query: Query = {}, token = tokens.service) =>
  (await get<Page>('documents', { project_id: 'p1', ...query }, token)).body;
const titles = async (query: Query = {}) => (await list(query)).items.map(({ title }) => title);
const found = async (query: Query = {}, token = tokens.service) => {
  const { status, body } = await get<ListItem[]>('documents/search', query, token);
  expect(status).toBe(200);
  return body.map(({ title }) => title);
};
const problem = async (path: string, query: Query) => {
  const { status, body } = await get<{ detail: { loc: string[] }[] }>(path, query, tokens.service);
  return { status, loc: status === 422 ? body.detail[0]?.loc.slice(0, 2) : undefined };
};

const day = (number: number, time = '12:00:00.000') => `2026-03-${String(number).padStart(2, '0')}T${time}Z`;
const plain = { description: 'Level one', uploaded_at: null, document_type: 'OTHER', file_size: null };
const documents: Partial<DocumentRecord>[] = [
  { title: 'Beam schedule', document_type: 'SCHEDULE', status: 'draft', created_at: day(1), file_size: 30 },
  { title: 'anchor detail', document_type: 'DRAWING', status: 'approved', created_at: day(2), category: 'steel' },
  { title: 'Column plan', document_type: 'DRAWING', created_at: day(3), processing_status: 'FAILED', file_size: 10 },
  { title: null, document_reference: 'REF-77', document_type: 'brochure', created_at: day(4), file_size: 20 },
  { title: 'Deleted sheet', is_deleted: true, deleted_at: day(8), created_at: day(5) },
  { title: 'Tower plan A', revision_root: 'doc-5', created_at: day(6), is_latest: false },
  { title: 'Tower plan B', revision_root: 'doc-5', created_at: day(10), revision_of: 'doc-5' },
];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'register-operations-'));
  service = await startLocal({
    port: 0,
    dataDir: directory,
    quiet: true,
    registry: { operations: [listDocuments, searchDocuments], workers: [] },
    environment: {
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_PER_HOUR: '100000',
      RATE_LIMIT_CONCURRENT: '1000',
      LOG_LEVEL: 'silent',
      AWS_ENDPOINT_URL_SES: 'http://127.0.0.1:9',
      VALIDATE_RESPONSES: '1',
    },
  });
  provide({
    'documents.read': documentsRead,
    'files.presign': filesPresign,
    'limits.write': limitsWrite,
    'memberships.read': membershipsRead,
    'people.write': peopleWrite,
    'projects.read': derived['projects.read'],
    'register.read': registerRead,
    'search.read': searchRead,
    'sheet-corrections.read': derived['sheet-corrections.read'],
  });
  write = documentsWrite(environment());
  const projects = projectsWrite(environment());
  const at = new Date().toISOString();
  const project = (id: string) => ({
    ...{
      id,
      organization_id: 'o1',
      name: id,
      description: null,
      status: 'active' as const,
      created_at: at,
      updated_at: at,
    },
    ...{ created_by: { _id: 'u1', name: null, email: null, company: null }, record_version: 1, write_id: id },
  });
  await projects.create(project('p1'), caller);
  await projects.create(project('p2'), { ...caller, subject: 'other' });
  for (const [index, given] of documents.entries()) {
    const image =
      index === 0 ? { full_image_path: 'derived/o1/doc-0/1.png', thumbnail_image_path: 'derived/o1/doc-0/1s.png' } : {};
    const excerpt = index === 1 ? { content_excerpt: 'bolts and plates', content_length: 16 } : {};
    await write.create(recordOf(index, { ...plain, ...given, ...image, ...excerpt }));
  }
  await write.create(recordOf(100, { project_id: 'p2', title: 'Bridge plan', created_at: day(7) }));
  tokens.service = await tokenOf('machine', 'o1', ['service']);
  tokens.viewer = await tokenOf('u1', 'o1', ['viewer']);
  tokens.stranger = await tokenOf('nobody', 'o1', ['viewer']);
  tokens.foreigner = await tokenOf('u1', 'o2', ['org_admin']);
});
afterAll(async () => {
  await service?.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('list-documents', () => {
  const standing = ['Tower plan B', 'Tower plan A', null, 'Column plan', 'anchor detail', 'Beam schedule'];

  test('returns documents that are not deleted, newest first, with exact totals', async () => {
    const { items, ...figures } = await list();
    expect(items.map(({ title }) => title)).toEqual(standing);
    expect(figures).toEqual({ total: 6, page: 1, size: 10, has_more: false, total_pages: 1 });
  });

  test('pages never overlap, and a page past the end is empty with the true total', async () => {
    const pages = await Promise.all(['1', '2', '3', '4', '900000'].map((page) => list({ page, size: '2' })));
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 2, 0, 0]);
    expect(pages.flatMap(({ items }) => items.map(({ title }) => title))).toEqual(standing);
    expect(pages.map(({ has_more }) => has_more)).toEqual([true, true, false, false, false]);
    expect(pages.map(({ total, total_pages }) => [total, total_pages])).toEqual(Array(5).fill([6, 3]));
  });

  test.each<[string, Query, (string | null)[]]>([
    ['types in any case', { document_type: 'drawing, BROCHURE' }, [null, 'Column plan', 'anchor detail']],
    ['a status', { processing_status: 'FAILED' }, ['Column plan']],
    ['statuses', { processing_status: 'FAILED,PROCESSED' }, standing],
    ['no status', { exclude_processing_status: 'PROCESSED' }, ['Column plan']],
    ['deleted', { is_deleted: 'true' }, ['Deleted sheet']],
    ['not deleted', { is_deleted: 'False' }, standing],
    ['created from an instant on', { created_at_start: day(6) }, ['Tower plan B', 'Tower plan A']],
    ['created from a day on', { created_at_start: '2026-03-10' }, ['Tower plan B']],
    ['created up to a day', { created_at_end: '2026-03-02' }, ['anchor detail', 'Beam schedule']],
    ['created up to an instant', { created_at_end: '2026-03-02T11:59:59.999Z' }, ['Beam schedule']],
    [
      'created up to an instant elsewhere',
      { created_at_end: '2026-03-02T14:00:00+02:00' },
      ['anchor detail', 'Beam schedule'],
    ],
    ['created up to an instant without a zone', { created_at_end: '2026-03-01T12:00' }, ['Beam schedule']],
    ['by title', { sort_by: 'title', sort_order: 'asc', size: '3' }, ['anchor detail', 'Beam schedule', 'Column plan']],
    [
      'by size, documents without one last',
      { sort_by: 'file_size' },
      ['Beam schedule', null, 'Column plan', 'anchor detail', 'Tower plan A', 'Tower plan B'],
    ],
    ['as of a day', { as_of: '2026-03-09', created_at_start: '2026-03-05' }, ['Tower plan A']],
    [
      'as of a day before a deletion',
      { as_of: '2026-03-07', created_at_start: '2026-03-05' },
      ['Tower plan A', 'Deleted sheet'],
    ],
    ['as of today', { as_of: '2026-03-10T12:00:00Z', created_at_start: '2026-03-05' }, ['Tower plan B']],
  ])('filters and sorts: %s', async (_name, query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  test('compact omits content and versions', async () => {
    const [full] = (await list({ document_type: 'DRAWING', created_at_end: '2026-03-02' })).items;
    expect(full).toMatchObject({
      content: 'bolts and plates',
      version_history: [],
      metadata: { content: 'bolts and plates' },
    });
    const [compact] = (await list({ document_type: 'DRAWING', created_at_end: '2026-03-02', compact: 'true' })).items;
    expect(compact).not.toHaveProperty('content');
    expect(compact).not.toHaveProperty('version_history');
    expect(compact?.metadata).not.toHaveProperty('content');
  });

  test('image links expire as requested, and exist only for documents with images', async () => {
    const schedule = { document_type: 'SCHEDULE', image_expiration: '604800' };
    const [item] = (await list(schedule)).items;
    for (const link of [item?.full_image_url, item?.thumbnail_url]) {
      expect(new URL(link ?? '').searchParams.get('X-Amz-Expires')).toBe('604800');
    }
    const without = [
      ...(await list({ ...schedule, include_images: 'false' })).items,
      ...(await list({ document_type: 'brochure' })).items,
    ];
    expect(without).toHaveLength(2);
    for (const each of without) {
      expect(each).not.toHaveProperty('full_image_url');
      expect(each).not.toHaveProperty('thumbnail_url');
    }
  });

  test('a document is listed immediately after its creation, and not listed immediately after its deletion', async () => {
    for (let index = 200; index < 205; index++) {
      const title = `Fresh ${index}`;
      await write.create(recordOf(index, { title, document_type: 'CONTRACT', created_at: day(9) }));
      expect(await titles({ document_type: 'CONTRACT' })).toEqual([title]);
      const deleted = { is_deleted: true, deleted_at: day(9) };
      await write.change('o1', 'p1', `doc-${index}`, deleted, { writeId: `d-${index}`, now: new Date() });
      expect(await titles({ document_type: 'CONTRACT' })).toEqual([]);
    }
  });

  test('long contents are truncated until the page fits; other fields are complete', async () => {
    const content = '“\u0001é'.repeat(5_000);
    const long = { content_excerpt: content, content_length: content.length, document_type: 'REPORT' as const };
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => write.create(recordOf(300 + index, { project_id: 'p2', ...long }))),
    );
    const { text, body } = await get<Page>(
      'documents',
      { project_id: 'p2', size: '100', document_type: 'REPORT' },
      tokens.service,
    );
    expect(Buffer.byteLength(text)).toBeLessThan(5_800_000);
    expect(body.items).toHaveLength(60);
    for (const { content: cut, metadata, content_truncated } of body.items) {
      expect(content.startsWith(cut ?? 'none')).toBe(true);
      expect(cut?.length).toBeGreaterThan(1_000);
      expect(metadata.content).toBe(cut);
      expect(content_truncated).toBe(true);
    }
  });

  test.each<[string, string]>([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', 'x'],
    ['page', ''],
    ['size', '0'],
    ['size', '101'],
    ['image_expiration', '0'],
    ['image_expiration', '604801'],
    ['sort_by', 'description'],
    ['sort_order', 'up'],
    ['document_type', 'SKETCH'],
    ['document_type', ''],
    ['processing_status', 'DONE'],
    ['exclude_processing_status', 'PROCESSED,'],
    ['is_deleted', 'maybe'],
    ['include_images', ''],
    ['compact', '2'],
    ['created_at_start', '2026-02-30'],
    ['created_at_end', 'yesterday'],
    ['as_of', '2026-13-01'],
    ['project_id', ''],
  ])('%s=%s is rejected with its location', async (name, value) => {
    expect(await problem('documents', { project_id: 'p1', [name]: value })).toEqual({
      status: 422,
      loc: ['query', name],
    });
  });

  test('project_id is required, repeated parameters are rejected, as_of excludes deleted documents', async () => {
    expect(await problem('documents', {})).toEqual({ status: 422, loc: ['query', 'project_id'] });
    const repeated = await fetch(`${service.baseUrl}/api/v1/documents?project_id=p1&page=1&page=2`, {
      headers: { authorization: `Bearer ${tokens.service}` },
    });
    expect(repeated.status).toBe(422);
    const both = { project_id: 'p1', as_of: '2026-03-01', is_deleted: 'true' };
    expect(await problem('documents', both)).toEqual({ status: 422, loc: ['query', 'is_deleted'] });
  });

  test('bounds are accepted, unknown parameters are ignored', async () => {
    const bounds = { size: '100', page: '1', image_expiration: '1', unknown: 'x', organization_id: 'o1' };
    expect((await list(bounds)).total).toBe(6);
  });
});

/** Without an index, a search without a project reads the registers of all projects. */
describe.each(['registers', 'the index'])('search-documents by %s', (source) => {
  beforeAll(async () => {
    if (source === 'registers') return;
    const tools = {
      owner: 'test',
      embedder: embedder(),
      piecesOf: async () => [],
      until: Date.now() + 60_000,
      signal: AbortSignal.timeout(60_000),
    };
    for (const organization of ['o1', 'o2']) await searchIndex(environment()).rebuild(organization, tools);
  });

  test('matches title, description and reference case-insensitively, newest upload first', async () => {
    expect(await found({ query: 'PLAN', project_id: 'p1', sort_by: 'title', sort_order: 'asc' })).toEqual([
      ...['Column plan', 'Tower plan A', 'Tower plan B'],
    ]);
    expect(await found({ query: 'ref-77' })).toEqual([null]);
    expect(await found({ query: 'level ONE', project_id: 'p1', limit: '100' })).toHaveLength(6);
    expect(await found({ query: 'planet' })).toEqual([]);
    expect(await found({ query: 'plans of towers', project_id: 'p1' })).toEqual(await found({ query: 'tower plan' }));
    expect(await found({ query: 'tower plan' })).toHaveLength(2);
    expect(await found({ query: 'Deleted' })).toEqual([]);
  });

  test.each<[string, Query, (string | null)[]]>([
    ['status', { status: 'approved' }, ['anchor detail']],
    ['category', { category: 'steel' }, ['anchor detail']],
    ['type', { document_type: 'schedule' }, ['Beam schedule']],
    ['user', { uploaded_by: 'nobody' }, []],
    ['dates', { start_date: '2026-03-03', end_date: '2026-03-04' }, ['Column plan', null]],
    ['skip and limit', { sort_by: 'created_at', skip: '1', limit: '2' }, ['Tower plan A', null]],
  ])('filters by %s', async (_name, query, expected) => {
    expect(
      await found({
        project_id: 'p1',
        sort_by: 'title',
        sort_order: 'asc',
        ...query,
        ...(query.skip && { sort_order: 'desc' }),
      }),
    ).toEqual(expected);
  });

  test('without a project searches all projects that the caller sees, in one order', async () => {
    const query = { query: 'plan', sort_by: 'created_at', limit: '3' };
    expect(await found(query)).toEqual(['Tower plan B', 'Bridge plan', 'Tower plan A']);
    expect(await found({ ...query, skip: '1', limit: '1' })).toEqual(['Bridge plan']);
    expect(await found(query, tokens.viewer)).toEqual(['Tower plan B', 'Tower plan A', 'Column plan']);
    expect(await found(query, tokens.stranger)).toEqual([]);
    expect(await found(query, tokens.foreigner)).toEqual([]);
  });

  test('returns content on request only', async () => {
    const query = { query: 'anchor detail', project_id: 'p1' };
    const [bare] = (await get<ListItem[]>('documents/search', query, tokens.service)).body;
    expect(bare).not.toHaveProperty('content');
    expect(bare?.metadata).not.toHaveProperty('content');
    const [whole] = (await get<ListItem[]>('documents/search', { ...query, include_content: 'true' }, tokens.service))
      .body;
    expect(whole).toMatchObject({ content: 'bolts and plates', metadata: { content: 'bolts and plates' } });
  });

  test.each<[string, string]>([
    ['skip', '-1'],
    ['limit', '0'],
    ['limit', '101'],
    ['sort_by', 'size'],
    ['include_content', 'x'],
    ['start_date', '1'],
    ['query', 'x'.repeat(513)],
    ['document_type', 'x'],
  ])('%s=%s is rejected with its location', async (name, value) => {
    expect(await problem('documents/search', { [name]: value })).toEqual({ status: 422, loc: ['query', name] });
  });
});

describe('access', () => {
  test.each(['documents', 'documents/search'])(
    '%s answers missing, foreign and closed projects alike',
    async (path) => {
      const missing = await get(path, { project_id: 'no-such' }, tokens.service);
      const closed = await get(path, { project_id: 'p2' }, tokens.viewer);
      const foreign = await get(path, { project_id: 'p1' }, tokens.foreigner);
      expect(missing.status).toBe(404);
      // Only the request ids differ.
      const told = ({ text }: { text: string }) => ({ ...JSON.parse(text), request_id: undefined });
      expect([told(closed), told(foreign)]).toEqual([told(missing), told(missing)]);
      expect([closed.status, foreign.status]).toEqual([404, 404]);
      const open = await get(path, { project_id: 'p1' }, tokens.viewer);
      expect(open.status).toBe(200);
    },
  );

  test.each(['documents', 'documents/search'])('%s rejects another organization', async (path) => {
    const { status } = await get(path, { project_id: 'p1', organization_id: 'o2' }, tokens.service);
    expect(status).toBe(403);
  });
});
