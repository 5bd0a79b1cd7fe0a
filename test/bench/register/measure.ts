import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { World } from '../../operations/support/register-world.ts';

export interface Cost {
  /** Of the table and of the bucket. */
  requests: number;
  /** Read units that the table reports. */
  units: number;
}
export interface Measured extends Cost {
  /** Milliseconds. */
  median: number;
  p95: number;
}

/** Counts requests, and the units consumed by those to the table. */
export const meter = ({ table, bucket }: World): Cost => {
  let [requests, units] = [0, 0];
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const { ConsumedCapacity: consumed } = result.output as {
        ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[];
      };
      requests++;
      for (const each of [consumed].flat()) units += each?.CapacityUnits ?? 0;
      return result;
    },
    { step: 'initialize' },
  );
  return {
    get requests() {
      return requests + bucket.state.requests;
    },
    get units() {
      return units;
    },
  };
};

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

/**
 * Runs each work `times` times, in turn, so that other load on the machine affects all of them alike. `before` runs
 * unmeasured before each.
 */
export const measure = async (
  cost: Cost,
  times: number,
  works: readonly (() => Promise<unknown>)[],
  before: (work: number) => Promise<unknown> = async () => {},
): Promise<Measured[]> => {
  const taken = works.map(() => ({ durations: [] as number[], requests: 0, units: 0 }));
  for (let run = 0; run < times; run++) {
    for (const [index, work] of works.entries()) {
      const total = taken[index]!;
      await before(index);
      const start = { ...cost };
      const from = performance.now();
      await work();
      total.durations.push(performance.now() - from);
      total.requests += cost.requests - start.requests;
      total.units += cost.units - start.units;
    }
  }
  return taken.map(({ durations, requests, units }) => {
    durations.sort((a, b) => a - b);
    return { median: at(durations, 0.5), p95: at(durations, 0.95), requests: requests / times, units: units / times };
  });
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the bytes held by the process after a collection: objects and typed arrays. */
export const heldBytes = (): number => {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
