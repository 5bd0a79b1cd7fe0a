import type { Table } from '../clients/table.ts';

/** Where records and indexes lie. */
export interface Place {
  table: Table;
  /** A folder, or an address of the object store. */
  root: string;
}

/** Milliseconds by which readers and writers of an index look back behind its time, as the register does and why. */
export const OVERLAP = 60_000;
