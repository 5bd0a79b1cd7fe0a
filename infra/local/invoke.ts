import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';

/** A Lambda handler that returns a promise. */
export type AsyncHandler<Event, Result> = (event: Event, context: Context) => Promise<Result>;

/** Thrown when a function exceeds its timeout. */
export class FunctionTimeout extends Error {
  override readonly name = 'FunctionTimeout';
}

/** Returns the context that Lambda passes as the second argument. */
export function lambdaContext(functionName: string, timeoutMilliseconds: number, region: string): Context {
  const deadline = Date.now() + timeoutMilliseconds;
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${region}:000000000000:function:${functionName}`,
    memoryLimitInMB: '1024',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done: unsupported,
    fail: unsupported,
    succeed: unsupported,
  };
}

function unsupported(): never {
  throw new Error('Handlers must return a promise: done, fail and succeed are not supported.');
}

/**
 * Calls a handler as Lambda does: the event is a copy, and a timeout throws FunctionTimeout. A function that keeps
 * running cannot be stopped within one thread; its result is dropped. One in a thread of its own ends with it
 * (`function-threads.ts`).
 */
export async function invoke<Event, Result>(
  handler: AsyncHandler<Event, Result>,
  event: Event,
  options: { name: string; timeoutMilliseconds: number; region: string },
): Promise<Result> {
  const { name, timeoutMilliseconds, region } = options;
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new FunctionTimeout(`${name} timed out after ${timeoutMilliseconds / 1000} s`)),
    timeoutMilliseconds,
  );
  try {
    const context = lambdaContext(name, timeoutMilliseconds, region);
    return await Promise.race([(async () => handler(event, context))(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
