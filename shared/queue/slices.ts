import { environment } from '../environment.ts';
import type { SlicePlan } from '../ports.ts';
import { leaseEnd } from './lease.ts';

/** Units `from` to `to`, both inclusive, of the work of one run; those before `next` are done. */
export interface Slice {
  run: string;
  from: number;
  to: number;
  next: number;
}

/** The slices of a plan that are not done. */
export const missingSlices = ({ run, count, size, finished }: SlicePlan): Slice[] =>
  Array.from({ length: Math.ceil(count / size) }, (_, i) => i * size + 1)
    .filter((from) => !finished.has(from))
    .map((from) => ({ run, from, to: Math.min(count, from + size - 1), next: from }));

/** The lease that all slices of a run hold together. */
export const slicesOwner = (run: string): string => `slices:${run}`;

/** How many leases long the slices of a run may wait in the queue before they count as lost. */
const WAITING_LEASES = 30;

/** Until when (epoch milliseconds) the slices of a run may wait for the next of them to start. */
export const slicesWaitEnd = (now = Date.now()): number => now + WAITING_LEASES * (leaseEnd(now) - now);

/** Until when (epoch milliseconds) a run takes up new units. */
export const sliceDeadline = (now = Date.now()): number => now + environment().SLICE_SECONDS * 1000;
