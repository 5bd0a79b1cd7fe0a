import type { Context } from 'aws-lambda';
import { actAs, withoutEvents } from '../acting.ts';
import type { Run, Worker } from './worker.ts';

/** Milliseconds reserved to report unfinished messages. */
const RESERVE = 500;

/**
 * Starts the run of one invocation, which is aborted shortly before the platform would end it. Call `stop` at the end.
 */
export const startRun = (context: Context): { run: Run; ended: Promise<never>; stop: () => void } => {
  const remaining = Math.max(0, context.getRemainingTimeInMillis() - RESERVE);
  const controller = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  // Without a waiting caller, the rejection must not end the process.
  ended.catch(() => {});
  const timer = setTimeout(() => {
    const error = new Error('The function ran out of time');
    controller.abort(error);
    reject(error);
  }, remaining);
  timer.unref?.();
  const run = {
    requestId: context.awsRequestId,
    now: new Date(),
    deadline: Date.now() + remaining,
    signal: controller.signal,
  };
  return { run, ended, stop: () => clearTimeout(timer) };
};

/** Runs the work of a worker, which events of its changes name. */
export const working = <R>({ id, recordsNoEvents }: Worker, work: () => R): R =>
  actAs({ type: 'worker', id, name: null }, () => (recordsNoEvents ? withoutEvents(work) : work()));
