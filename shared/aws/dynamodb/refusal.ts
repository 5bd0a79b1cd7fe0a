/** A write whose condition failed: nothing was written. */
export class Refusal {
  /** The item as it stood in the way; undefined where there is none. */
  readonly standing: Record<string, unknown> | undefined;
  /** The member of the transaction that was refused; `record` for a single write. */
  readonly member: string;
  /** The position of the refused write within its member, from 0. */
  readonly place: number;

  constructor(standing: Record<string, unknown> | undefined, { member, place } = { member: 'record', place: 0 }) {
    this.standing = standing;
    this.member = member;
    this.place = place;
  }
}
