import type {
  BusyComparison,
  ComparisonChange,
  ComparisonRecord,
  ComparisonTransition,
} from '../domain/comparisons/comparison.ts';
import type { ReviewRecord } from '../domain/comparisons/review.ts';
import type { Wording, WordingTask } from '../domain/comparisons/wording.ts';
import type { Lease } from '../domain/lease.ts';
import type { Busy, ChangeGuard, RecordsWrite, Since } from './record-ports.ts';

export interface ComparisonPorts {
  'comparisons.write': ComparisonsWrite;
  'comparisons.busy': ComparisonsBusy;
  'reviews.write': ReviewsWrite;
  describer: Describer;
}

/**
 * Writes comparisons. The transaction that creates a comparison links it to both documents; the one that deletes it
 * removes the links.
 */
export interface ComparisonsWrite extends Omit<RecordsWrite<ComparisonRecord>, 'change'> {
  /** As `RecordsWrite.create`. If the pair has been compared before, returns the existing comparison. */
  create(record: ComparisonRecord): Promise<ComparisonRecord>;
  change(
    organizationId: string,
    id: string,
    change: ComparisonChange,
    guard: ChangeGuard<ComparisonRecord> & { transition?: ComparisonTransition },
  ): Promise<ComparisonRecord>;
  /** As `DocumentsWrite.extendLease`. */
  extendLease(organizationId: string, id: string, lease: Lease): Promise<boolean>;
  /** As `DocumentsWrite.dropLease`. */
  dropLease(organizationId: string, id: string, owner: string): Promise<void>;
  /** As `DocumentsWrite.leaseExtension`. */
  leaseExtension(organizationId: string, id: string, owner: string): Promise<number>;
}

export type ComparisonsBusy = Busy<BusyComparison & Since>;

/** Writes reviews. Creating one requires that its comparison exists. */
export type ReviewsWrite = RecordsWrite<ReviewRecord>;

/** A language model that rewords the changes between two drawings. */
export interface Describer {
  /** Null if no model is configured; `describe` must not be called then. */
  readonly model: string | null;
  /**
   * Returns the model's wordings for the changes of one sheet. Only their form is validated, not their content.
   * @throws Error if the model does not answer in the requested form
   */
  describe(task: WordingTask, signal: AbortSignal): Promise<readonly Wording[]>;
}
