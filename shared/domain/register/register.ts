/** A project's documents with their filterable fields, in memory and in order. */
export interface Register {
  /** Answers the page's document ids in order, and how many match in all. */
  page(query: RegisterQuery): { ids: string[]; total: number };
  /** The same page with the values it is sorted by, for merging several registers. */
  rows(query: RegisterQuery): { rows: RegisterRow[]; total: number };
}

/** A matching document and its sort value: epoch milliseconds, bytes or lower-case text; undefined without one. */
export interface RegisterRow {
  id: string;
  key: string | number | undefined;
}

/** What `sort_by` may name. */
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
 * Texts sort without regard to case. Documents without the value come last in both directions, and equal
 * values follow in ascending order of the id, so that pages never overlap.
 */
export interface RegisterQuery {
  sortBy: SortField;
  sortOrder: 'asc' | 'desc';
  skip: number;
  limit: number;
  /** Left aside with `asOf`, which judges deletion at its own instant. */
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
  /** Lower case: title, description and document_reference hold it as it is, or answer all of its words (`askedWords`). */
  text?: string;
  /** Answers which document of each revision chain was the latest at this instant. */
  asOf?: string;
}
