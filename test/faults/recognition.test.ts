import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { lambdaContext } from '../../infra/local/invoke.ts';
import { processingRun } from '../../shared/domain/documents/processing-run.ts';
import { Conflict, Unavailable } from '../../shared/domain/errors.ts';
import { FileError } from '../../shared/domain/files/file-error.ts';
import type { Ports } from '../../shared/ports.ts';
import type { SentMessage } from '../../shared/queue/messages.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { drawPdf } from '../support/draw-pdf.ts';
import { picturedSheet } from '../support/pictured-block.ts';
import { type Api, type Service, startService } from '../support/service.ts';

/** Only the test runs workers. */
let service: Service;
let api: Api;
let project: string;
const PORTS = [
  ...(['documents.read', 'documents.write', 'documents.unread', 'chunks.write'] as const),
  ...(['slices.write', 'files.read', 'ocr', 'queue.ocr'] as const),
] as const;
let ports: Pick<Ports, (typeof PORTS)[number]>;

beforeAll(async () => {
  service = await startService({ SLICE_SECONDS: '600' }, { idle: true });
  api = await service.as();
  project = await createProject(api);
  const { portsFor } = await import('../../shared/http/provide.ts');
  ports = portsFor(PORTS);
});
afterAll(() => service.end());

const run = async (
  id: string,
  document_id: string,
  attempt = 1,
  slice?: SentMessage<'ocr'>['slice'],
): Promise<{ batchItemFailures: unknown[] }> => {
  const { workers } = await import('../../functions/workers/registry.ts');
  const handler = workers.find(({ worker }) => worker.id === id)?.handler as (
    event: unknown,
    context: Context,
  ) => Promise<{ batchItemFailures: unknown[] }>;
  const body = JSON.stringify({ organization_id: 'acme', project_id: project, document_id, slice });
  const attributes = { ApproximateReceiveCount: String(attempt) };
  return handler(
    { Records: [{ messageId: document_id, body, attributes }] },
    lambdaContext(id, 600_000, 'eu-central-1'),
  );
};
const runSweep = async (): Promise<void> => {
  const { workers } = await import('../../functions/workers/registry.ts');
  const handler = workers.find(({ worker }) => worker.id === 'sweep-documents')?.handler as (
    event: unknown,
    context: Context,
  ) => Promise<void>;
  await handler({}, lambdaContext('sweep-documents', 60_000, 'eu-central-1'));
};
let made = 0;
/** A document whose pages have nothing but a mark, so that all count as scanned. */
const scanned = async (pages = 1): Promise<string> => {
  const seed = made++;
  const draw = (pdf: PDFKit.PDFDocument) => void pdf.rect(10, 10, 10 + seed, 20).fill();
  const bytes = await drawPdf(Array.from({ length: pages }, () => ({ width: 200, height: 100, draw })));
  const { id } = (await uploadForm(api, project, bytes, 'scan.pdf')).body;
  expect((await run('process-document', id)).batchItemFailures).toEqual([]);
  return id;
};
const recognising = (recognise: Ports['ocr']['recognise']) => {
  const spy = vi.spyOn(ports.ocr, 'recognise').mockImplementation(recognise);
  onTestFinished(() => spy.mockRestore());
};
const detail = async (id: string) => (await ports['documents.read'].get('acme', id))?.error_detail;

test('a page that text recognition cannot read is reported and not retried', async () => {
  const id = await scanned();
  recognising(() => Promise.reject(new FileError('damaged', 'The image is damaged')));
  expect((await run('recognise-text', id)).batchItemFailures).toEqual([]);
  expect(await detail(id)).toMatchObject({ unread_pages: [1], recognised_pages: 0, recognition_complete: false });
});

test('unreadable scanned pages do not affect pages with text', async () => {
  const typed = (pdf: PDFKit.PDFDocument) =>
    void pdf.fontSize(8).text(`these words stand on page one ${made++}`, 10, 10);
  const mark = (pdf: PDFKit.PDFDocument) => void pdf.rect(10, 10, 20, 20).fill();
  const bytes = await drawPdf([typed, mark].map((draw) => ({ width: 400, height: 100, draw })));
  const { id } = (await uploadForm(api, project, bytes, 'half.pdf')).body;
  expect((await run('process-document', id)).batchItemFailures).toEqual([]);
  const before = await record(id);
  expect(before).toMatchObject({ text_status: 'recognising', chunks_count: 1 });
  recognising(() => Promise.reject(new FileError('damaged', 'The image is damaged')));
  expect((await run('recognise-text', id)).batchItemFailures).toEqual([]);
  expect(await record(id)).toMatchObject({
    ...{ text_status: 'partial', chunks_count: 1, summary: before.summary, keywords: before.keywords },
    ...{ content_excerpt: before.content_excerpt, related_queries: before.related_queries },
  });
});

