import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ReportFormat } from '../../shared/domain/reports/report.ts';
import type { Ports } from '../../shared/ports.ts';
import { createProject } from '../support/documents.ts';
import { leftovers } from '../support/leftovers.ts';
import { delivery, runWorker } from '../support/run-worker.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

/** Only the test runs workers. */
let service: Service;
let api: Api;
let project: string;
let ports: Pick<Ports, 'reports.read' | 'queue.reports' | 'files.write'>;

const TASKS = 3;
const message = (report_id: string) => ({ organization_id: 'acme', report_id });
const deliver = (id: string, messageId: string, attempt = 1) =>
  runWorker('build-report', delivery(message(id), messageId, attempt));
/** Delivers to a process that is killed before or after it has stored the file. */
const deliverAndKill = async (id: string, moment: 'before' | 'after') => {
  const script = resolve(import.meta.dirname, 'killed-worker.ts');
  const event = JSON.stringify(delivery(message(id), `killed ${moment}`));
  const child = spawn(process.execPath, [script, 'build-report', event, moment], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  return child.pid as number;
};
const create = async (format: ReportFormat): Promise<string> => {
  const { body } = await api.call('POST', '/api/v1/reports', { project_id: project, type: 'task_status', format });
  return body.id;
};
const stored = (id: string) => ports['reports.read'].get('acme', id);
/** Without leases, which expire. */
/** What is left of a report, except leases, which expire, and its events, which outlive it. */
const left = async (id: string) => (await leftovers('acme', id)).filter((key) => !/ LEASE#|#OUTBOX /.test(key));
const objects = async (id: string) => (await left(id)).filter((key) => key.startsWith('derived/'));
const foldersOf = async (pid: number) => (await readdir(tmpdir())).filter((name) => name.includes(`-work-${pid}-`));

beforeAll(async () => {
  service = await startService({ LEASE_SECONDS: '1', SWEEP_AFTER_SECONDS: '1' }, { idle: true });
  api = await service.as();
  project = await createProject(api);
  for (let i = 0; i < TASKS; i++) await api.call('POST', '/api/v1/tasks', { project_id: project, title: `Task ${i}` });
  const { portsFor } = await import('../../shared/http/provide.ts');
  ports = portsFor(['reports.read', 'queue.reports', 'files.write']);
});
afterAll(() => service.end());

test.each(['before', 'after'] as const)(
  'a report whose worker is killed %s its file is stored is completed, with nothing left over',
  async (moment) => {
    const id = await create('json');
    const pid = await deliverAndKill(id, moment);
    expect(await foldersOf(pid)).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ status: 'running', attempts: 1, file_path: null });
    expect((await api.call('GET', `/api/v1/reports/${id}/download`)).status).toBe(409);

    const sent = vi.spyOn(ports['queue.reports'], 'send').mockResolvedValue();
    await eventually(async () => {
      await runWorker('sweep-reports', {});
      return sent.mock.calls.some(([{ report_id }]) => report_id === id) || undefined;
    });
    sent.mockRestore();
    expect((await deliver(id, 'again')).batchItemFailures).toEqual([]);
    const ready = await stored(id);
    expect(ready).toMatchObject({ status: 'ready', attempts: 2, lease: null, row_count: TASKS });
    const { download_url } = (await api.call('GET', `/api/v1/reports/${id}/download`)).body;
    const text = await (await fetch(download_url)).text();
    expect(JSON.parse(text).rows).toHaveLength(TASKS);
    expect(Buffer.byteLength(text)).toBe(ready?.file_size);
    expect(await objects(id)).toEqual([ready?.file_path]);
    const { removeLeftovers } = await import('../../shared/temporary-folder.ts');
    await removeLeftovers();
    expect(await foldersOf(pid)).toEqual([]);
  },
);

test('a file stored by a killed worker is removed with its report', async () => {
  const id = await create('csv');
  await deliverAndKill(id, 'after');
  expect(await objects(id)).toHaveLength(1);
  expect((await api.call('DELETE', `/api/v1/reports/${id}`)).status).toBe(204);
  expect(await left(id)).toEqual([]);
});

test('a report deleted while it is being made leaves nothing behind', async () => {
  const id = await create('pdf');
  const putFile = ports['files.write'].putFile;
  const storing = vi.spyOn(ports['files.write'], 'putFile').mockImplementationOnce(async (...given) => {
    expect((await api.call('DELETE', `/api/v1/reports/${id}`)).status).toBe(204);
    return putFile(...given);
  });
  expect((await deliver(id, 'deleted')).batchItemFailures).toEqual([]);
  expect(storing).toHaveBeenCalledOnce();
  storing.mockRestore();
  expect(await left(id)).toEqual([]);
});

test('a report whose file cannot be stored is released, and marked FAILED with the last delivery', async () => {
  const id = await create('xlsx');
  const storing = vi.spyOn(ports['files.write'], 'putFile').mockRejectedValue(new Error('throttled'));
  for (const attempt of [1, 2]) {
    expect((await deliver(id, 'failing', attempt)).batchItemFailures).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ status: 'running', attempts: attempt, lease: null });
  }
  expect((await deliver(id, 'failing', 3)).batchItemFailures).toHaveLength(1);
  storing.mockRestore();
  expect(await stored(id)).toMatchObject({
    ...{ status: 'failed', error: 'The report failed', lease: null, file_path: null },
    error_detail: { code: 'internal', attempts: 3 },
  });
  expect(await objects(id)).toEqual([]);
});
