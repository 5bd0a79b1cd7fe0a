/**
 * A permitted transition of a record's status. It lists the statuses from which it may start, which the table turns
 * into the write's condition, so that a transition is one conditional write.
 */
export interface StatusTransition<Status extends string> {
  name: string;
  from: readonly Status[];
  to: Status;
}
