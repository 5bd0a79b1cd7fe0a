import { parentPort, workerData } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import { provide } from '../../shared/http/provide.ts';
import { systemThread } from '../../shared/thread-environment.ts';
import { localAdapters } from './adapters.ts';
import type { ThreadCall, ThreadReply } from './function-threads.ts';
import { lambdaContext } from './invoke.ts';

// The body of a thread that runs one worker (function-threads.ts). It reaches the services over HTTP, as a Lambda
// function does.

const port = parentPort!;
const reply = (message: ThreadReply): void => port.postMessage(message);

provide(localAdapters);
const { handler }: { handler: (event: unknown, context: Context) => Promise<unknown> } = await import(
  `../../functions/workers/${workerData}.ts`
);
reply({ ready: systemThread() });

port.on('message', async ({ event, name, remainingMilliseconds, region }: ThreadCall) => {
  try {
    reply({ result: await handler(event, lambdaContext(name, remainingMilliseconds, region)) });
  } catch (error) {
    reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
