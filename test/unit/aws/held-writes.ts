import { AsyncLocalStorage } from 'node:async_hooks';
import type { Table } from '../../../shared/aws/clients/table.ts';

interface Hold {
  arrived: PromiseWithResolvers<void>;
  open: PromiseWithResolvers<void>;
}

/** Stops writes between their read and their write. */
export const holdWrites = (table: Table) => {
  const holds = new AsyncLocalStorage<Hold[]>();
  table.client.middlewareStack.add(
    (next, context) => async (args) => {
      const writes = /^(TransactWrite|Put|Update|Delete)/.test(String(context.commandName));
      const hold = writes ? holds.getStore()?.pop() : undefined;
      hold?.arrived.resolve();
      await hold?.open.promise;
      return next(args);
    },
    { step: 'initialize' },
  );

  return {
    /** Runs `late` up to its first write, then `early` to its end, then the rest of `late`. */
    overtaken: async <L, E>(late: () => Promise<L>, early: () => Promise<E>): Promise<[L, E]> => {
      const hold = { arrived: Promise.withResolvers<void>(), open: Promise.withResolvers<void>() };
      const running = holds.run([hold], late);
      running.catch(() => {});
      await Promise.race([hold.arrived.promise, running.catch(() => {})]);
      const done = await early().finally(() => hold.open.resolve());
      return [await running, done];
    },
  };
};
