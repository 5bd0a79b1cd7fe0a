import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import type { Ports } from '../../shared/ports.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { delivery, runWorker } from '../support/run-worker.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

/** Only the test runs workers. */
let service: Service;
let api: Api;
let project: string;
let ports: Pick<Ports, 'documents.read' | 'documents.write' | 'chunks.write' | 'queue.process'>;

beforeAll(async () => {
  service = await startService({ LEASE_SECONDS: '1', SWEEP_AFTER_SECONDS: '1' }, { idle: true });
  api = await service.as();
  project = await createProject(api);
  const { portsFor } = await import('../../shared/http/provide.ts');
  ports = portsFor(['documents.read', 'documents.write', 'chunks.write', 'queue.process']);
});
afterAll(() => service.end());

let made = 0;
const queued = async (): Promise<string> => {
  const content = new TextEncoder().encode(`document ${made++}`);
  return (await uploadForm(api, project, content, 'a.txt')).body.id;
};
const read = async (id: string) => (await ports['documents.read'].get('acme', id)) as DocumentRecord;

const deliver = (document_id: string, messageId: string, attempt = 1) =>
  runWorker(
    'process-document',
    delivery({ organization_id: 'acme', project_id: project, document_id }, messageId, attempt),
  );
const sweep = () => runWorker('sweep-documents', {});

test('a message delivered twice is processed once', async () => {
  const id = await queued();
  const stored = vi.spyOn(ports['chunks.write'], 'replace');
  const both = await Promise.all([deliver(id, 'same'), deliver(id, 'same')]);
  expect(both.map(({ batchItemFailures }) => batchItemFailures)).toEqual([[], []]);
  expect((await deliver(id, 'same', 2)).batchItemFailures).toEqual([]);
  expect(stored).toHaveBeenCalledTimes(1);
  expect(await read(id)).toMatchObject({ processing_status: 'PROCESSED', attempts: 1, lease: null });
  stored.mockRestore();
});

test('a worker that stalled and was replaced writes nothing any more', async () => {
  const id = await queued();
  const still = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const extend = vi.spyOn(ports['documents.write'], 'extendLease').mockImplementation(async () => true);
  const replace = vi.spyOn(ports['chunks.write'], 'replace').mockImplementationOnce(async () => {
    reached.resolve();
    await still.promise;
    return [];
  });
  const first = deliver(id, 'first');
  await reached.promise;
  expect(await read(id)).toMatchObject({ processing_status: 'PROCESSING', attempts: 1 });
  await eventually(async () => {
    await deliver(id, 'second');
    return (await read(id)).processing_status === 'PROCESSED' || undefined;
  });
  const finished = await read(id);
  expect(finished.attempts).toBe(2);
  still.resolve();
  expect((await first).batchItemFailures).toEqual([{ itemIdentifier: 'first' }]);
  expect(await read(id)).toEqual(finished);
  extend.mockRestore();
  replace.mockRestore();
});

test('a failing worker releases the document, and marks it FAILED with the last delivery', async () => {
  const id = await queued();
  const replace = vi.spyOn(ports['chunks.write'], 'replace').mockRejectedValue(new Error('throttled'));
  expect((await deliver(id, 'm', 1)).batchItemFailures).toHaveLength(1);
  expect((await read(id)).processing_status).toBe('PROCESSING');
  expect((await deliver(id, 'm', 2)).batchItemFailures).toHaveLength(1);
  expect((await deliver(id, 'm', 3)).batchItemFailures).toHaveLength(1);
  expect(await read(id)).toMatchObject({
    processing_status: 'FAILED',
    error_detail: { code: 'internal', attempts: 3 },
  });
  replace.mockRestore();
  const again = await api.call('POST', `/api/v1/documents/${id}/reprocess`);
  expect(again.status).toBe(202);
  await deliver(id, 'n');
  expect(await read(id)).toMatchObject({
    processing_status: 'PROCESSED',
    attempts: 1,
    error: null,
    error_detail: null,
  });
});

test('a file that differs from the announced one is not read', async () => {
  const id = await queued();
  const announced = { sha256: 'f'.repeat(64) };
  await ports['documents.write'].change('acme', project, id, announced, { writeId: 'announced', now: new Date() });
  const stored = vi.spyOn(ports['chunks.write'], 'replace');
  expect((await deliver(id, 'm')).batchItemFailures).toEqual([]);
  expect(stored).not.toHaveBeenCalled();
  expect(await read(id)).toMatchObject({
    processing_status: 'FAILED',
    error_detail: { code: 'checksum' },
    lease: null,
  });
  stored.mockRestore();
});

