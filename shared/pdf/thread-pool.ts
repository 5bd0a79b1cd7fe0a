import { Worker } from 'node:worker_threads';
import { lowerPriority, threadEnvironment } from '../thread-environment.ts';
import { pageDeadline } from './page-deadline.ts';
import { PdfError } from './pdf-error.ts';
import { pdfiumModule } from './pdfium-module.ts';
import type { Answer, Ask, CallName, Calls, ThreadData } from './protocol.ts';

/**
 * Idle threads end after this time in milliseconds, so that an idle service holds none. Starting a thread takes as long as
 * reading a page.
 */
const idleMs = 30_000;
const maximumIdle = 2;
/** WebAssembly memory never shrinks: a thread whose heap exceeds this size is not reused. */
const keptHeapBytes = 192 * 2 ** 20;
const startMs = 60_000;
/** A call that takes longer than this (in milliseconds) runs at low priority. */
const quickMs = 3_000;
/** Nice value, at most 19: a tenth of the processor share of an ordinary thread. */
const yieldingPriority = 10;

// From source the thread is its TypeScript file; a bundle has `pdf-thread.mjs` and `pdfium.wasm` next to it.
const threadFile = import.meta.url.endsWith('.ts')
  ? new URL('./pdf-thread.ts', import.meta.url)
  : new URL('./pdf-thread.mjs', import.meta.url);

/** A worker thread that processes one call at a time and can be terminated. */
export class PdfThread {
  /** The reason why the thread has ended, once it has. */
  failure: PdfError | null = null;
  readonly #worker: Worker;
  #thread: number | undefined;
  #yields = false;
  #pending: { id: number; resolve: (answer: unknown) => void; reject: (error: Error) => void } | null = null;
  #last: Promise<unknown>;
  #id = 0;

  constructor() {
    this.#worker = new Worker(threadFile, {
      execArgv: [],
      env: threadEnvironment(),
      workerData: { pdfium: pdfiumModule() } satisfies ThreadData,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
    });
    this.#worker.on('message', (message: Answer) => this.#receive(message));
    this.#worker.on('error', (error: Error & { code?: string }) =>
      this.kill(new PdfError(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed')),
    );
    this.#worker.on('exit', () => this.kill(new PdfError('crashed')));
    // The thread answers call 0 when PDFium is ready.
    this.#last = this.#await(0, startMs, () => {}).then((answer) => {
      this.#thread = (answer as Calls['start']['answer']).thread;
    });
    this.#last.catch(() => {});
  }

  /**
   * Sends a call after the previous ones are answered. If it exceeds `timeoutMs` (see `pageDeadline`), terminates the
   * thread and rejects with PdfError `timeout`.
   */
  call<C extends CallName>(
    call: C,
    ask: Calls[C]['ask'],
    timeoutMs: number,
    transfer: ArrayBuffer[] = [],
  ): Promise<Calls[C]['answer']> {
    const send = () => {
      const id = ++this.#id;
      return this.#await(id, timeoutMs, () => this.#worker.postMessage({ id, call, ask } satisfies Ask, transfer));
    };
    const answer = this.#last.then(send, send) as Promise<Calls[C]['answer']>;
    this.#last = answer;
    answer.catch(() => {});
    return answer;
  }

  /** Terminates the thread; pending and further calls reject with `failure`. */
  kill(failure: PdfError): void {
    if (this.failure) return;
    this.failure = failure;
    this.#pending?.reject(failure);
    this.#pending = null;
    void this.#worker.terminate();
  }

  /** Whether the thread may be reused: its priority cannot be raised again. */
  get isReusable(): boolean {
    return !this.failure && !this.#yields;
  }

  /** Lowers the thread's priority, so that other threads, such as those with pages of other tenants, go first. */
  #yield(): void {
    if (this.#yields || this.failure) return;
    this.#yields = lowerPriority(this.#thread, yieldingPriority);
  }

  /** Sets whether the thread keeps the process alive. */
  hold(held: boolean): void {
    if (held) this.#worker.ref();
    else this.#worker.unref();
  }

  #await(id: number, timeoutMs: number, send: () => void): Promise<unknown> {
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      const endWatch = pageDeadline(this.#worker, timeoutMs, () => this.kill(new PdfError('timeout')));
      const slow = setTimeout(() => this.#yield(), quickMs);
      const settle =
        <T>(how: (value: T) => void) =>
        (value: T) => {
          clearTimeout(slow);
          endWatch();
          how(value);
        };
      this.#pending = { id, resolve: settle(resolve), reject: settle(reject) };
      send();
    });
  }

  #receive(message: Answer): void {
    const pending = this.#pending;
    if (pending?.id !== message.id) return;
    this.#pending = null;
    if ('answer' in message) {
      pending.resolve(message.answer);
      return;
    }
    const { code, message: text } = message.error;
    const error = code === 'usage' ? new RangeError(text) : new PdfError(code, text);
    pending.reject(error);
    if (message.fatal) this.kill(error instanceof PdfError ? error : new PdfError('crashed'));
  }
}

const idle: { thread: PdfThread; timer: NodeJS.Timeout }[] = [];

/** Returns a thread without a document: an idle one, or a new one. */
export const takeThread = (): PdfThread => {
  for (let kept = idle.pop(); kept; kept = idle.pop()) {
    clearTimeout(kept.timer);
    if (kept.thread.failure) continue;
    kept.thread.hold(true);
    return kept.thread;
  }
  return new PdfThread();
};

/** Returns a thread to the pool after its document was closed, with the size of its heap. */
export const giveThread = (thread: PdfThread, heapBytes: number): void => {
  if (thread.failure) return;
  if (!thread.isReusable || heapBytes > keptHeapBytes || idle.length >= maximumIdle) {
    thread.kill(new PdfError('crashed'));
    return;
  }
  thread.hold(false);
  const timer = setTimeout(() => {
    const at = idle.findIndex((kept) => kept.thread === thread);
    if (at >= 0) idle.splice(at, 1);
    thread.kill(new PdfError('crashed'));
  }, idleMs);
  timer.unref();
  idle.push({ thread, timer });
};
