import { expect, test } from 'vitest';
import { filenameOf, reportHeading } from '../../../functions/workers/build-report/heading.ts';
import { tableSources } from '../../../functions/workers/build-report/tables/index.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { MemoryRegister } from '../../../shared/domain/register/memory-register.ts';
import type { RegisterLine } from '../../../shared/domain/register/register-line.ts';
import type { ReportRecord } from '../../../shared/domain/reports/report.ts';
import { writeSheetLines } from '../../../shared/domain/sheets/sheet-lines.ts';

const report = (given: Partial<ReportRecord> = {}) =>
  ({
    ...{ organization_id: 'o', project_id: 'p', type: 'drawing_changes', format: 'csv', title: 'Changes' },
    ...{ from: null, to: null, ...given },
  }) as ReportRecord;

/** The rows of a type of report, each by the keys of its columns. */
const rowsOf = async (type: ReportRecord['type'], ports: object, given: Partial<ReportRecord> = {}) => {
  const { columns, rows } = await tableSources[type](report({ type, ...given }), ports as never);
  const found: Record<string, unknown>[] = [];
  for await (const row of rows) found.push(Object.fromEntries(columns.map(({ key }, i) => [key, row[i]])));
  return found;
};

const sheet = (page: number, sheet_number: string | null, revision: string | null = null) => ({
  ...{ page, sheet_number, title: null, revision, date: null, scale: '1:50' },
  confidence: { sheet_number: 0.9, title: 0, revision: 0, date: 0, scale: 0 },
});
const document = (id: string, given: Partial<DocumentRecord> = {}) => ({
  ...{ document_id: id, document_reference: id, title: `Title ${id}`, document_type: 'DRAWING', revision: 'B' },
  ...{ is_latest: true, is_deleted: false, status: 'draft', category: null, filename: `${id}.pdf`, file_size: 7 },
  ...{ uploaded_at: '2026-03-01T00:00:00.000Z', uploaded_by: { _id: 'u1', name: null }, sheets: [], ...given },
});
const portsWith = (documents: ReturnType<typeof document>[]) => {
  const register = new MemoryRegister();
  for (const { document_id, document_type, sheets } of documents) {
    register.put({
      ...{ document_id, title: null, description: null, document_reference: document_id, status: null },
      ...{ processing_status: null, document_type, category: null, filename: null, file_size: null },
      ...{ uploaded_by: null, created_at: '2026-03-01', updated_at: '2026-03-01', uploaded_at: null },
      ...{ is_deleted: false, deleted_at: null, revision_root: document_id },
      sheet_lines: writeSheetLines(sheets),
    } as RegisterLine);
  }
  return {
    'register.read': { read: async () => register },
    'sheet-corrections.read': { entries: async () => [] },
    'documents.read': {
      getMany: async (_: string, ids: string[]) => ids.map((id) => documents.find((one) => one.document_id === id)),
    },
  };
};

test('a register of documents states which are the latest, and who uploaded them', async () => {
  const documents = [
    document('b', { is_latest: false }),
    document('a', { uploaded_by: { _id: 'u1', name: 'Ann', email: null, company: null }, document_type: 'OTHER' }),
    document('c', { is_deleted: true }),
    document('d', { sheets: [sheet(1, 'A-1', 'A')] as never }),
    document('e', { sheets: [sheet(1, 'A-1', 'B')] as never }),
  ];
  const rows = await rowsOf('document_register', portsWith(documents));
  expect(rows.map((row) => [row.document_id, row.is_latest, row.uploaded_by])).toEqual([
    ['a', 'yes', 'Ann'],
    ['b', 'no', 'u1'],
    ['d', 'no', 'u1'],
    ['e', 'yes', 'u1'],
  ]);
});

test('a register of drawings has the sheets of the latest documents', async () => {
  const documents = [
    document('other', { document_type: 'OTHER' }),
    document('old', { is_latest: false }),
    document('gone', { is_deleted: true }),
    document('unread'),
    document('set', { sheets: [{ ...sheet(1, 'A-1', 'C'), title: 'Ground floor' }, sheet(2, null)] as never }),
    document('single', { document_reference: null, revision: null, sheets: [sheet(1, 'S-1', 'D')] as never }),
    document('told', { sheets: [sheet(1, 'T-9', 'Z')] as never }),
    document('later', { sheets: [sheet(1, 'A-1', 'B'), sheet(2, 'S-1', 'C')] as never }),
  ];
  const rows = await rowsOf('drawing_register', portsWith(documents));
  expect(rows.map((row) => [row.document_id, row.sheet_number, row.revision, row.page, row.scale])).toEqual([
    ['set', 'A-1', 'C', 1, '1:50'],
    ['set', 'set', 'B', 2, '1:50'],
    ['single', 'S-1', 'D', 1, '1:50'],
    ['told', 'told', 'B', 1, '1:50'],
    ['unread', 'unread', 'B', null, null],
  ]);
  const titles = ['Ground floor', 'Title set', 'Title single', 'Title told', 'Title unread'];
  expect(rows.map((row) => row.sheet_title)).toEqual(titles);
});

