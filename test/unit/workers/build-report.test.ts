import { expect, test, vi } from 'vitest';
import { handle as buildReport } from '../../../functions/workers/build-report.ts';

test('a report that runs out of time amid its rows stops reading, stores nothing and is released', async () => {
  const standing = {
    ...{ id: 'r', report_id: 'r', organization_id: 'o', project_id: 'p', type: 'task_status', format: 'csv' },
    ...{ title: null, from: null, to: null, status: 'queued', attempts: 1, lease: null, record_version: 1 },
    requested_by: { _id: 'ann', name: 'Ann', email: null, company: null },
  };
  const over = new AbortController();
  const change = vi.fn(async (_organization: string, _id: string, to: object, _guard: object) => ({
    ...standing,
    ...to,
  }));
  const putFile = vi.fn();
  let pages = 0;
  const list = async () => {
    if (++pages === 2) over.abort(new Error('The time is over'));
    const records = Array.from({ length: 100 }, (_, i) => ({ id: `t${pages}-${i}`, title: 'Task', document_ids: [] }));
    return { records, cursor: pages < 50 ? `${pages}` : undefined };
  };
  const ports = {
    'reports.read': { get: async () => standing },
    'reports.write': {
      change,
      leaseExtension: async () => 0,
      extendLease: async () => true,
      dropLease: async () => {},
    },
    'projects.read': { get: async () => ({ name: 'Harbour' }) },
    'tasks.read': { list },
    'files.write': { putFile },
  };
  const run = {
    ...{ now: new Date(), deadline: Date.now() + 60_000, requestId: 'q', signal: over.signal },
    delivery: { messageId: 'm', attempt: 1, last: false },
  };
  const built = buildReport({ organization_id: 'o', report_id: 'r' }, ports as never, run as never);
  await expect(built).rejects.toThrow('The time is over');
  expect(pages).toBe(2);
  expect(putFile).not.toHaveBeenCalled();
  expect(
    change.mock.calls.map(([, , { lease }]: [string, string, { lease?: object | null }, object]) => !!lease),
  ).toEqual([true, false]);
});
