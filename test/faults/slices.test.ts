import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { lambdaContext } from '../../infra/local/invoke.ts';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { processingRun } from '../../shared/domain/documents/processing-run.ts';
import type { Ports } from '../../shared/ports.ts';
import type { SentMessage } from '../../shared/queue/messages.ts';
import { slicesOwner } from '../../shared/queue/slices.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { drawPdf } from '../support/draw-pdf.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

/** Only the test runs workers. */
let service: Service;
let api: Api;
let project: string;
let ports: Pick<
  Ports,
  | 'documents.read'
  | 'documents.write'
  | 'chunks.write'
  | 'slices.write'
  | 'files.read'
  | 'files.write'
  | 'queue.process'
  | 'queue.slices'
>;

type Message = SentMessage<'process'> & Partial<SentMessage<'slices'>>;
const PAGES = 40;

beforeAll(async () => {
  service = await startService({ LEASE_SECONDS: '1', SWEEP_AFTER_SECONDS: '1', SLICE_SECONDS: '600' }, { idle: true });
  api = await service.as();
  project = await createProject(api);
  const { portsFor } = await import('../../shared/http/provide.ts');
  ports = portsFor([
    ...(['documents.read', 'documents.write', 'chunks.write', 'slices.write', 'files.read', 'files.write'] as const),
    ...(['queue.process', 'queue.slices'] as const),
  ]);
});
afterAll(() => service.end());

const run = async (id: string, event: unknown): Promise<{ batchItemFailures: unknown[] }> => {
  const { workers } = await import('../../functions/workers/registry.ts');
  const handler = workers.find(({ worker }) => worker.id === id)?.handler as (
    event: unknown,
    context: Context,
  ) => Promise<{ batchItemFailures: unknown[] }>;
  return handler(event, lambdaContext(id, 600_000, 'eu-central-1'));
};
let delivered = 0;
const deliver = async (message: Message, attempt = 1): Promise<number> => {
  const record = { messageId: `m${delivered++}`, body: JSON.stringify(message), receiptHandle: 'r' };
  const attributes = { ApproximateReceiveCount: String(attempt) };
  const worker = message.slice ? 'process-slice' : 'process-document';
  return (await run(worker, { Records: [{ ...record, attributes }] })).batchItemFailures.length;
};

/** Captures the messages that the workers send, for the test to deliver. */
const sent = (): Message[] => {
  const messages: Message[] = [];
  const send = vi.spyOn(ports['queue.slices'], 'send').mockImplementation(async (message) => {
    messages.push(message);
  });
  onTestFinished(() => send.mockRestore());
  return messages;
};

let made = 0;
const upload = async (): Promise<Message> => {
  const seed = made++;
  const pages = Array.from({ length: PAGES }, (_, i) => ({
    ...{ width: 200, height: 220 },
    draw: (pdf: PDFKit.PDFDocument) =>
      void pdf.fontSize(8).text(`set ${seed} has on this its page the number ${i + 1} of them`, 10, 10),
  }));
  const { body } = await uploadForm(api, project, await drawPdf(pages), 'set.pdf');
  return { organization_id: 'acme', project_id: project, document_id: body.id };
};
const read = async ({ document_id }: Message) =>
  (await ports['documents.read'].get('acme', document_id)) as DocumentRecord;
const stored = async ({ document_id }: Message, name: string) =>
  (await ports['files.read'].head(`derived/acme/${document_id}/${name}`)) !== undefined;

const expectWhole = async (message: Message) => {
  const record = await read(message);
  expect(record).toMatchObject({
    ...{ processing_status: 'PROCESSED', page_count: PAGES, attempts: 0, lease: null, error: null },
    ...{ text_status: 'complete', mime_type: 'application/pdf', version_number: 1 },
  });
  const text = Buffer.from(await ports['files.read'].bytes(record.content_path as string)).toString();
  const numbers = [...text.matchAll(/number (\d+)/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: PAGES }, (_, i) => i + 1));
  for (const page of ['0001', '0016', '0017', '0040']) {
    expect([page, await stored(message, `page-${page}.png`)]).toEqual([page, true]);
  }
  expect(await ports['slices.write'].get('acme', message.document_id, 'pages')).toBeUndefined();
  const owner = slicesOwner(processingRun(record));
  expect(await ports['documents.write'].leaseExtension('acme', message.document_id, owner)).toBe(0);
  for (const from of ['0001', '0017', '0033']) expect(await stored(message, `slice-${from}.json.gz`)).toBe(false);
};

test('the slices of a set may run in any order, repeatedly and concurrently; the last one joins them', async () => {
  const messages = sent();
  const set = await upload();
  expect(await deliver(set)).toBe(0);
  expect(messages.map(({ slice }) => [slice?.from, slice?.to])).toEqual([
    [1, 16],
    [17, 32],
    [33, 40],
  ]);
  expect(await read(set)).toMatchObject({
    processing_status: 'PROCESSING',
    lease: { owner: expect.stringMatching(/^slices:/) },
  });
  const [first, second, third] = messages as [Message, Message, Message];
  expect(await deliver(third)).toBe(0);
  expect(await deliver(third, 2)).toBe(0);
  expect((await read(set)).processing_status).toBe('PROCESSING');
  expect(await Promise.all([deliver(second), deliver(first), deliver(second)])).toEqual([0, 0, 0]);
  await expectWhole(set);
  const ended = await read(set);
  expect(await deliver(first, 2)).toBe(0);
  expect(await read(set)).toEqual(ended);
});

