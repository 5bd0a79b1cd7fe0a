/**
 * A legal move of a record's status. It knows the states it may start from, and the table builds the write's
 * condition from them, so that a move is one conditional write.
 */
export interface StatusTransition<Status extends string> {
  name: string;
  from: readonly Status[];
  to: Status;
}
