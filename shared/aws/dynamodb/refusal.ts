/** A write whose condition failed, so that nothing was written. */
export class Refusal {
  /** The stored item that violated the condition; undefined if there is none. */
  readonly standing: Record<string, unknown> | undefined;
  /** The member of the transaction whose condition failed; `record` for a single write. */
  readonly member: string;
  /** The index of the refused write within its member, from 0. */
  readonly place: number;

  constructor(standing: Record<string, unknown> | undefined, { member, place } = { member: 'record', place: 0 }) {
    this.standing = standing;
    this.member = member;
    this.place = place;
  }
}