test('unavailable text recognition is retried, and not reported before the last delivery', async () => {
  const id = await scanned();
  const before = await detail(id);
  recognising(() => Promise.reject(new Unavailable('throttled')));
  expect((await run('recognise-text', id)).batchItemFailures).toHaveLength(1);
  expect(await detail(id)).toEqual(before);
});

/** A line with enough certain words to be read without trying the page's other directions. */
const lineOf = (text: string) => `${text} concrete slab above ground floor`;
/** What recognition finds on a page of that line; nothing if the text is empty. */
const found = (text: string) => {
  const texts = text === '' ? [] : lineOf(text).split(' ');
  const words = texts.map((word, i) => ({ text: word, x: 20 * i, y: 10, width: 18, height: 10, confidence: 90 }));
  return { words, text, confidence: 90, complete: true };
};
const record = async (id: string) => (await ports['documents.read'].get('acme', id)) ?? expect.fail('no document');

test('the pages of a scan are read in slices, each page once, and joined when the last slice is done', async () => {
  const id = await scanned(10);
  expect(await record(id)).toMatchObject({ text_status: 'recognising', content_length: 0 });
  let read = 0;
  // A title block is recognised once more, by itself, and its layout is stated.
  recognising(async (_, { layout }) => found(layout ? '' : `text ${++read}`));
  const sent: SentMessage<'ocr'>[] = [];
  const send = vi.spyOn(ports['queue.ocr'], 'send').mockImplementation(async (message) => void sent.push(message));
  onTestFinished(() => send.mockRestore());
  expect((await run('recognise-text', id)).batchItemFailures).toEqual([]);
  const slices = sent.map(({ slice }) => slice);
  expect(slices.map((slice) => [slice?.from, slice?.to])).toEqual([
    [1, 4],
    [5, 8],
    [9, 10],
  ]);
  for (const slice of [...slices, slices[0]]) {
    expect((await record(id)).text_status).toBe(slice === slices[0] && read > 0 ? 'complete' : 'recognising');
    expect((await run('recognise-text', id, 1, slice)).batchItemFailures).toEqual([]);
  }
  expect(read).toBe(10);
  expect(await record(id)).toMatchObject({
    ...{ text_status: 'complete', processing_status: 'PROCESSED', version_number: 1 },
    error_detail: { text_layer: 'recognised', recognised_pages: 10, recognition_confidence: 90 },
  });
  const { content_path } = await record(id);
  const text = Buffer.from(await ports['files.read'].bytes(content_path as string)).toString();
  expect(text.split('\f').sort()).toEqual(Array.from({ length: 10 }, (_, i) => lineOf(`text ${i + 1}`)).sort());
});

test('one unreadable page costs that page only', async () => {
  const id = await scanned(3);
  let page = 0;
  recognising(async () => {
    if (++page === 2) throw new FileError('timeout', 'Took too long');
    return found(`page ${page}`);
  });
  await run('recognise-text', id);
  expect(await record(id)).toMatchObject({
    text_status: 'partial',
    content_excerpt: `${lineOf('page 1')}\f\f${lineOf('page 3')}`,
  });
  expect(await detail(id)).toMatchObject({ unread_pages: [2], recognised_pages: 2 });
});

test('pages for which text recognition never became available stay without text after the last delivery', async () => {
  const id = await scanned();
  recognising(() => Promise.reject(new Unavailable('throttled')));
  const { queues } = await import('../../shared/queue/queues.ts');
  expect((await run('recognise-text', id, queues.ocr.maximumReceives)).batchItemFailures).toEqual([]);
  expect(await record(id)).toMatchObject({ text_status: 'partial', error_detail: { unread_pages: [1] } });
});

test('recognition stops when the document is deleted', async () => {
  const id = await scanned();
  expect((await api.call('DELETE', `/api/v1/documents/${id}`)).status).toBe(200);
  const recognise = vi.fn(async () => found('x'));
  recognising(recognise);
  expect((await run('recognise-text', id)).batchItemFailures).toEqual([]);
  expect(recognise).not.toHaveBeenCalled();
  expect((await record(id)).text_status).toBe('recognising');
});