test('a delivery overtaken by another while joining does not change the result', async () => {
  const messages = sent();
  const set = await upload();
  expect(await deliver(set)).toBe(0);
  const [first, second, third] = messages as [Message, Message, Message];
  expect([await deliver(third), await deliver(second)]).toEqual([0, 0]);
  const bytes = ports['files.read'].bytes.bind(ports['files.read']);
  const overtaken = vi.spyOn(ports['files.read'], 'bytes').mockImplementationOnce(async (path) => {
    expect(await deliver(first, 2)).toBe(0);
    return bytes(path);
  });
  onTestFinished(() => overtaken.mockRestore());
  expect(await deliver(first)).toBe(0);
  expect(overtaken).toHaveBeenCalled();
  await expectWhole(set);
});

test('a slice that runs out of time continues in another run', async () => {
  const messages = sent();
  const set = await upload();
  await deliver(set);
  const [first, ...others] = messages.splice(0) as [Message, ...Message[]];
  let ahead = 0;
  const real = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + ahead);
  const put = ports['files.write'].put;
  const putting = vi.spyOn(ports['files.write'], 'put').mockImplementation(async (path, ...content) => {
    if (path.endsWith('page-0003.png')) ahead = 700_000;
    await put(path, ...content);
  });
  const failures = await deliver(first);
  clock.mockRestore();
  putting.mockRestore();
  expect(failures).toBe(0);
  const [rest] = messages.splice(0);
  expect(rest?.slice).toMatchObject({ from: 1, to: 16 });
  expect(rest?.slice?.next).toBeGreaterThan(3);
  expect(rest?.slice?.next).toBeLessThan(8);
  for (const message of [...others, rest as Message]) expect(await deliver(message)).toBe(0);
  await expectWhole(set);
});

test('the sweep recovers from kills: slices never sent, and a join that did not end', async () => {
  const set = await upload();
  const send = vi.spyOn(ports['queue.slices'], 'send').mockRejectedValue(new Error('killed'));
  expect(await deliver(set)).toBe(1);
  send.mockRestore();
  const messages = sent();
  const again = vi.spyOn(ports['queue.process'], 'send').mockResolvedValue();
  await eventually(async () => {
    await run('sweep-documents', {});
    return again.mock.calls.some(([{ document_id }]) => document_id === set.document_id) || undefined;
  });
  again.mockRestore();
  expect(await deliver(set)).toBe(0);
  expect(messages).toHaveLength(3);
  const replace = vi.spyOn(ports['chunks.write'], 'replace').mockRejectedValueOnce(new Error('killed'));
  const failures = [];
  for (const message of [...messages]) failures.push(await deliver(message));
  expect(failures).toEqual([0, 0, 1]);
  replace.mockRestore();
  expect(await deliver(messages[2] as Message, 2)).toBe(0);
  await expectWhole(set);
});

test('slices that repeatedly kill their workers are abandoned', async () => {
  const messages = sent();
  const set = await upload();
  for (let round = 0; round <= 6; round++) {
    await deliver(set);
    const { lease } = await read(set);
    // As if none of the slices had started within the time limit.
    if (!lease) break;
    const over = { lease: { ...lease, until: 0 } };
    await ports['documents.write'].change('acme', project, set.document_id, over, {
      writeId: `${round}`,
      now: new Date(),
    });
    await ports['documents.write'].extendLease('acme', set.document_id, over.lease);
  }
  expect(await read(set)).toMatchObject({ processing_status: 'FAILED', error_detail: { code: 'crashed' } });
  expect(messages.length).toBeGreaterThan(3 * 5);
});

test('deleting the document ends its slices', async () => {
  const messages = sent();
  const set = await upload();
  await deliver(set);
  const asked = vi.spyOn(ports['documents.read'], 'get');
  const put = ports['files.write'].put;
  let images = 0;
  const putting = vi.spyOn(ports['files.write'], 'put').mockImplementation(async (path, ...content) => {
    await put(path, ...content);
    if (!path.endsWith('.png')) return;
    images++;
    if (images === 1) {
      expect((await api.call('DELETE', `/api/v1/documents/${set.document_id}`)).status).toBe(200);
      asked.mockClear();
    }
    await vi.waitUntil(() => asked.mock.calls.length > 2, { timeout: 100_000, interval: 20 });
  });
  expect(await deliver(messages[0] as Message)).toBe(0);
  putting.mockRestore();
  asked.mockRestore();
  expect(images, 'of 32').toBeLessThan(16);
  expect(messages).toHaveLength(3);
  expect(await deliver(messages[1] as Message)).toBe(0);
  expect(await stored(set, 'page-0017.png')).toBe(false);
});
