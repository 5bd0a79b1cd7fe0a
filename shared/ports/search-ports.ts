import type { DocumentRecord } from '../domain/documents/document.ts';
import type { RegisterQuery } from '../domain/register/register.ts';
import type { Highlight } from '../domain/search/match-score.ts';
import type { Mode } from '../domain/search/rank.ts';
import type { PageStarts, SearchedType } from '../domain/search/rows.ts';
import type { SectionName, TextChunk } from '../domain/text/index.ts';
import type { FractionBox } from '../domain/text/placed-text.ts';

export interface SearchPorts {
  'search.read': SearchRead;
  'search.index': SearchIndex;
  'search.known': SearchKnown;
  'chunks.write': ChunksWrite;
  embedder: Embedder;
}

/** A piece of a document's text with its vector. */
export interface StoredPiece {
  pages: PageStarts;
  text: string;
  /** Quantised from the embedder's unit vector; null if the text has no meaning to embed. */
  vector: Int8Array | null;
}

/** The source of a document's pieces: its file, or a text supplied by a caller. */
export type PiecesOf = 'file' | 'caller';

/** The pieces of documents, one object per document and source. */
export interface ChunksWrite {
  /**
   * Replaces the pieces of a document. Vectors that the same model made of the same text are reused, so that each is
   * paid for once; the others are requested. May be repeated.
   */
  replace(
    organizationId: string,
    documentId: string,
    of: PiecesOf,
    chunks: readonly TextChunk[],
    embedder: Embedder,
  ): Promise<StoredPiece[]>;
  /** Returns the stored pieces; undefined if there are none with vectors of that model. */
  stored(organizationId: string, documentId: string, of: PiecesOf, model: string): Promise<StoredPiece[] | undefined>;
}

/** A row that matches a search, best first among others. */
export interface FoundRow {
  key: string;
  type: SearchedType;
  /** The document's id, also for a sheet of the document. */
  id: string;
  project_id: string;
  /** The page of a sheet. */
  page: number | null;
  is_latest: boolean;
}

/** A search query and its filters. */
export interface SearchRequest {
  text: string;
  /** The query's vector; without one, the ranking depends on words alone. */
  vector?: { model: string; values: readonly number[] } | undefined;
  /** Similarity below which two texts of that model count as unrelated. */
  floor: number;
  mode?: Mode;
  /** The projects that the caller may see. Rows of other projects are not read. */
  projects: ReadonlySet<string> | 'all';
  types?: readonly SearchedType[] | undefined;
  documentTypes?: readonly string[] | undefined;
  statuses?: readonly string[] | undefined;
  disciplines?: readonly string[] | undefined;
  isLatest?: boolean | undefined;
  /** Returns the keys of the rows that later revisions of their sheets have replaced; `is_latest` is false for them. */
  superseded?: (rows: readonly FoundRow[]) => Promise<ReadonlySet<string>>;
  /** ISO 8601: finds, of each revision chain, the document that was the latest at this time. */
  asOf?: string | undefined;
  skip: number;
  limit: number;
}

export interface SearchHighlight extends Omit<Highlight, 'place'> {
  field: 'title' | 'content' | 'description';
  /** 1-based; null if the text is on no page. */
  page: number | null;
  /** Around the piece of the content that contains the passage; null if it is not known. */
  box: FractionBox | null;
  section: SectionName | null;
}

export interface SearchHit {
  type: SearchedType;
  /** The document's id, also for a sheet of the document. */
  id: string;
  title: string;
  reference: string | null;
  document_type: string | null;
  discipline: string | null;
  project_id: string;
  status: string | null;
  is_latest: boolean;
  /** The sheet's page, or the page of the best matching piece. */
  /** The section of the best matching passage; null if it is in none. */
  section: SectionName | null;
  page: number | null;
  score: number;
  highlights: SearchHighlight[];
}

type Facet = { value: string; count: number }[];

export interface SearchAnswer {
  items: SearchHit[];
  total: number;
  /** False if there are more hits than are counted. */
  isExact: boolean;
  facets: Record<'type' | 'project_id' | 'document_type' | 'discipline' | 'revision', Facet>;
  didYouMean: string | null;
  /** False while there is no index: only recent changes were searched. */
  isComplete: boolean;
}

/** The text typed so far, and the projects from which suggestions may come. */
export interface SuggestRequest {
  text: string;
  projects: ReadonlySet<string> | 'all';
  limit: number;
}

export type SearchSuggestion = Pick<SearchHit, 'type' | 'id' | 'title' | 'reference' | 'project_id' | 'page'>;

/** A search for documents with the filters of the register, over the projects that the caller may see. */
export interface DocumentsRequest
  extends Omit<RegisterQuery, 'asOf' | 'isDeleted' | 'processingStatuses' | 'excludedProcessingStatuses'> {
  projects: ReadonlySet<string> | 'all';
}

/** Searches all records of an organization, including the caller's own last write. */
export interface SearchRead {
  find(organizationId: string, request: SearchRequest): Promise<SearchAnswer>;
  suggest(organizationId: string, request: SuggestRequest): Promise<SearchSuggestion[]>;
  /** Returns the ids of the page, in order; undefined while there is no index. */
  documents(organizationId: string, request: DocumentsRequest): Promise<string[] | undefined>;
}

/** What a worker supplies to write an index. */
export interface IndexTools {
  /** Identifies the run, which holds the index's lease. */
  owner: string;
  embedder: Embedder;
  /** Returns the pieces of a document's text. */
  piecesOf(record: DocumentRecord): Promise<StoredPiece[]>;
  /** Epoch milliseconds at which the run stops and leaves the rest to another one. */
  until: number;
  signal: AbortSignal;
}

/**
 * How a run on an index ended: everything is done; the rest has to be requested again; or another worker holds the
 * index and will do what was requested.
 */
export type IndexWork = 'done' | 'unfinished' | 'elsewhere';

/** The differences between an index and the table. Records are named `document:ID`, `task:ID`, `project:ID`. */
export interface IndexCheck {
  /** The embedding model of the index's vectors. */
  model: string;
  records: number;
  chunks: number;
  missing: string[];
  outdated: string[];
  superfluous: string[];
}

/**
 * Writes an organization's index, one worker at a time. Each method may be repeated and may be killed at any point:
 * what it has committed is not done again.
 */
export interface SearchIndex {
  /** Indexes recent changes and continues a build; starts one if there is no index or another model made it. */
  catchUp(organizationId: string, tools: IndexTools): Promise<IndexWork>;
  /** Rebuilds the index from the table. Readers keep using the current one until the build is complete. */
  rebuild(organizationId: string, tools: IndexTools): Promise<IndexWork>;
  /** Indexes recent changes, merges segments and removes objects that belong to no index. */
  compact(organizationId: string, tools: IndexTools): Promise<IndexWork>;
  /** Compares the index with the table; undefined if there is no index. */
  check(organizationId: string): Promise<IndexCheck | undefined>;
}

export interface SearchKnown {
  /**
   * Returns at most `limit` organizations that have an index, sorted by id. @param after the last one of the previous
   * page
   */
  page(after: string | undefined, limit: number): Promise<string[]>;
  /** Returns those of them whose index has not been maintained for a day. */
  untended(organizationIds: readonly string[], now: Date): Promise<string[]>;
}

export interface Embedder {
  /** Names the model and the dimensions; stored beside the vectors. */
  readonly model: string;
  /** Returns one unit vector per text, in order. Some models embed queries and documents differently. */
  embed(texts: readonly string[], purpose?: 'document' | 'query'): Promise<number[][]>;
}