test('recognised text that could not be stored is abandoned after the last delivery', async () => {
  const id = await scanned();
  recognising(async () => found('text'));
  const replace = vi.spyOn(ports['chunks.write'], 'replace').mockRejectedValue(new Error('throttled'));
  onTestFinished(() => replace.mockRestore());
  expect((await run('recognise-text', id)).batchItemFailures).toHaveLength(1);
  expect(await record(id)).toMatchObject({ text_status: 'recognising' });
  const { queues } = await import('../../shared/queue/queues.ts');
  expect((await run('recognise-text', id, queues.ocr.maximumReceives)).batchItemFailures).toHaveLength(1);
  expect(await record(id)).toMatchObject({ text_status: 'partial', error_detail: { text_layer: 'unreadable' } });
});

describe('pages whose workers were all killed', () => {
  /** A killed worker leaves only the plan that it had begun. */
  const killed = async (id: string, times: number) => {
    const run = processingRun(await record(id));
    for (let i = 0; i < times; i++) {
      await ports['slices.write'].begin('acme', id, 'recognition', { run, count: 1, size: 4, facts: {} });
    }
  };
  const sweeping = (minutesLater: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutesLater * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    return runSweep();
  };
  const sending = () => {
    const send = vi.spyOn(ports['queue.ocr'], 'send').mockImplementation(async () => {});
    onTestFinished(() => send.mockRestore());
    return (id: string) => send.mock.calls.filter(([message]) => message.document_id === id).length;
  };

  test('are requested again, after twice the time each time', async () => {
    const id = await scanned();
    const sent = sending();
    await killed(id, 2);
    await sweeping(0);
    expect(sent(id)).toBe(0);
    await sweeping(2);
    expect(sent(id)).toBe(1);
    await sweeping(1);
    expect(sent(id)).toBe(1);
    await sweeping(2);
    expect(sent(id)).toBe(2);
    expect((await record(id)).text_status).toBe('recognising');
  });

  test('are abandoned eventually: the document says so, and is no longer swept', async () => {
    const id = await scanned();
    const sent = sending();
    await killed(id, 6);
    await sweeping(2);
    expect(sent(id)).toBe(0);
    expect(await record(id)).toMatchObject({
      ...{ text_status: 'partial', processing_status: 'PROCESSED' },
      error_detail: { text_layer: 'unreadable', scanned_pages: [1], code: 'interrupted' },
    });
    const due = await ports['documents.unread'].due(new Date(Date.now() + 3_600_000).toISOString(), 1000);
    expect(due.map((each) => each.id)).not.toContain(id);
  });

  test('are only waited for while slices progress, and a recognised document is no longer swept', async () => {
    const [id, read] = [await scanned(9), await scanned()];
    recognising(async () => found('text'));
    await run('recognise-text', read);
    const sent = sending();
    const { queued_at, creation_id } = await record(id);
    const plan = { run: queued_at ?? creation_id, count: 9, size: 4, facts: {} };
    await ports['slices.write'].begin('acme', id, 'recognition', plan);
    await ports['slices.write'].finish('acme', id, 'recognition', { run: plan.run, from: 1 });
    await sweeping(2);
    expect([sent(id), sent(read)]).toEqual([0, 0]);
    const due = await ports['documents.unread'].due(new Date(Date.now() + 3_600_000).toISOString(), 1000);
    expect(due.map((each) => each.id)).toContain(id);
    expect(due.map((each) => each.id)).not.toContain(read);
    await sweeping(10);
    expect(sent(id)).toBe(1);
  });
});

test('the next delivery recovers from a worker that died before requesting text recognition', async () => {
  const send = vi.spyOn(ports['queue.ocr'], 'send').mockRejectedValueOnce(new Error('killed'));
  onTestFinished(() => send.mockRestore());
  const bytes = await drawPdf([{ width: 200, height: 100, draw: (pdf) => pdf.rect(5, 5, 50, 50).fill() }]);
  const { id } = (await uploadForm(api, project, bytes, 'scan.pdf')).body;
  expect((await run('process-document', id)).batchItemFailures).toHaveLength(1);
  expect((await record(id)).processing_status).toBe('PROCESSED');
  send.mockClear();
  expect((await run('process-document', id, 2)).batchItemFailures).toEqual([]);
  expect(send.mock.calls.map(([{ document_id }]) => document_id)).toEqual([id]);
});

