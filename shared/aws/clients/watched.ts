import { count } from '../../metrics.ts';
import { isThrottled } from '../../throttled.ts';

interface Stack {
  add(
    middleware: (next: (args: never) => Promise<unknown>) => (args: object) => Promise<unknown>,
    options: { step: 'finalizeRequest'; priority: 'low'; name: string },
  ): void;
}

/**
 * Counts what a client's service turns away, attempt by attempt: retries hide it from everybody else.
 *
 * @param service `DynamoDB`, a value of the metric's dimension
 */
export const watched = <C extends { middlewareStack: unknown }>(client: C, service: string): C => {
  (client.middlewareStack as Stack).add(
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
  return client;
};
