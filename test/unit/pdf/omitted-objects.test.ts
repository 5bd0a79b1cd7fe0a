import { expect, test, vi } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { PdfError } from '../../../shared/pdf/pdf-error.ts';
import { giveThread, takeThread } from '../../../shared/pdf/thread-pool.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

/** Returns the thread that opens the next document: the one that the pool was given last. */
const pooledThread = async (bytes: Uint8Array) => {
  const thread = takeThread();
  await thread.call('open', { bytes, memoryLimitBytes: 2 ** 30 }, 60_000);
  const { heapBytes } = await thread.call('close', {}, 60_000);
  giveThread(thread, heapBytes);
  return thread;
};

test('a page whose objects take too long has none; its words and the other pages are read all the same', async () => {
  const bytes = await drawPdf([
    { width: 400, height: 300, draw: (pdf) => pdf.moveTo(20, 20).lineTo(300, 20).stroke().text('NOTE 7', 50, 100) },
    { width: 200, height: 100, draw: (pdf) => pdf.moveTo(10, 10).lineTo(90, 10).stroke() },
  ]);
  const thread = await pooledThread(bytes);
  await using document = await openPdf(bytes);
  const call = thread.call.bind(thread);
  const timesOut: typeof thread.call = (name, ask, timeoutMs) => {
    if (name !== 'drawing') return call(name, ask, timeoutMs);
    thread.kill(new PdfError('timeout'));
    return Promise.reject(thread.failure);
  };
  vi.spyOn(thread, 'call').mockImplementation(timesOut as typeof thread.call & (() => never));

  const { model, omitted } = await document.drawing(1);

  expect(omitted).toBe('timeout');
  expect(model).toMatchObject({ page: 1, width: 400, height: 300, source: 'raster', tables: [], symbols: [] });
  expect((await document.pageText(1)).text).toBe('NOTE 7');
  const other = await document.drawing(2);
  expect(other.omitted).toBeUndefined();
  expect(other.model.source).toBe('vector');
});

test('a document that is closed while its objects are detected opens no further thread when they take too long', async () => {
  const bytes = await drawPdf([{ width: 200, height: 100, draw: (pdf) => pdf.moveTo(10, 10).lineTo(90, 10).stroke() }]);
  const thread = await pooledThread(bytes);
  const document = await openPdf(bytes);
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const call = thread.call.bind(thread);
  const waits: typeof thread.call = async (name, given, timeoutMs) => {
    if (name !== 'drawing') return await call(name, given, timeoutMs);
    ask();
    await over;
    thread.kill(new PdfError('timeout'));
    throw thread.failure!;
  };
  vi.spyOn(thread, 'call').mockImplementation(waits as typeof thread.call & (() => never));
  const detected = document.drawing(1);
  await asked;
  const closed = document.close();
  end();

  await expect(detected).rejects.toMatchObject({ code: 'timeout' });
  await closed;
});
