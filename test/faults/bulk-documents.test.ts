import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Caller } from '../../shared/domain/access/caller.ts';
import { newDocument } from '../../shared/domain/documents/new-document.ts';
import type { Ports } from '../../shared/ports.ts';
import { createProject } from '../support/documents.ts';
import { workerPorts } from '../support/run-worker.ts';
import { type Interposer, interposed, refusal, stopInterposing } from '../support/sdk-calls.ts';
import { type Service, startService } from '../support/service.ts';
import { type Call, callerOf } from './support/race.ts';

/** Extra milliseconds for each request to DynamoDB, about the latency in the cloud. */
const LATENCY = 8;
/** The most documents of one request, and how many of their transactions are throttled for the whole request. */
const MOST = 500;
const isThrottled = (i: number): boolean => i % 100 === 50;

let service: Service;
let ports: Ports;
let call: Call;
let project: string;
beforeAll(async () => {
  service = await startService({}, { idle: true, limited: true });
  ports = await workerPorts(['documents.write', 'documents.read']);
  project = await createProject(await service.as({ role: 'manager' }));
  call = callerOf(service, await service.token({ role: 'manager' }));
});
afterAll(async () => {
  stopInterposing();
  await service.end();
});

const documents = async (): Promise<string[]> => {
  const ids = Array.from({ length: MOST }, () => crypto.randomUUID());
  const caller = { subject: 'ann', organizationId: 'acme', name: 'Ann', email: null, company: null } as Caller;
  for (let start = 0; start < MOST; start += 10) {
    const some = ids.slice(start, start + 10).map((document_id) =>
      ports['documents.write'].create(
        newDocument(caller, new Date(), {
          ...{ document_id, project_id: project, filename: 'a.dwg', write_id: document_id },
          ...{ store_path: `files/acme/${document_id}`, processing_status: 'ACCEPTED' },
        }),
      ),
    );
    await Promise.all(some);
  }
  return ids;
};

interface Result {
  status: number;
  error: { code: string } | null;
}

test.each([
  [
    'update-documents',
    (ids: string[]) => ({ documents: ids.map((document_id) => ({ document_id, title: 'Changed' })) }),
  ],
  ['delete-documents', (document_ids: string[]) => ({ document_ids })],
])(
  '%s of 500 documents changes all but the throttled ones, which have a 503 and can be sent again',
  async (operation, bodyOf) => {
    const ids = await documents();
    const throttled = ids.filter((_, i) => isThrottled(i));
    let requests = 0;
    // Retries do not wait.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => random.mockRestore());
    const slow: Interposer = async ({ service: to, operation: what, body }, send) => {
      requests++;
      await new Promise((resolve) => setTimeout(resolve, LATENCY));
      const isHit = to === 'DynamoDB' && what === 'TransactWriteItems' && throttled.some((id) => body.includes(id));
      return isHit ? refusal('DynamoDB', 'ProvisionedThroughputExceededException', 400) : send();
    };
    const at = performance.now();
    const reply = await interposed(slow, () => call(operation, { body: bodyOf(ids) }));
    const milliseconds = Math.round(performance.now() - at);
    const { results, succeeded, failed } = reply.body as {
      results: Result[];
      succeeded: number;
      failed: number;
    };
    console.log(`${operation}: ${milliseconds} ms, ${requests} requests`);

    expect([reply.status, succeeded, failed]).toEqual([200, MOST - throttled.length, throttled.length]);
    expect(results.flatMap(({ status, error }, i) => (status === 200 ? [] : [[ids[i], status, error?.code]]))).toEqual(
      throttled.map((id) => [id, 503, 'unavailable']),
    );
    // Three for each change, four for each deletion; the rest are retries of the throttled ones.
    expect(requests / MOST).toBeLessThan(4.5);

    const rest = (await call(operation, { body: bodyOf(throttled) })).body;
    expect([rest.succeeded, rest.failed]).toEqual([throttled.length, 0]);
    const records = await ports['documents.read'].getMany('acme', throttled);
    expect(records.map((record) => record?.is_deleted || record?.title)).toEqual(
      throttled.map(() => (operation === 'delete-documents' ? true : 'Changed')),
    );
  },
);
