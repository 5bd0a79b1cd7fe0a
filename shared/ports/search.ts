import type { DocumentRecord } from '../domain/documents/document.ts';
import type { RegisterQuery } from '../domain/register/register.ts';
import type { Mode } from '../domain/search/rank.ts';
import type { PageStarts, SearchedType } from '../domain/search/rows.ts';
import type { Highlight } from '../domain/search/score.ts';
import type { TextChunk } from '../domain/text/index.ts';

export interface SearchPorts {
  'search.read': SearchRead;
  'search.index': SearchIndex;
  'search.known': SearchKnown;
  'chunks.write': ChunksWrite;
  embedder: Embedder;
}

/** A piece of a document's content with its vector. */
export interface StoredPiece {
  pages: PageStarts;
  text: string;
  /** In the direction of the embedder's vector; null where the text says nothing. */
  vector: Int8Array | null;
}

/** Whose words a document's pieces are: its file's, or a caller's. */
export type PiecesOf = 'file' | 'caller';

/** The pieces of documents, one object each. */
export interface ChunksWrite {
  /**
   * Replaces the pieces of a document. Vectors that the same model made of the same text are kept, so that each is paid
   * for once; the others are asked for. Running it twice leaves the same.
   */
  replace(
    organizationId: string,
    documentId: string,
    of: PiecesOf,
    chunks: readonly TextChunk[],
    embedder: Embedder,
  ): Promise<StoredPiece[]>;
  /** The pieces as they were stored; undefined where there are none with vectors of that model. */
  stored(organizationId: string, documentId: string, of: PiecesOf, model: string): Promise<StoredPiece[] | undefined>;
}

/** A question, and what may be found. */
export interface SearchRequest {
  text: string;
  /** The question's vector; without one, words alone decide. */
  vector?: { model: string; values: readonly number[] } | undefined;
  /** Similarity below which two texts of that model count as strangers. */
  floor: number;
  mode?: Mode;
  /** The projects that the caller may see: no row of another one is looked at. */
  projects: ReadonlySet<string> | 'all';
  types?: readonly SearchedType[] | undefined;
  documentTypes?: readonly string[] | undefined;
  statuses?: readonly string[] | undefined;
  disciplines?: readonly string[] | undefined;
  isLatest?: boolean | undefined;
  /** ISO 8601: of each chain of revisions the one that was the latest then. */
  asOf?: string | undefined;
  skip: number;
  limit: number;
}

export interface SearchHighlight extends Omit<Highlight, 'place'> {
  field: 'title' | 'content' | 'description';
  /** 1-based; null where the text lies on no page. */
  page: number | null;
}

export interface SearchHit {
  type: SearchedType;
  /** The document's id for its sheets too. */
  id: string;
  title: string;
  reference: string | null;
  document_type: string | null;
  discipline: string | null;
  project_id: string;
  status: string | null;
  is_latest: boolean;
  /** The sheet's page, or that of the piece that answers best. */
  page: number | null;
  score: number;
  highlights: SearchHighlight[];
}

type Facet = { value: string; count: number }[];

export interface SearchAnswer {
  items: SearchHit[];
  total: number;
  /** False where more were found than are counted. */
  isExact: boolean;
  facets: Record<'type' | 'project_id' | 'document_type' | 'discipline' | 'revision', Facet>;
  didYouMean: string | null;
  /** False while there is no index: only what changed lately was looked at. */
  isComplete: boolean;
}

/** What was typed so far, and of which projects something may be suggested. */
export interface SuggestRequest {
  text: string;
  projects: ReadonlySet<string> | 'all';
  limit: number;
}

export type SearchSuggestion = Pick<SearchHit, 'type' | 'id' | 'title' | 'reference' | 'project_id' | 'page'>;

/** A search of documents as a register's, over the projects that the caller may see. */
export interface DocumentsRequest
  extends Omit<RegisterQuery, 'asOf' | 'isDeleted' | 'processingStatuses' | 'excludedProcessingStatuses'> {
  projects: ReadonlySet<string> | 'all';
}

/** Search over all that an organization has, including the caller's own last write. */
export interface SearchRead {
  find(organizationId: string, request: SearchRequest): Promise<SearchAnswer>;
  suggest(organizationId: string, request: SuggestRequest): Promise<SearchSuggestion[]>;
  /** The ids of the page in order; undefined while there is no index. */
  documents(organizationId: string, request: DocumentsRequest): Promise<string[] | undefined>;
}

/** What a worker brings along to write an index. */
export interface IndexTools {
  /** Names the run, which holds the index meanwhile. */
  owner: string;
  embedder: Embedder;
  /** The pieces of a document's content. */
  piecesOf(record: DocumentRecord): Promise<StoredPiece[]>;
  /** Epoch milliseconds at which the run leaves the rest to another one. */
  until: number;
  signal: AbortSignal;
}

/**
 * How a run on an index ended: all is done; the rest is to be asked for again; or another worker has the index, which
 * then does what was asked.
 */
export type IndexWork = 'done' | 'unfinished' | 'elsewhere';

/** How an index stands against the table. Records are named `document:ID`, `task:ID`, `project:ID`. */
export interface IndexCheck {
  /** The embedding model of its vectors. */
  model: string;
  records: number;
  chunks: number;
  missing: string[];
  outdated: string[];
  superfluous: string[];
}

/**
 * Writing an organization's index; one worker at a time does. Each may run any number of times, and be killed anywhere:
 * what it has committed is not done again.
 */
export interface SearchIndex {
  /** Takes in what changed, and goes on with a build; begins one where there is no index, or another model made it. */
  catchUp(organizationId: string, tools: IndexTools): Promise<IndexWork>;
  /** Builds it anew from the table, beside the one that readers have meanwhile. */
  rebuild(organizationId: string, tools: IndexTools): Promise<IndexWork>;
  /** Takes in what changed, merges segments, and removes what belongs to no index. */
  compact(organizationId: string, tools: IndexTools): Promise<IndexWork>;
  /** Undefined where there is no index. */
  check(organizationId: string): Promise<IndexCheck | undefined>;
}

export interface SearchKnown {
  /** Some organizations that have an index, in the order of their names. @param after the last one of the former page */
  page(after: string | undefined, limit: number): Promise<string[]>;
  /** Those of them whose index has not been put in order for a day. */
  untended(organizationIds: readonly string[], now: Date): Promise<string[]>;
}

export interface Embedder {
  /** Names model and dimensions; kept beside the vectors. */
  readonly model: string;
  /** One unit vector per text, in order. Some models make other vectors of a question than of what may answer it. */
  embed(texts: readonly string[], purpose?: 'document' | 'query'): Promise<number[][]>;
}
