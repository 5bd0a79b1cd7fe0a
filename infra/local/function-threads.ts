import { Worker } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import { lowerPriority, threadEnvironment } from '../../shared/thread-environment.ts';
import { type AsyncHandler, FunctionTimeout } from './invoke.ts';

/** What a thread is asked to do. */
export interface ThreadCall {
  event: unknown;
  name: string;
  remainingMilliseconds: number;
  region: string;
}

/** What it answers: the handler's result, or the stack of the error that it threw. */
export type ThreadReply = { ready: number | undefined } | { result: unknown } | { error: string };

/** Thrown for events that ran when their thread was stopped; their messages are received again. */
export class ThreadStopped extends Error {
  override readonly name = 'ThreadStopped';
}

/** Nice value of a computing thread, at most 19: requests go first, and an idle machine gives it all it needs. */
const YIELDING_PRIORITY = 5;
const IDLE_MILLISECONDS = 20_000;

/** A thread that has loaded one worker, and runs one event at a time. */
class FunctionThread {
  readonly #thread: Worker;
  #job: PromiseWithResolvers<unknown> | undefined;
  #hasEnded = false;

  constructor(id: string) {
    this.#thread = new Worker(new URL('./function-thread.ts', import.meta.url), {
      execArgv: [],
      workerData: id,
      env: { ...process.env, ...threadEnvironment() },
    });
    this.#thread.on('message', (reply: ThreadReply) => this.#receive(reply));
    this.#thread.on('error', (error) => this.#end(error));
    this.#thread.on('exit', () => this.#end(new Error(`The thread of ${id} ended`)));
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Runs an event. @throws FunctionTimeout after the remaining time, which ends the thread; errors of the handler */
  async run(call: ThreadCall): Promise<unknown> {
    const job = Promise.withResolvers<unknown>();
    this.#job = job;
    const timer = setTimeout(() => {
      this.#end(new FunctionTimeout(`${call.name} was stopped after its timeout`));
    }, call.remainingMilliseconds);
    this.#thread.ref();
    this.#thread.postMessage(call);
    try {
      return await job.promise;
    } finally {
      clearTimeout(timer);
      this.#job = undefined;
      this.#thread.unref();
    }
  }

  /** Ends the thread; a running event fails. */
  stop(): void {
    this.#end(new ThreadStopped('The service stops'));
  }

  #receive(reply: ThreadReply): void {
    if ('ready' in reply) lowerPriority(reply.ready, YIELDING_PRIORITY);
    else if ('error' in reply) this.#job?.reject(new Error(reply.error));
    else this.#job?.resolve(reply.result);
  }

  #end(reason: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#job?.reject(reason);
    void this.#thread.terminate();
  }
}

/**
 * Runs workers in threads of their own. Lambda gives each a machine of its own; a worker that computes for seconds in
 * the process that answers requests would delay all of them. A thread ends when its worker has been idle for a while, and with
 * its function's timeout.
 */
export class FunctionThreads {
  readonly #idle = new Map<FunctionThread, { id: string; timer: NodeJS.Timeout }>();
  readonly #all = new Set<FunctionThread>();
  readonly #region: string;

  constructor(region: string) {
    this.#region = region;
  }

  /** Returns a handler that runs the worker of that id (`functions/workers`) in a thread. */
  handlerOf<Event, Result>(id: string): AsyncHandler<Event, Result> {
    return async (event, context) => (await this.#run(id, event, context)) as Result;
  }

  /** Ends all threads. */
  stop(): void {
    for (const { timer } of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    for (const thread of this.#all) thread.stop();
    this.#all.clear();
  }

  async #run(id: string, event: unknown, context: Context): Promise<unknown> {
    const thread = this.#take(id);
    try {
      const remainingMilliseconds = context.getRemainingTimeInMillis();
      return await thread.run({ event, name: context.functionName, remainingMilliseconds, region: this.#region });
    } finally {
      this.#keep(thread, id);
    }
  }

  #take(id: string): FunctionThread {
    for (const [thread, kept] of this.#idle) {
      if (kept.id !== id || thread.hasEnded) continue;
      clearTimeout(kept.timer);
      this.#idle.delete(thread);
      return thread;
    }
    const thread = new FunctionThread(id);
    this.#all.add(thread);
    return thread;
  }

  #keep(thread: FunctionThread, id: string): void {
    if (!this.#all.has(thread)) return;
    if (thread.hasEnded) {
      this.#all.delete(thread);
      return;
    }
    const timer = setTimeout(() => {
      this.#idle.delete(thread);
      this.#all.delete(thread);
      thread.stop();
    }, IDLE_MILLISECONDS).unref();
    this.#idle.set(thread, { id, timer });
  }
}