test('a lost message is sent again, each time after twice as long', async () => {
  const id = await queued();
  let sent = 0;
  const send = vi.spyOn(ports['queue.process'], 'send').mockImplementation(async ({ document_id }) => {
    if (document_id === id) sent++;
  });
  const start = Date.parse((await read(id)).queued_at as string);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
    send.mockRestore();
  });
  for (const [seconds, times] of [
    [0.8, 0],
    [1.5, 1],
    [2.7, 1],
    [3.4, 2],
    [6.5, 2],
    [7.1, 3],
  ] as const) {
    vi.setSystemTime(start + seconds * 1000);
    await sweep();
    expect([seconds, sent]).toEqual([seconds, times]);
  }
  vi.useRealTimers();
  await deliver(id, 'swept');
  expect((await read(id)).processing_status).toBe('PROCESSED');
});

test('a document whose worker has renewed its lease is left alone until it expires', async () => {
  const id = await queued();
  const { TRANSITIONS } = await import('../../shared/domain/documents/transitions.ts');
  const now = new Date();
  const lease = { owner: 'at work', until: now.getTime() };
  const guard = { transition: TRANSITIONS.start, addAttempt: true, writeId: 'at work', now };
  await ports['documents.write'].change('acme', project, id, { lease }, guard);
  await ports['documents.write'].extendLease('acme', id, { ...lease, until: now.getTime() + 60_000 });
  const send = vi.spyOn(ports['queue.process'], 'send').mockResolvedValue();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
    send.mockRestore();
  });
  const sent = () => send.mock.calls.some(([{ document_id }]) => document_id === id);
  vi.setSystemTime(now.getTime() + 50_000);
  await deliver(id, 'too early');
  await sweep();
  expect([sent(), (await read(id)).attempts]).toEqual([false, 1]);
  vi.setSystemTime(now.getTime() + 61_000);
  await sweep();
  expect(sent()).toBe(true);
  await deliver(id, 'in time');
  expect(await read(id)).toMatchObject({ processing_status: 'PROCESSED', attempts: 2 });
});

test('deleting a document ends its processing, and after its restoration the sweep queues it again', async () => {
  const id = await queued();
  const extend = vi.spyOn(ports['documents.write'], 'extendLease');
  const stillHeld = async () => {
    const answers = await Promise.all(extend.mock.results.map(({ value }) => value as Promise<boolean>));
    return !answers.includes(false);
  };
  const replace = vi.spyOn(ports['chunks.write'], 'replace').mockImplementationOnce(async () => {
    expect((await api.call('DELETE', `/api/v1/documents/${id}`)).status).toBe(200);
    await eventually(async () => !(await stillHeld()) || undefined);
    return [];
  });
  expect((await deliver(id, 'm')).batchItemFailures).toEqual([]);
  expect(await read(id)).toMatchObject({ processing_status: 'PROCESSING', is_deleted: true, chunks_count: 0 });
  extend.mockRestore();
  replace.mockRestore();
  expect((await deliver(id, 'another')).batchItemFailures).toEqual([]);
  expect(await read(id)).toMatchObject({ processing_status: 'PROCESSING', attempts: 1 });
  expect((await api.call('POST', `/api/v1/documents/${id}/restore`)).status).toBe(200);
  await eventually(async () => {
    await deliver(id, 'swept');
    return (await read(id)).processing_status === 'PROCESSED' || undefined;
  });
});

test('a document that killed its worker five times is abandoned', async () => {
  const id = await queued();
  for (let attempt = 1; attempt <= 5; attempt++) {
    const { TRANSITIONS } = await import('../../shared/domain/documents/transitions.ts');
    const now = new Date(Date.now() - 10_000);
    const lease = { lease: { owner: `dead ${attempt}`, until: now.getTime() } };
    const guard = { transition: TRANSITIONS.start, addAttempt: true, writeId: `dead ${attempt}`, now };
    await ports['documents.write'].change('acme', project, id, lease, guard);
  }
  await sweep();
  expect(await read(id)).toMatchObject({
    processing_status: 'FAILED',
    error: 'Processing was interrupted 5 times',
    error_detail: { code: 'interrupted', attempts: 5 },
    lease: null,
  });
});
