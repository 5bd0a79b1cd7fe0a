import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Ports } from '../../shared/ports.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { delivery, runWorker } from '../support/run-worker.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';
import { smallPlan } from '../support/small-plan.ts';

/** Only the test runs workers. */
let service: Service;
let api: Api;
let project: string;
let pair: string[];
let ports: Pick<Ports, 'comparisons.read' | 'comparisons.write' | 'queue.compare' | 'files.write'>;

const deliver = (comparison_id: string, messageId: string, attempt = 1) =>
  runWorker('compare-drawings', delivery({ organization_id: 'acme', comparison_id }, messageId, attempt));
const create = async (): Promise<string> => {
  const [original_document_id, comparison_document_id] = pair;
  const body = { original_document_id, comparison_document_id };
  return (await api.call('POST', '/api/v1/drawing-comparisons', body)).body.drawing_comparison_id;
};
const stored = async (id: string) => await ports['comparisons.read'].get('acme', id);

beforeAll(async () => {
  service = await startService({ LEASE_SECONDS: '1', SWEEP_AFTER_SECONDS: '1' }, { idle: true });
  api = await service.as();
  project = await createProject(api);
  pair = [];
  for (const note of ['SEAL JOINT A', 'SEAL JOINT B']) {
    const bytes = await smallPlan(note);
    const { id } = (await uploadForm(api, project, bytes)).body;
    await runWorker(
      'process-document',
      delivery({ organization_id: 'acme', project_id: project, document_id: id }, id),
    );
    pair.push(id);
  }
  const { portsFor } = await import('../../shared/http/provide.ts');
  ports = portsFor(['comparisons.read', 'comparisons.write', 'queue.compare', 'files.write']);
});
afterAll(() => service.end());

test('the sweep recovers from a lost message and a dead worker, and the work is done once', async () => {
  const id = await create();
  const sent = vi.spyOn(ports['queue.compare'], 'send').mockResolvedValue();
  const owner = { owner: 'dead', until: Date.now() + 300 };
  const { COMPARISON_TRANSITIONS } = await import('../../shared/domain/comparisons/comparison.ts');
  const guard = { transition: COMPARISON_TRANSITIONS.start, writeId: 'dead', now: new Date(), addAttempt: true };
  await ports['comparisons.write'].change('acme', id, { lease: owner }, guard);

  await eventually(async () => {
    await runWorker('sweep-comparisons', {});
    return sent.mock.calls.length > 0 || undefined;
  });
  const before = sent.mock.calls.length;
  await runWorker('sweep-comparisons', {});
  expect(sent.mock.calls.length, 'it does not repeat that immediately').toBe(before);
  sent.mockRestore();

  const both = await Promise.all([deliver(id, 'same'), deliver(id, 'same')]);
  expect(both.map(({ batchItemFailures }) => batchItemFailures)).toEqual([[], []]);
  expect(await stored(id)).toMatchObject({ status: 'ready', attempts: 2, lease: null });
  await runWorker('sweep-comparisons', {});
  expect((await stored(id))?.status).toBe('ready');
  expect((await api.call('DELETE', `/api/v1/drawing-comparisons/${id}`)).status).toBe(200);
});

test('a failing comparison is released, and marked FAILED with the last delivery', async () => {
  const id = await create();
  const put = vi.spyOn(ports['files.write'], 'put').mockRejectedValue(new Error('throttled'));
  for (const attempt of [1, 2]) {
    expect((await deliver(id, 'failing', attempt)).batchItemFailures).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ status: 'running', attempts: attempt });
  }
  expect((await deliver(id, 'failing', 3)).batchItemFailures).toHaveLength(1);
  expect(await stored(id)).toMatchObject({
    ...{ status: 'failed', error: 'The comparison failed', lease: null },
    error_detail: { code: 'internal', attempts: 3 },
  });
  put.mockRestore();
  expect((await api.call('DELETE', `/api/v1/drawing-comparisons/${id}`)).status).toBe(200);
});

test('a comparison deleted while it is being made leaves nothing behind', async () => {
  const id = await create();
  const put = ports['files.write'].put;
  const paths = new Set<string>();
  let deleted = false;
  const storing = vi.spyOn(ports['files.write'], 'put').mockImplementation(async (path, bytes, mimeType) => {
    paths.add(path);
    await put(path, bytes, mimeType);
    if (deleted) return;
    deleted = true;
    expect((await api.call('DELETE', `/api/v1/drawing-comparisons/${id}`)).status).toBe(200);
  });
  expect((await deliver(id, 'deleted')).batchItemFailures).toEqual([]);
  storing.mockRestore();
  expect(paths.size).toBeGreaterThan(3);
  const { adapter } = await import('../../shared/aws/adapters/files.read.ts');
  const { environment } = await import('../../shared/environment.ts');
  const files = adapter(environment());
  expect(await Promise.all([...paths].map((path) => files.head(path)))).toEqual([...paths].map(() => undefined));
  expect(await stored(id)).toBeUndefined();
});

test('a comparison whose worker died too often is marked FAILED, and starts afresh on another request', async () => {
  const id = await create();
  for (let attempt = 1; attempt <= 5; attempt++) {
    const { COMPARISON_TRANSITIONS } = await import('../../shared/domain/comparisons/comparison.ts');
    const lease = { owner: `dead ${attempt}`, until: Date.now() - 1 };
    const guard = { transition: COMPARISON_TRANSITIONS.start, writeId: `dead ${attempt}`, now: new Date() };
    await ports['comparisons.write'].change('acme', id, { lease }, { ...guard, addAttempt: true });
  }
  const given = await eventually(async () => {
    await runWorker('sweep-comparisons', {});
    const now = await stored(id);
    return now?.status === 'failed' ? now : undefined;
  });
  expect(given.error).toBe('The comparison was interrupted 5 times');
  expect(await create()).toBe(id);
  expect(await stored(id)).toMatchObject({ status: 'queued', attempts: 0, error: null });
});
