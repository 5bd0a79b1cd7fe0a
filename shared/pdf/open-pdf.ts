import { access } from 'node:fs/promises';
import type { CellBox, DrawnWord, LayeredObject, Markup, PageText } from '../domain/page-text.ts';
import { emptyLinework, type Linework } from '../drawing/linework.ts';
import { type DrawingModel, emptyModel, type PageObjects } from '../drawing/model.ts';
import { packLinework } from '../drawing/pack.ts';
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
  /**
   * Time limit in milliseconds for a call on one page (default 60,000), extended on a busy machine (see
   * `pageDeadline`).
   */
  timeoutMs?: number;
  /** Memory limit in bytes for PDFium with this document, including the file; 1 GiB by default. */
  memoryLimitBytes?: number;
  password?: string;
}

/** An open document in a thread of its own. Pages are 1-based; a page out of range throws a RangeError. */
export interface PdfDocument extends AsyncDisposable {
  readonly pageCount: number;
  /** Size in points, as displayed. */
  pageSize(page: number): Promise<PageSize>;
  pageText(page: number): Promise<PageText>;
  /** Returns the text of pages `from` to `to` inclusive. */
  pageTexts(from?: number, to?: number): Promise<PageText[]>;
  render(page: number, options?: RenderOptions): Promise<Picture>;
  /** Renders the page with its greys and colours separate. */
  renderInk(page: number, options?: Omit<RenderOptions, 'grey'>): Promise<InkPicture>;
  /** Returns metadata title, outline and page labels. */
  facts(): Promise<DocumentFacts>;
  /** Returns the page's objects on layers (optional content groups), in painting order. */
  layers(page: number): Promise<LayeredObject[]>;
  /** Returns the page's drawn annotations, except typewriter texts and revision clouds. */
  markups(page: number): Promise<Markup[]>;
  /** Returns the page's paths, including those of its forms. */
  linework(page: number): Promise<Linework>;
  /**
   * Returns the objects of a page and its packed linework, computed in the document's thread. A page whose objects take too
   * much time or memory has none, like a scan, and `omitted` says why: its words and image are read without them.
   * @param lettering the words that the page draws as strokes or outlines; read from its strokes by default
   */
  drawing(page: number, lettering?: readonly DrawnWord[]): Promise<PageDrawing>;
  /**
   * Returns the ink of a page's paths, and its ruled tables if asked for.
   * @param lettering the words that the page draws as strokes or outlines, as far as they are known
   */
  objects(page: number, tables: boolean, lettering?: readonly DrawnWord[]): Promise<PageObjects>;
  /** Returns the objects of a page, without reading words drawn as strokes. */
  model(page: number): Promise<DrawingModel>;
  /** Returns the ruled cells of a page that contain words; see PageText. */
  cells(page: number): Promise<CellBox[]>;
  /** Whether the page contains only images: a scan without linework or text of its own. */
  imageOnly(page: number): Promise<boolean>;
  /** Returns the thread to the pool. Idempotent, and safe after an error. */
  close(): Promise<void>;
}

/**
 * Opens a PDF in a worker thread that is terminated when it exceeds its deadline or memory limit.
 * @param source the file's bytes (copied), or its path
 * @throws PdfError if the file cannot be opened; a path that cannot be read throws Node's own error. Every method of
 *   the document may throw a PdfError as well; after `timeout`, `memory` or `crashed` each further call throws the
 *   same error, unless the call was `drawing`
 */
export const openPdf = async (source: Uint8Array | string, options: OpenOptions = {}): Promise<PdfDocument> => {
  const { timeoutMs = 60_000, memoryLimitBytes = 2 ** 30, password } = options;
  if (typeof source !== 'string' && source.length === 0) throw new PdfError('empty', 'The file is empty (0 bytes).');
  if (typeof source === 'string') await access(source);
  const file = typeof source === 'string' ? { path: source } : { bytes: source };
  const ask = { ...file, memoryLimitBytes, ...(password === undefined ? {} : { password }) };
  const { thread, pageCount } = await openInThread(ask, timeoutMs);
  return new ThreadDocument(thread, pageCount, { ask, timeoutMs });
};