describe('a title block that is an image', () => {
  const pictured = async (): Promise<string> => {
    const { id } = (await uploadForm(api, project, await picturedSheet(`${made++}`), 'pictured.pdf')).body;
    expect((await run('process-document', id)).batchItemFailures).toEqual([]);
    expect(await record(id)).toMatchObject({
      ...{ text_status: 'recognising', processing_status: 'PROCESSED' },
      error_detail: { text_layer: 'complete', block_pages: [1] },
    });
    return id;
  };
  const whole = { text_status: 'complete', error_detail: null, content_excerpt: expect.stringContaining('on site') };

  test('does not affect the document if it cannot be read', async () => {
    const id = await pictured();
    const replace = vi.spyOn(ports['chunks.write'], 'replace');
    onTestFinished(() => replace.mockRestore());
    recognising(() => Promise.reject(new FileError('damaged', 'The image is damaged')));
    expect((await run('recognise-text', id)).batchItemFailures).toEqual([]);
    expect(await record(id)).toMatchObject(whole);
    expect(replace).not.toHaveBeenCalled();
  });

  test('is left unread after the last delivery if recognition never became available', async () => {
    const id = await pictured();
    recognising(() => Promise.reject(new Unavailable('throttled')));
    const { queues } = await import('../../shared/queue/queues.ts');
    expect((await run('recognise-text', id)).batchItemFailures).toHaveLength(1);
    expect((await run('recognise-text', id, queues.ocr.maximumReceives)).batchItemFailures).toEqual([]);
    expect(await record(id)).toMatchObject(whole);
  });
});

test('a slice that runs out of time before its last page continues with that page in another run', async () => {
  const id = await scanned(3);
  let ahead = 0;
  const real = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + ahead);
  const send = vi.spyOn(ports['queue.ocr'], 'send').mockResolvedValue();
  onTestFinished(() => void [clock.mockRestore(), send.mockRestore()]);
  let read = 0;
  recognising(async (_, { layout }) => {
    if (layout === 'ruled') return found('');
    if (++read === 2) ahead = 700_000;
    return found(`text ${read}`);
  });
  expect((await run('recognise-text', id)).batchItemFailures).toEqual([]);
  clock.mockRestore();
  expect(read).toBe(2);
  expect(await record(id)).toMatchObject({ text_status: 'recognising' });
  const [rest] = send.mock.calls.map(([{ slice }]) => slice);
  expect(rest).toMatchObject({ from: 1, to: 3, next: 3 });
  expect((await run('recognise-text', id, 1, rest)).batchItemFailures).toEqual([]);
  expect(send).toHaveBeenCalledOnce();
  expect(await record(id)).toMatchObject({
    text_status: 'complete',
    content_excerpt: [1, 2, 3].map((page) => lineOf(`text ${page}`)).join('\f'),
  });
});

describe('the end of a recognition', () => {
  const ending = async (failure?: Error) => {
    const id = await scanned();
    recognising(async (_, { layout }) => found(layout === 'ruled' ? '' : `read ${id}`));
    const change = ports['documents.write'].change;
    const spy = vi.spyOn(ports['documents.write'], 'change').mockImplementation(async (...given) => {
      const [, , , , { writeId }] = given;
      if (!writeId.startsWith('recognition:')) return change(...given);
      if (failure) throw failure;
      if (spy.mock.calls.length === 1) {
        expect((await api.call('PATCH', `/api/v1/documents/${id}`, { title: 'By hand' })).status).toBe(200);
      }
      return change(...given);
    });
    onTestFinished(() => spy.mockRestore());
    const { batchItemFailures } = await run('recognise-text', id);
    const tried = spy.mock.calls.filter(([, , , , { writeId }]) => writeId.startsWith('recognition:')).length;
    return { id, tried, failed: batchItemFailures.length };
  };

  test('keeps what a caller changed in the meantime', async () => {
    const { id, tried, failed } = await ending();
    expect([tried, failed]).toEqual([2, 0]);
    expect(await record(id)).toMatchObject({
      title: 'By hand',
      text_status: 'complete',
      content_excerpt: lineOf(`read ${id}`),
    });
  });

  test.each([
    [
      'is given up after five attempts while callers keep changing it',
      new Conflict('It has changed', 'version_conflict'),
      5,
    ],
    ['is given up at once after another failure', new Unavailable('throttled'), 1],
  ])('%s', async (_, failure, tried) => {
    expect(await ending(failure)).toMatchObject({ tried, failed: 1 });
  });
});
