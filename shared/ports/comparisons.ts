import type {
  BusyComparison,
  ComparisonChange,
  ComparisonRecord,
  ComparisonTransition,
} from '../domain/comparisons/comparison.ts';
import type { ReviewRecord } from '../domain/comparisons/review.ts';
import type { Wording, WordingTask } from '../domain/comparisons/wording.ts';
import type { Lease } from '../domain/documents/document.ts';
import type { Busy, ChangeGuard, RecordsWrite, Since } from './records.ts';

export interface ComparisonPorts {
  'comparisons.write': ComparisonsWrite;
  'comparisons.busy': ComparisonsBusy;
  'reviews.write': ReviewsWrite;
  describer: Describer;
}

/** Links both documents to a comparison in its transaction, and unlinks them in the one that deletes it. */
export interface ComparisonsWrite extends Omit<RecordsWrite<ComparisonRecord>, 'change'> {
  /** As of records; where the pair has been compared before, answers the comparison that stands. */
  create(record: ComparisonRecord): Promise<ComparisonRecord>;
  change(
    organizationId: string,
    id: string,
    change: ComparisonChange,
    guard: ChangeGuard & { transition?: ComparisonTransition },
  ): Promise<ComparisonRecord>;
  /** As `DocumentsWrite.extendLease`. */
  extendLease(organizationId: string, id: string, lease: Lease): Promise<boolean>;
  /** As `DocumentsWrite.dropLease`. */
  dropLease(organizationId: string, id: string, owner: string): Promise<void>;
  /** As `DocumentsWrite.leaseExtension`. */
  leaseExtension(organizationId: string, id: string, owner: string): Promise<number>;
}

export type ComparisonsBusy = Busy<BusyComparison & Since>;

/** A review is made only of a comparison that stands. */
export type ReviewsWrite = RecordsWrite<ReviewRecord>;

/** A language model that says changes of a drawing in other words. */
export interface Describer {
  /** Null where nobody named one: it is not to be asked then. */
  readonly model: string | null;
  /**
   * What the model makes of changes of one sheet; nothing that it says is checked but its form.
   * @throws Error where it does not answer as asked
   */
  describe(task: WordingTask, signal: AbortSignal): Promise<readonly Wording[]>;
}