interface Opening {
  ask: Calls['open']['ask'];
  timeoutMs: number;
}

const openInThread = async (ask: Opening['ask'], timeoutMs: number) => {
  const thread = takeThread();
  try {
    const { pageCount } = await thread.call('open', ask, timeoutMs);
    return { thread, pageCount };
  } catch (error) {
    await closeInThread(thread, timeoutMs);
    throw error;
  }
};

/** Closes a thread's document, if it has not ended, and returns it to the pool. */
const closeInThread = async (thread: PdfThread, timeoutMs: number): Promise<void> => {
  if (thread.failure) return;
  await thread.call('close', {}, timeoutMs).then(
    ({ heapBytes }) => giveThread(thread, heapBytes),
    () => thread.kill(new PdfError('crashed')),
  );
};

class ThreadDocument implements PdfDocument {
  readonly pageCount: number;
  #thread: PdfThread;
  readonly #opening: Opening;
  #closed = false;

  constructor(thread: PdfThread, pageCount: number, opening: Opening) {
    this.#thread = thread;
    this.pageCount = pageCount;
    this.#opening = opening;
  }

  pageSize(page: number): Promise<PageSize> {
    return this.#call('size', { page }, page);
  }

  async pageText(page: number): Promise<PageText> {
    return unpackText(await this.#call('text', { page }, page));
  }

  async pageTexts(from = 1, to = this.pageCount): Promise<PageText[]> {
    const pages: PageText[] = [];
    // One call per page, so that the deadline of a call applies to a page.
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

  markups(page: number): Promise<Markup[]> {
    return this.#call('markups', { page }, page);
  }

  linework(page: number): Promise<Linework> {
    return this.#call('linework', { page }, page);
  }

  async drawing(page: number, lettering?: readonly DrawnWord[]): Promise<PageDrawing> {
    try {
      return await this.#call('drawing', { page, ...(lettering && { lettering }) }, page);
    } catch (error) {
      if (!(error instanceof PdfError) || this.#thread.failure === null || this.#closed) throw error;
      await this.#reopen();
      const { width, height } = await this.pageSize(page);
      return {
        model: emptyModel(page, width, height),
        cells: [],
        unread: { images: [], lettering: [] },
        linework: packLinework({ ...emptyLinework(width, height), truncated: true }),
        omitted: error.code,
      };
    }
  }

  objects(page: number, tables: boolean, lettering: readonly DrawnWord[] = []): Promise<PageObjects> {
    return this.#call('objects', { page, tables, lettering }, page);
  }

  model(page: number): Promise<DrawingModel> {
    return this.#call('model', { page }, page);
  }

  cells(page: number): Promise<CellBox[]> {
    return this.#call('cells', { page }, page);
  }

  imageOnly(page: number): Promise<boolean> {
    return this.#call('imageOnly', { page }, page);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await closeInThread(this.#thread, this.#opening.timeoutMs);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Opens the document in another thread after its own has ended. */
  async #reopen(): Promise<void> {
    const { thread } = await openInThread(this.#opening.ask, this.#opening.timeoutMs);
    this.#thread = thread;
    // Nobody else closes it if the document was closed in the meantime.
    if (this.#closed) await closeInThread(thread, this.#opening.timeoutMs);
  }

  async #call<C extends CallName>(call: C, ask: Calls[C]['ask'], page = 1): Promise<Calls[C]['answer']> {
    if (this.#closed) throw new Error('the document is closed');
    if (!Number.isInteger(page) || page < 1 || page > this.pageCount) {
      throw new RangeError(`no page ${page} in a document of ${this.pageCount}`);
    }
    return this.#thread.call(call, ask, this.#opening.timeoutMs);
  }
}
