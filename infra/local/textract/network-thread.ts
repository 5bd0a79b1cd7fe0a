import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '../../../shared/thread-environment.ts';
import type { NetworkCall, NetworkReply } from './network-worker.ts';
import type { ReadWord } from './read-word.ts';

/**
 * A thread in which two networks find and read lines in Latin letters without accents; they are loaded with the first image,
 * in about a second.
 */
export class NetworkThread {
  readonly #thread = new Worker(new URL('./network-worker.ts', import.meta.url), {
    stdout: true,
    stderr: true,
    env: threadEnvironment(),
    execArgv: [],
  });
  readonly #jobs = new Map<number, PromiseWithResolvers<ReadWord[][]>>();
  #count = 0;
  #failure: unknown;

  constructor() {
    this.#thread.on('message', (reply: NetworkReply) => this.#settle(reply));
    this.#thread.on('error', (error) => this.#fail(error));
    this.#thread.on('exit', (code) => this.#fail(new Error(`the recogniser's thread ended with ${code}`)));
    this.#thread.unref();
  }

  /** Recognises the lines of an image that are not read yet, with the boxes of their words in its pixels. */
  recognise(call: NetworkCall): Promise<ReadWord[][]> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const job = Promise.withResolvers<ReadWord[][]>();
    const id = ++this.#count;
    this.#jobs.set(id, job);
    this.#thread.ref();
    this.#thread.postMessage({ id, ...call });
    return job.promise;
  }

  /** Terminates the thread immediately; running jobs fail. */
  async stop(): Promise<void> {
    await this.#thread.terminate();
  }

  #settle(reply: NetworkReply): void {
    const job = this.#jobs.get(reply.id);
    this.#jobs.delete(reply.id);
    if (this.#jobs.size === 0) this.#thread.unref();
    if ('lines' in reply) job?.resolve(reply.lines);
    else job?.reject(new Error(reply.error));
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const job of this.#jobs.values()) job.reject(error);
    this.#jobs.clear();
  }
}