const comparison = (id: string, created_at: string, given: object = {}) => ({
  ...{ id, created_at, status: 'ready', result_path: id, error: null },
  ...{ original_drawing_number: 'A-1', comparison_drawing_number: null },
  ...{ original_drawing_revision: 'A', comparison_drawing_revision: 'B', ...given },
});
const changed = (description: string) => ({
  page: 1,
  kind: 'text_added',
  description,
  difference_rating: 3,
  cost_effect: 0,
});

test('a report of changes has the comparisons of its period, both ends included, across pages', async () => {
  const results: Record<string, unknown[]> = { late: [], second: [changed('one'), changed('two')], first: [] };
  const pages = [
    [comparison('late', '2026-03-05'), comparison('failed', '2026-03-04', { status: 'failed', error: 'unreadable' })],
    [comparison('second', '2026-03-03'), comparison('busy', '2026-03-02', { status: 'running' })],
    [comparison('first', '2026-03-01'), comparison('early', '2026-02-28')],
  ];
  const ports = {
    'comparisons.read': {
      list: async (_: string, { cursor = '0' }: { cursor?: string }) => ({
        records: pages[Number(cursor)],
        cursor: Number(cursor) < 2 ? String(Number(cursor) + 1) : null,
      }),
    },
    'files.read': { bytes: async (path: string) => Buffer.from(JSON.stringify({ items: results[path] })) },
  };
  const rows = await rowsOf('drawing_changes', ports, { from: '2026-03-01', to: '2026-03-04' });
  expect(rows.map((row) => [row.comparison_id, row.item, row.description, row.difference_rating])).toEqual([
    ['failed', null, 'Not compared: unreadable', null],
    ['second', 1, 'one', 3],
    ['second', 2, 'two', 3],
    ['busy', null, 'Not compared yet', null],
    ['first', null, 'No changes', null],
  ]);
  expect(rows[1]).toMatchObject({ drawing_number: 'A-1', from_revision: 'A', to_revision: 'B', kind: 'text_added' });
  const early = await rowsOf('drawing_changes', { ...ports, 'files.read': { bytes: async () => '{"items":[]}' } });
  expect(early.map((row) => row.comparison_id)).toEqual(['late', 'failed', 'second', 'busy', 'first', 'early']);
});

test('a report of tasks has all of them, across pages', async () => {
  const task = (id: string, given: object = {}) => ({
    ...{
      id,
      title: id,
      status: 'open',
      priority: 'low',
      assignee_email: null,
      assignee_id: 'ann',
      document_ids: ['d'],
    },
    ...given,
  });
  const list = async (_: string, { cursor }: { cursor?: string }) =>
    cursor
      ? { records: [task('b', { assignee_email: 'b@x.example' })], cursor: null }
      : { records: [task('a')], cursor: 'x' };
  const rows = await rowsOf('task_status', { 'tasks.read': { list } });
  expect(rows.map((row) => [row.task_id, row.assignee, row.documents])).toEqual([
    ['a', 'ann', 1],
    ['b', 'b@x.example', 1],
  ]);
});

test.each<[Partial<ReportRecord>, string | null]>([
  [{ type: 'task_status', from: '2026-03-01T00:00:00Z' }, null],
  [{}, 'All comparisons'],
  [{ from: '2026-03-01T00:00:00Z' }, 'Compared from 2026-03-01 on'],
  [{ to: '2026-03-04T00:00:00Z' }, 'Compared up to 2026-03-04'],
  [{ from: '2026-03-01T00:00:00Z', to: '2026-03-04T00:00:00Z' }, 'Compared from 2026-03-01 to 2026-03-04'],
])('the heading of %j states the period: %s', (given, period) => {
  const heading = reportHeading(report(given), 'Łódź: North/South', new Date('2026-03-12T19:03:10Z'));
  expect(heading).toEqual({
    title: 'Changes',
    project: 'Łódź: North/South',
    period,
    madeAt: '2026-03-12T19:03:10.000Z',
  });
  expect(filenameOf(report(given), heading)).toBe('Łódź_ North_South - Changes - 2026-03-12.csv');
});
