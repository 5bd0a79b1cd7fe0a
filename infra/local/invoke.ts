import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';

/** A Lambda handler that answers by a promise. */
export type AsyncHandler<Event, Result> = (event: Event, context: Context) => Promise<Result>;

/** The function ran longer than it may. */
export class FunctionTimeout extends Error {
  override readonly name = 'FunctionTimeout';
}

/** What Lambda passes as the second argument. */
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
  throw new Error('Handlers answer by their promise: done, fail and succeed ended with Node.js 0.10.');
}

/**
 * Calls a handler as Lambda does: the event is a copy, and after the timeout the caller goes on with FunctionTimeout.
 * A function that runs on cannot be stopped inside one process; its result is dropped.
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
