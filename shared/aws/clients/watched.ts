import { channel } from 'node:diagnostics_channel';
import { count } from '../../metrics.ts';
import { isThrottled } from '../../throttled.ts';

/** One call of a client that has been answered, as `npm run cost` counts it. */
interface WatchedCall {
  service: string;
  /** `GetItemCommand` */
  command: string;
  input: Record<string, unknown>;
  output: Record<string, unknown>;
}

/** Carries every `WatchedCall` while somebody listens. */
const CALLS = 'construction:aws-calls';
const calls = channel(CALLS);

interface Stack {
  add(
    middleware: (
      next: (args: never) => Promise<unknown>,
      context: { commandName?: string },
    ) => (args: { input: object }) => Promise<unknown>,
    options: { step: 'initialize' | 'finalizeRequest'; priority: 'low'; name: string },
  ): void;
}

/**
 * Counts what a client's service turns away, attempt by attempt: retries hide it from everybody else. While somebody
 * listens to `CALLS`, tables also say how many units a call took.
 *
 * @param service `DynamoDB`, a value of the metric's dimension
 */
export const watched = <C extends { middlewareStack: unknown }>(client: C, service: string): C => {
  const stack = client.middlewareStack as Stack;
  stack.add(
    (next) => async (args) => {
      try {
        return await next(args as never);
      } catch (error) {
        if (isThrottled(error)) count('Throttled', { Service: service });
        throw error;
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'countThrottled' },
  );
  stack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!calls.hasSubscribers) return next(args as never);
        if (service === 'DynamoDB') Object.assign(args.input, { ReturnConsumedCapacity: 'INDEXES' });
        const answered = (await next(args as never)) as { output: object };
        const { input } = args as { input: Record<string, unknown> };
        const call: WatchedCall = { service, command: commandName, input, output: { ...answered.output } };
        calls.publish(call);
        return answered;
      },
    { step: 'initialize', priority: 'low', name: 'tellCalls' },
  );
  return client;
};
