/** A project's documents with their filterable fields, in memory and in order. */
export interface Register {
  /** Answers the page's document ids in order, and how many match in all. */
  page(query: RegisterQuery): { ids: string[]; total: number };
}

export type SortField =
  | 'created_at'
  | 'updated_at'
  | 'uploaded_at'
  | 'title'
  | 'filename'
  | 'document_reference'
  | 'document_type'
  | 'status'
  | 'processing_status'
  | 'file_size';

export interface RegisterQuery {
  sortBy: SortField;
  sortOrder: 'asc' | 'desc';
  skip: number;
  limit: number;
  isDeleted?: boolean;
  documentTypes?: readonly string[];
  processingStatuses?: readonly string[];
  excludedProcessingStatuses?: readonly string[];
  statuses?: readonly string[];
  category?: string;
  uploadedBy?: string;
  /** ISO 8601 instants, inclusive. */
  createdFrom?: string;
  createdTo?: string;
  /** Lower case; matched against title, description and document_reference. */
  text?: string;
  /** Answers which document of each revision chain was the latest at this instant. */
  asOf?: string;
}
