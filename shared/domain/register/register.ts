import type { Corrections } from '../sheets/sheet-correction.ts';
import type { SheetRegister } from '../sheets/sheet-register.ts';

/** A project's documents with their filterable fields, in memory and in order. */
export interface Register {
  /** Returns the page's document ids in order, and the number of matches. */
  page(query: RegisterQuery): { ids: string[]; total: number };
  /** Returns the same page with sort values, for merging several registers. */
  rows(query: RegisterQuery): { rows: RegisterRow[]; total: number };
  /**
   * Returns the sheets of the project by number. Those that a changed document or correction affects are derived again.
   * @param corrections all corrections of the project's sheets
   * @param at epoch milliseconds: only documents that existed then; without it, those that are not deleted
   */
  sheets(corrections: readonly Corrections[], at?: number): SheetRegister;
}

/** A matching document and its sort value: epoch milliseconds, bytes or a text; undefined without one. */
export interface RegisterRow {
  id: string;
  key: string | number | undefined;
}

/** The permitted values of `sort_by`. */
export const SORT_FIELDS = [
  'created_at',
  'updated_at',
  'uploaded_at',
  'title',
  'filename',
  'document_reference',
  'document_type',
  'status',
  'processing_status',
  'file_size',
] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/**
 * Titles, references and file names are sorted without regard to case and accents. Documents without the value come last
 * in both directions, and equal values are sorted by ascending id, so that pages never overlap.
 */
export interface RegisterQuery {
  sortBy: SortField;
  sortOrder: 'asc' | 'desc';
  skip: number;
  limit: number;
  /** Ignored with `asOf`, which evaluates deletion at its own instant. */
  isDeleted?: boolean;
  documentTypes?: readonly string[];
  processingStatuses?: readonly string[];
  excludedProcessingStatuses?: readonly string[];
  statuses?: readonly string[];
  category?: string;
  /** The `_id` of the user. */
  uploadedBy?: string;
  /** ISO 8601 instants, inclusive. */
  createdFrom?: string;
  createdTo?: string;
  /** ISO 8601, inclusive. */
  updatedFrom?: string;
  /**
   * In lower case. Matches if title, description and document_reference contain it as written, or match all of its
   * words (`askedWords`).
   */
  text?: string;
  /** Finds the document of each revision chain that was the latest at this instant. */
  asOf?: string;
}
