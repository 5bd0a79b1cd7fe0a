/** A write whose condition failed, so that nothing was written. */
export class Refusal {
  /** The stored item that violated the condition; undefined if there is none. */
  readonly existing: Record<string, unknown> | undefined;
  /** The member of the transaction whose condition failed; `record` for a single write. */
  readonly member: string;
  /** The index of the refused write within its member, from 0. */
  readonly index: number;

  constructor(existing: Record<string, unknown> | undefined, { member, index } = { member: 'record', index: 0 }) {
    this.existing = existing;
    this.member = member;
    this.index = index;
  }
}
