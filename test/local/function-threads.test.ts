import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FunctionThreads, ThreadStopped } from '../../infra/local/function-threads.ts';
import { FunctionTimeout, lambdaContext } from '../../infra/local/invoke.ts';
import { compared, createProject, processed, uploadForm } from '../support/documents.ts';
import { type Service, startService } from '../support/service.ts';
import { smallPlan } from '../support/small-plan.ts';

const WORKER = 'compare-drawings';
const REGION = 'eu-central-1';
const NOTHING = { Records: [] };
const context = (milliseconds = 600_000) => lambdaContext(WORKER, milliseconds, REGION);

let service: Service;
let threads: FunctionThreads;
beforeAll(async () => {
  const inThisThread = async () => {
    throw new Error('The comparison runs in the thread that answers requests');
  };
  service = await startService(
    {},
    {
      threads: true,
      wrap: ({ operations, workers }) => ({
        operations,
        workers: workers.map((each) => (each.worker.id === WORKER ? { ...each, handler: inThisThread } : each)),
      }),
    },
  );
});
afterAll(() => service.end());
beforeEach(() => {
  threads = new FunctionThreads(REGION);
  onTestFinished(() => threads.stop());
});

test('a thread answers as its handler does, one event after the other', async () => {
  const handler = threads.handlerOf(WORKER);
  for (const _event of [1, 2]) expect(await handler(NOTHING, context())).toEqual({ batchItemFailures: [] });
});

test('a thread fails with the reason if its worker cannot be loaded, or throws', async () => {
  await expect(threads.handlerOf('no-such-worker')(NOTHING, context())).rejects.toThrow('no-such-worker');
  await expect(threads.handlerOf(WORKER)({}, context())).rejects.toThrow('Records');
});

test("a thread ends with its function's timeout, and when the service stops", async () => {
  const handler = threads.handlerOf(WORKER);
  await expect(handler(NOTHING, context(1))).rejects.toThrow(FunctionTimeout);
  const stopped = expect(handler(NOTHING, context())).rejects.toThrow(ThreadStopped);
  threads.stop();
  await stopped;
});

test('the service compares drawings in a thread', async () => {
  const api = await service.as();
  const project = await createProject(api);
  const ids: string[] = [];
  for (const note of ['NOTE A', 'NOTE B']) {
    const { body } = await uploadForm(api, project, await smallPlan(note), `${note}.pdf`);
    await processed(api, body.id);
    ids.push(body.id);
  }
  const [original_document_id, comparison_document_id] = ids;
  const asked = { original_document_id, comparison_document_id };
  const { body } = await api.call('POST', '/api/v1/drawing-comparisons', asked);
  const { drawing_comparison } = await compared(api, body.drawing_comparison_id);
  expect(drawing_comparison).toMatchObject({ status: 'ready', error: null });
  expect(drawing_comparison.items).toHaveLength(1);
});

test('a service that stops ends its threads', async () => {
  const stop = vi.spyOn(FunctionThreads.prototype, 'stop');
  onTestFinished(() => stop.mockRestore());
  await service.end();
  expect(stop).toHaveBeenCalledOnce();
});
