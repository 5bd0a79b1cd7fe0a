import { access } from 'node:fs/promises';
import type { LayeredObject, PageText } from '../domain/page-text.ts';
import type { Linework } from '../drawing/linework.ts';
import { PdfError } from './pdf-error.ts';
import type {
  CallName,
  Calls,
  DocumentFacts,
  InkPicture,
  PageDrawing,
  PageSize,
  Picture,
  RenderOptions,
} from './protocol.ts';
import { giveThread, type PdfThread, takeThread } from './thread-pool.ts';
import { unpackText } from './unpack-text.ts';

export interface OpenOptions {
  /** Time that a single call may take for one page, milliseconds; 60,000 by default, more on a busy machine (`pageDeadline`). */
  timeoutMs?: number;
  /** Most memory that PDFium may take for this document, the file included; 1 GiB by default. */
  memoryLimitBytes?: number;
  password?: string;
}

/** An open document in a thread of its own. Pages are numbered from 1; a page out of range is a RangeError. */
export interface PdfDocument extends AsyncDisposable {
  readonly pageCount: number;
  /** Points, as displayed. */
  pageSize(page: number): Promise<PageSize>;
  pageText(page: number): Promise<PageText>;
  /** Pages `from` to `to` inclusive. */
  pageTexts(from?: number, to?: number): Promise<PageText[]>;
  render(page: number, options?: RenderOptions): Promise<Picture>;
  /** The page rendered, its greys and its colours apart. */
  renderInk(page: number, options?: Omit<RenderOptions, 'grey'>): Promise<InkPicture>;
  /** Metadata title, outline and page labels. */
  facts(): Promise<DocumentFacts>;
  /** The page's objects that are on layers (optional content groups), in the order in which they are drawn. */
  layers(page: number): Promise<LayeredObject[]>;
  /** What the page's paths draw, its forms included. */
  linework(page: number): Promise<Linework>;
  /** The objects of a page and its packed linework, found in the document's thread. */
  drawing(page: number): Promise<PageDrawing>;
  /** Nothing but pictures on the page: a scan, without lines or text of its own. */
  imageOnly(page: number): Promise<boolean>;
  /** Gives the thread back. Safe to call twice, and after an error. */
  close(): Promise<void>;
}

/**
 * Opens a PDF in a worker thread that is killed when it exceeds its deadline or its memory.
 * @param source the file's bytes (copied), or its path
 * @throws PdfError (a path that cannot be read throws Node's own error); every method of the document may throw it as well, and after `timeout`, `memory` or
 *   `crashed` each further call repeats that error
 */
export const openPdf = async (source: Uint8Array | string, options: OpenOptions = {}): Promise<PdfDocument> => {
  const { timeoutMs = 60_000, memoryLimitBytes = 2 ** 30, password } = options;
  if (typeof source !== 'string' && source.length === 0) throw new PdfError('empty', 'The file is empty (0 bytes).');
  if (typeof source === 'string') await access(source);
  const thread = takeThread();
  const file = typeof source === 'string' ? { path: source } : { bytes: source };
  try {
    const ask = { ...file, memoryLimitBytes, ...(password === undefined ? {} : { password }) };
    const { pageCount } = await thread.call('open', ask, timeoutMs);
    return new ThreadDocument(thread, pageCount, timeoutMs);
  } catch (error) {
    if (!thread.failure) {
      await thread.call('close', {}, timeoutMs).then(
        ({ heapBytes }) => giveThread(thread, heapBytes),
        () => thread.kill(new PdfError('crashed')),
      );
    }
    throw error;
  }
};

class ThreadDocument implements PdfDocument {
  readonly pageCount: number;
  readonly #thread: PdfThread;
  readonly #timeoutMs: number;
  #closed = false;

  constructor(thread: PdfThread, pageCount: number, timeoutMs: number) {
    this.#thread = thread;
    this.pageCount = pageCount;
    this.#timeoutMs = timeoutMs;
  }

  pageSize(page: number): Promise<PageSize> {
    return this.#call('size', { page }, page);
  }

  async pageText(page: number): Promise<PageText> {
    return unpackText(await this.#call('text', { page }, page));
  }

  async pageTexts(from = 1, to = this.pageCount): Promise<PageText[]> {
    const pages: PageText[] = [];
    // One call each, so that the deadline of a call is that of a page.
    for (let page = from; page <= to; page++) pages.push(await this.pageText(page));
    return pages;
  }

  render(page: number, options: RenderOptions = {}): Promise<Picture> {
    return this.#call('render', { page, options }, page);
  }

  renderInk(page: number, options: Omit<RenderOptions, 'grey'> = {}): Promise<InkPicture> {
    return this.#call('ink', { page, options }, page);
  }

  facts(): Promise<DocumentFacts> {
    return this.#call('facts', {});
  }

  async layers(page: number): Promise<LayeredObject[]> {
    const { names, numbers } = await this.#call('layers', { page }, page);
    return Array.from({ length: numbers.length / 5 }, (_, i) => {
      const [layer, x, y, width, height] = numbers.subarray(5 * i) as unknown as [
        number,
        number,
        number,
        number,
        number,
      ];
      return { layer: names[layer]!, x, y, width, height };
    });
  }

  linework(page: number): Promise<Linework> {
    return this.#call('linework', { page }, page);
  }

  drawing(page: number): Promise<PageDrawing> {
    return this.#call('drawing', { page }, page);
  }

  imageOnly(page: number): Promise<boolean> {
    return this.#call('imageOnly', { page }, page);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#thread.failure) return;
    await this.#thread.call('close', {}, this.#timeoutMs).then(
      ({ heapBytes }) => giveThread(this.#thread, heapBytes),
      () => this.#thread.kill(new PdfError('crashed')),
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #call<C extends CallName>(call: C, ask: Calls[C]['ask'], page = 1): Promise<Calls[C]['answer']> {
    if (this.#closed) throw new Error('the document is closed');
    if (!Number.isInteger(page) || page < 1 || page > this.pageCount) {
      throw new RangeError(`no page ${page} in a document of ${this.pageCount}`);
    }
    return this.#thread.call(call, ask, this.#timeoutMs);
  }
}
