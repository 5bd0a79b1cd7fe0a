import { describe, expect, test } from 'vitest';
import { inTaskOrder, type ListedTask, passes, type TaskFilter } from '../../../shared/domain/tasks/listing.ts';
import { awaitsDueDate, taskFields } from '../../../shared/domain/tasks/task.ts';

const DUE = '2026-03-12T23:59:59.999Z';
const task = (given: Partial<ListedTask> = {}): ListedTask => ({
  id: 'a',
  status: 'open',
  priority: 'high',
  assignee_id: 'ann',
  due_date: DUE,
  created_at: '2026-03-01T00:00:00.000Z',
  location: null,
  ...given,
});

test.each<[TaskFilter, boolean]>([
  [{}, true],
  [{ status: 'open', priority: 'high', assignee_id: 'ann', due_before: DUE, due_after: DUE }, true],
  [{ status: 'done' }, false],
  [{ priority: 'low' }, false],
  [{ assignee_id: 'bob' }, false],
  [{ due_before: '2026-03-12T23:59:59.998Z' }, false],
  [{ due_before: '2026-03-13T00:00:00.000Z' }, true],
  [{ due_after: '2026-03-13T00:00:00.000Z' }, false],
  [{ due_after: '2026-03-12T23:59:59.998Z' }, true],
])('%j matches the task: %s', (filter, expected) => {
  expect(passes(task(), filter)).toBe(expected);
});

test('a task without a due date matches no date bounds, one without an assignee no assignee', () => {
  const [undated, nobodys] = [task({ due_date: null }), task({ assignee_id: null })];
  expect([{}, { due_before: DUE }, { due_after: DUE }].map((filter) => passes(undated, filter))).toEqual([
    ...[true, false, false],
  ]);
  expect(passes(nobodys, { assignee_id: 'ann' })).toBe(false);
  expect(passes(nobodys, {})).toBe(true);
});

describe('tasks in order', () => {
  const ordered = (by: Parameters<typeof inTaskOrder>[0], order: 'asc' | 'desc', tasks: ListedTask[]) => {
    const there = [...tasks].sort(inTaskOrder(by, order)).map(({ id }) => id);
    expect(
      [...tasks]
        .reverse()
        .sort(inTaskOrder(by, order))
        .map(({ id }) => id),
    ).toEqual(there);
    return there.join('');
  };

  test('are sorted from the least urgent to the most, or the reverse', () => {
    const tasks = (['high', 'low', 'critical', 'medium'] as const).map((priority) =>
      task({ id: priority[0]!, priority }),
    );
    expect([ordered('priority', 'asc', tasks), ordered('priority', 'desc', tasks)]).toEqual(['lmhc', 'chml']);
  });

  test('without a due date come last in either direction, ties are sorted by id', () => {
    const due = (id: string, due_date: string | null) => task({ id, due_date });
    const tasks = [
      due('b', null),
      due('c', '2026-03-02'),
      due('a', null),
      due('d', '2026-03-01'),
      due('e', '2026-03-02'),
    ];
    expect([ordered('due_date', 'asc', tasks), ordered('due_date', 'desc', tasks)]).toEqual(['dceab', 'ecdba']);
  });

  test('created at the same time are sorted by id', () => {
    const tasks = ['b', 'a', 'c'].map((id) => task({ id }));
    expect([ordered('created_at', 'asc', tasks), ordered('created_at', 'desc', tasks)]).toEqual(['abc', 'cba']);
  });
});

test.each<[Partial<Parameters<typeof awaitsDueDate>[0]>, boolean]>([
  [{}, true],
  [{ status: 'in_progress' }, true],
  [{ status: 'blocked' }, true],
  [{ status: 'done' }, false],
  [{ status: 'cancelled' }, false],
  [{ due_date: null }, false],
  [{ became_due_at: DUE }, false],
])('with %j the due date is still ahead: %s', (given, expected) => {
  expect(awaitsDueDate({ due_date: DUE, became_due_at: null, status: 'open', ...given })).toBe(expected);
});

test('documents named twice count once, and at most forty are allowed', () => {
  expect(taskFields.document_ids.parse(['b', 'a', 'b'])).toEqual(['b', 'a']);
  const ids = Array.from({ length: 41 }, (_, i) => `d${i}`);
  expect([40, 41].map((count) => taskFields.document_ids.safeParse(ids.slice(0, count)).success)).toEqual([
    true,
    false,
  ]);
});
