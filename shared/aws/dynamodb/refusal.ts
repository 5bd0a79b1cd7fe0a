/** A write whose condition failed: nothing was written. */
export class Refusal {
  /** The item as it stood in the way; undefined where there is none. */
  readonly standing: Record<string, unknown> | undefined;
  /** Which member of the transaction was refused; 0 for a single write. */
  readonly index: number;

  constructor(standing: Record<string, unknown> | undefined, index = 0) {
    this.standing = standing;
    this.index = index;
  }
}
