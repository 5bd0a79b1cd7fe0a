import { environment } from '../environment.ts';
import type { SlicePlan } from '../ports.ts';
import { leaseEnd } from './holding-lease.ts';

/** Units `from` to `to`, both inclusive, of the work of one run; those before `next` are done. */
export interface Slice {
  run: string;
  from: number;
  to: number;
  next: number;
}

/** Returns the unfinished slices of a plan. */
export const missingSlices = ({ run, count, size, finished }: SlicePlan): Slice[] =>
  Array.from({ length: Math.ceil(count / size) }, (_, i) => i * size + 1)
    .filter((from) => !finished.has(from))
    .map((from) => ({ run, from, to: Math.min(count, from + size - 1), next: from }));

/** Returns the owner of the lease that all slices of a run share. */
export const slicesOwner = (run: string): string => `slices:${run}`;

/** The number of lease durations for which the slices of a run may wait in the queue before they count as lost. */
const WAITING_LEASES = 30;

/** Returns until when (epoch milliseconds) the slices of a run may wait for the next of them to start. */
export const slicesWaitEnd = (now = Date.now()): number => now + WAITING_LEASES * (leaseEnd(now) - now);

/** Returns until when (epoch milliseconds) a run starts new units. */
export const sliceDeadline = (now = Date.now()): number => now + environment().SLICE_SECONDS * 1000;
