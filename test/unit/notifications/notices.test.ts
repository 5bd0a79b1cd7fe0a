import { describe, expect, test } from 'vitest';
import type { ComparisonRecord } from '../../../shared/domain/comparisons/comparison.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import {
  comparisonNotices,
  documentNotices,
  reportNotices,
  taskNotices,
} from '../../../shared/domain/notifications/notices.ts';
import type { ReportRecord } from '../../../shared/domain/reports/report.ts';
import type { TaskRecord } from '../../../shared/domain/tasks/task.ts';

const user = (id: string) => ({ _id: id, name: id, email: `${id}@example.com`, company: null });
const [ann, bob, cleo] = [user('ann'), user('bob'), user('cleo')];
const task = (more: Partial<TaskRecord> = {}): TaskRecord => ({
  ...{ id: 't', organization_id: 'acme', project_id: 'p', title: 'Check', description: null, status: 'open' },
  ...{ priority: 'medium', due_date: null, assignee_id: 'bob', assignee_email: null, document_ids: [] },
  ...{
    location: null,
    became_due_at: null,
    created_by: ann,
    created_at: '',
    updated_at: '',
    record_version: 1,
    write_id: 'w',
  },
  ...more,
});
const said = (notices: ReturnType<typeof taskNotices>) =>
  notices.map(({ type, recipients }) => `${type}: ${recipients.map(({ id, email }) => id ?? email).join(', ')}`);

describe('a task', () => {
  test.each<[string, TaskRecord | undefined, TaskRecord, typeof ann | undefined, string[]]>([
    ['is created for somebody', undefined, task(), ann, ['task_assigned: bob']],
    ['is created for its creator', undefined, task({ assignee_id: 'ann' }), ann, []],
    ['is created for nobody', undefined, task({ assignee_id: null }), ann, []],
    [
      'is created for an address',
      undefined,
      task({ assignee_id: null, assignee_email: 'x@y.z' }),
      ann,
      ['task_assigned: x@y.z'],
    ],
    [
      'is created for the own address',
      undefined,
      task({ assignee_id: null, assignee_email: 'Ann@Example.com' }),
      ann,
      [],
    ],
    ['goes to somebody else', task(), task({ assignee_id: 'cleo' }), ann, ['task_assigned: cleo']],
    ['goes to somebody else by a third', task(), task({ assignee_id: 'ann' }), cleo, ['task_assigned: ann']],
    ['changes by its creator', task(), task({ status: 'done' }), ann, ['task_updated: bob']],
    ['changes by its assignee', task(), task({ status: 'done' }), bob, ['task_updated: ann']],
    ['changes by a third', task(), task({ status: 'done' }), cleo, ['task_updated: bob, ann']],
    ['is written as it was', task(), task({ updated_at: 'later' }), cleo, []],
    ['becomes due', task(), task({ became_due_at: 'now' }), undefined, ['task_due: bob']],
    [
      'becomes due without an assignee',
      task({ assignee_id: null }),
      task({ assignee_id: null, became_due_at: 'now' }),
      undefined,
      ['task_due: ann'],
    ],
    [
      'is put off',
      task({ became_due_at: 'now' }),
      task({ due_date: '2027-01-01T00:00:00.000Z' }),
      cleo,
      ['task_updated: bob, ann'],
    ],
  ])('that %s', (_, before, after, actor, expected) => {
    expect(said(taskNotices(before, after, actor))).toEqual(expected);
  });

  test('says what changed in a line for each field', () => {
    const before = task({ document_ids: ['a', 'b'] });
    const after = task({
      status: 'in_progress',
      due_date: '2026-12-24T23:59:59.999Z',
      description: 'x',
      document_ids: ['b', 'c', 'd'],
    });
    expect(taskNotices(before, after, cleo)[0]?.changes?.split('\n')).toEqual([
      'Status: open → in progress',
      'Due: none → 2026-12-24',
      'The description was changed',
      'Documents added: 2',
      'Documents removed: 1',
    ]);
  });
});

describe('a document', () => {
  const document = (processing_status: string, text_status: string | null = null, more = {}) =>
    ({
      document_id: 'd',
      processing_status,
      text_status,
      is_deleted: false,
      uploaded_by: bob,
      ...more,
    }) as DocumentRecord;
  test.each([
    ['is read', document('PROCESSING'), document('PROCESSED', 'complete'), ['document_processed: bob']],
    ['has scanned pages still to be read', document('PROCESSING'), document('PROCESSED', 'recognising'), []],
    [
      'has them read',
      document('PROCESSED', 'recognising'),
      document('PROCESSED', 'complete'),
      ['document_processed: bob'],
    ],
    [
      'has some of them read',
      document('PROCESSED', 'recognising'),
      document('PROCESSED', 'partial'),
      ['document_processed: bob'],
    ],
    ['is corrected later', document('PROCESSED', 'complete'), document('PROCESSED', 'complete'), []],
    ['fails', document('PROCESSING'), document('FAILED'), ['document_failed: bob']],
    ['is a duplicate', document('PROCESSING'), document('DUPLICATE'), []],
    ['was deleted meanwhile', document('PROCESSING'), document('PROCESSED', 'complete', { is_deleted: true }), []],
  ])('that %s', (_, before, after, expected) => {
    expect(said(documentNotices(before, after))).toEqual(expected);
  });
});

test('the mail about a task says that its location was changed, if it was', () => {
  const at = (page: number): NonNullable<TaskRecord['location']> => ({
    ...{ document_id: 'd', page, bounding_box: null, sheet_key: null },
  });
  const lines = (before: TaskRecord['location'], after: TaskRecord['location']) =>
    taskNotices(task({ location: before }), task({ location: after }), ann)[0]?.changes ?? null;
  expect([lines(null, at(1)), lines(at(1), at(2)), lines(at(2), null)]).toEqual(
    Array(3).fill('The location was changed'),
  );
  expect(lines(at(1), { ...at(1), sheet_key: 'A1' })).toBeNull();
});

test('the user who requested a comparison or a report is notified once it is ready', () => {
  const comparison = (status: string, requested_by: typeof ann | null = bob) =>
    ({ id: 'c', status, requested_by }) as ComparisonRecord;
  expect(said(comparisonNotices(comparison('running'), comparison('ready')))).toEqual(['comparison_completed: bob']);
  expect(comparisonNotices(comparison('ready'), comparison('ready'))).toEqual([]);
  expect(comparisonNotices(comparison('running'), comparison('failed'))).toEqual([]);
  expect(comparisonNotices(comparison('running', null), comparison('ready', null))).toEqual([]);
  const report = (status: string) => ({ id: 'r', status, created_by: bob }) as ReportRecord;
  expect(said(reportNotices(report('running'), report('ready')))).toEqual(['report_ready: bob']);
  expect(reportNotices(report('running'), report('failed'))).toEqual([]);
});
