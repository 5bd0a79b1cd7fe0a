import { Worker } from 'node:worker_threads';
import { Unavailable } from '../../../shared/domain/errors.ts';
import type { Layout } from '../../../shared/ocr/ocr-types.ts';
import { threadEnvironment } from '../../../shared/thread-environment.ts';
import { dataToRead, ocrAssets } from './ocr-assets.ts';
import type { ReadWord } from './read-word.ts';

interface Recognised {
  blocks: { paragraphs: { lines: { words: ReadWord[] }[] }[] }[] | null;
}

interface Reply {
  jobId: string;
  status: 'resolve' | 'reject' | 'progress';
  data: unknown;
}

const LSTM_ONLY = 1;
/**
 * Page segmentation modes. Text on sheets is scattered, so mode 11 finds as much as possible. It merges the close
 * lines of a title block's cell, which the column analysis of mode 3 separates.
 */
const SEGMENTATION: Record<Layout, string> = { scattered: '11', ruled: '3' };

/**
 * A recogniser in a thread of its own.
 *
 * Uses the message protocol of tesseract.js's worker script rather than its `createWorker`, with which a crashing
 * thread ends the whole process: it handles no `error` event and throws inside a message handler.
 */
export class TesseractThread {
  readonly #thread: Worker;
  readonly #jobs = new Map<string, PromiseWithResolvers<unknown>>();
  readonly #assets = ocrAssets();
  /** Languages whose data the thread has loaded, and those it reads, as `rus+eng`. */
  readonly #loaded = new Set<string>();
  #languages = '';
  #count = 0;

  private constructor() {
    // Its output goes to streams that are not read: reading them would keep an idle process alive.
    const options = { stdout: true, stderr: true, env: threadEnvironment(), execArgv: [] };
    this.#thread = new Worker(this.#assets.thread, options);
    this.#thread.on('message', (reply: Reply) => this.#settle(reply));
    this.#thread.on('error', (error) => this.#fail(error));
    this.#thread.on('exit', (code) => this.#fail(new Error(`the recogniser's thread ended with ${code}`)));
    this.#thread.unref();
  }

  /** Starts a thread; the data of a language is loaded from disk when it is first read, in about 0.3 s. */
  static async start(): Promise<TesseractThread> {
    const thread = new TesseractThread();
    try {
      // The script compares this option with engine modes: `true` would load the core with the legacy engine.
      await thread.#call('load', { options: { lstmOnly: LSTM_ONLY } });
      return thread;
    } catch (error) {
      await thread.stop();
      throw new Unavailable('Text recognition could not be started.', 1, { cause: error });
    }
  }

  async #use(language: string | null | undefined, alone: boolean): Promise<void> {
    const wanted = dataToRead(this.#assets, language, alone);
    const langs = wanted.map((data) => data.language).join('+');
    if (langs === this.#languages) return;
    // Each language has a folder of its own.
    for (const { language: name, folder, gzip } of wanted.filter((data) => !this.#loaded.has(data.language))) {
      const options = { langPath: folder, cacheMethod: 'none', gzip, lstmOnly: true };
      await this.#call('loadLanguage', { langs: name, options });
      this.#loaded.add(name);
    }
    await this.#call('initialize', { langs, oem: LSTM_ONLY, config: {} });
    this.#languages = langs;
  }

  /** Recognises the words of an image file that leptonica reads, grouped by lines; boxes are in its pixels. */
  async recognise(
    image: Uint8Array,
    {
      dpi,
      layout,
      language,
      alone,
    }: { dpi: number; layout: Layout; language: string | null | undefined; alone: boolean },
  ): Promise<ReadWord[][]> {
    await this.#use(language, alone);
    await this.#call('setParameters', { params: { tessedit_pageseg_mode: SEGMENTATION[layout] } });
    const options = { user_defined_dpi: String(Math.round(dpi)) };
    const found = await this.#call('recognize', { image, options, output: { blocks: true, text: false } });
    return ((found as Recognised).blocks ?? []).flatMap((block) =>
      block.paragraphs.flatMap((paragraph) => paragraph.lines.map((line) => line.words)),
    );
  }

  /** Terminates the thread immediately; running jobs fail. */
  async stop(): Promise<void> {
    await this.#thread.terminate();
  }

  #call(action: string, payload: unknown): Promise<unknown> {
    const jobId = String(++this.#count);
    const job = Promise.withResolvers<unknown>();
    this.#jobs.set(jobId, job);
    this.#thread.ref();
    this.#thread.postMessage({ workerId: 'ocr', jobId, action, payload });
    return job.promise;
  }

  #settle({ jobId, status, data }: Reply): void {
    const job = this.#jobs.get(jobId);
    if (job === undefined || status === 'progress') return;
    this.#jobs.delete(jobId);
    if (this.#jobs.size === 0) this.#thread.unref();
    if (status === 'resolve') job.resolve(data);
    else job.reject(new Error(String(data)));
  }

  #fail(error: unknown): void {
    for (const job of this.#jobs.values()) job.reject(error);
    this.#jobs.clear();
  }
}
