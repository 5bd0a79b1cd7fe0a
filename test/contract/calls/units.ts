import { setTimeout } from 'node:timers/promises';
import { clientOfTables } from '../../../shared/aws/clients/table.ts';

/** Capacity units of the tables, indexes included. */
export interface Units {
  read: number;
  write: number;
}

type Next = (args: { input: object }) => Promise<{ output: { ConsumedCapacity?: unknown } }>;
interface Stack {
  add(middleware: (next: Next, context: { commandName?: string }) => Next, options: { step: 'initialize' }): void;
}

/** Counts the units that this process's client of the tables consumes from now on. */
export const unitsOfTable = () => {
  let units: Units = { read: 0, write: 0 };
  const pending = new Set<Promise<unknown>>();
  (clientOfTables().middlewareStack as unknown as Stack).add(
    (next, { commandName = '' }) =>
      (args) => {
        const sent = next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const counted = sent.then(({ output }) => {
          const consumed = [output.ConsumedCapacity].flat() as ({ CapacityUnits?: number } | undefined)[];
          const sum = consumed.reduce((all, each) => all + (each?.CapacityUnits ?? 0), 0);
          units[/Put|Update|Delete|Write/.test(commandName) ? 'write' : 'read'] += sum;
        });
        const settled = counted.catch(() => {}).finally(() => pending.delete(settled));
        pending.add(settled);
        return sent;
      },
    { step: 'initialize' },
  );
  return {
    /** Resolves to the units since the previous call, once every request has been answered. */
    taken: async (): Promise<Units> => {
      while (pending.size > 0) await Promise.race([Promise.all(pending), setTimeout(1000)]);
      const taken = units;
      units = { read: 0, write: 0 };
      return taken;
    },
  };
};
