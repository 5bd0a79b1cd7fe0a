import type { BusyDocument, DocumentChange, DocumentRecord } from '../domain/documents/document.ts';
import type { Transition } from '../domain/documents/transitions.ts';
import type { Awaited, Due, StoredFile, Unread } from '../domain/due.ts';
import type { Lease } from '../domain/lease.ts';
import type { Register } from '../domain/register/register.ts';
import type { SheetRole } from '../domain/sheets/citations.ts';
import type { BlockAnswers } from '../domain/sheets/second-opinion.ts';
import type { UploadRecord } from '../domain/uploads/upload-record.ts';
import type { Busy, ChangeGuard, Since } from './record-ports.ts';

export interface DocumentPorts {
  'documents.read': DocumentsRead;
  'documents.write': DocumentsWrite;
  'documents.delete': DocumentsDelete;
  'documents.busy': DocumentsBusy;
  'documents.purge': DocumentsPurge;
  'documents.awaited': DocumentsAwaited;
  'documents.unread': DocumentsUnread;
  'register.read': RegisterRead;
  'register.snapshot': RegisterSnapshot;
  'slices.write': SlicesWrite;
  'sheet-index.read': SheetIndexRead;
  ocr: Ocr;
  'block-reader': BlockReader;
}

export interface DocumentsRead {
  /** Returns the record, also if it is deleted; undefined if the organization has no document with that id. */
  get(organizationId: string, documentId: string): Promise<DocumentRecord | undefined>;
  /** Returns at most 100 records in the order of the ids; absent ones are undefined. */
  getMany(organizationId: string, documentIds: readonly string[]): Promise<(DocumentRecord | undefined)[]>;
}

/** Reads a project's current register: exact, and including the caller's own last write. */
export interface RegisterRead {
  read(organizationId: string, projectId: string): Promise<Register>;
}

export interface RegisterSnapshot {
  /** Stores the current register for readers without one in memory. Repeating it changes nothing for them. */
  renew(organizationId: string, projectId: string): Promise<void>;
}

/** Where a new document's file comes from. */
export interface FileSource {
  upload?: UploadRecord;
  file?: StoredFile;
}

export interface DocumentsWrite {
  /**
   * Stores a document with its register entry in one transaction. If it revises another document, the same transaction
   * makes it the latest of its chain. A repeated create with the same `creation_id` returns the stored record.
   * @param source `upload`: the upload whose file the document registers, whether or not the file has arrived; an upload
   * belongs to one document. `file`: the note of the file, which is removed
   * @throws Conflict if the id is taken in the organization, or if another document has that upload
   */
  create(record: DocumentRecord, source?: FileSource): Promise<DocumentRecord>;
  /**
   * Notes a file that is about to be stored for a document. Unless `create` registers it by `at`, `sweep-uploads` removes
   * it.
   */
  noteFile(file: StoredFile): Promise<void>;
  /**
   * Changes the record and its register entry in one transaction and returns the changed record.
   * @throws NotFound if the record does not exist; Conflict, with the state that prevented the change
   */
  change(
    organizationId: string,
    projectId: string,
    documentId: string,
    change: DocumentChange,
    guard: ChangeGuard<DocumentRecord> & { transition?: Transition },
  ): Promise<DocumentRecord>;
  /**
   * Extends a lease without a write on the record. Returns false if another worker holds the document or it is deleted.
   */
  extendLease(organizationId: string, documentId: string, lease: Lease): Promise<boolean>;
  /** Removes the extension of the lease by that owner. */
  dropLease(organizationId: string, documentId: string, owner: string): Promise<void>;
  /** Returns until when (epoch milliseconds) that owner has extended its lease; 0 if it has not. */
  leaseExtension(organizationId: string, documentId: string, owner: string): Promise<number>;
  /**
   * Claims the file's SHA-256 within the project until the document is deleted. Returns the id of the document that
   * holds the claim: its own, or the original of which it is a duplicate. Returns undefined if the document is deleted.
   */
  claimContent(
    record: Pick<DocumentRecord, 'organization_id' | 'project_id' | 'document_id'>,
    sha256: string,
  ): Promise<string | undefined>;
}

/**
 * Deletes and restores documents. Deletion is a mark, set and removed in one transaction with the register, the
 * claim on the content and the revision chain: the youngest document of the chain that is not deleted is its latest. Both methods return the record
 * after the change, also if it already had the requested state.
 * @throws NotFound; Conflict if `ifVersion` is not the current version
 */
export interface DocumentsDelete {
  delete(
    record: DocumentRecord,
    terms: { ifVersion?: number | undefined; writeId: string; now: Date },
  ): Promise<DocumentRecord>;
  /** @throws Conflict also if another document holds the claim on the content */
  restore(
    record: DocumentRecord,
    terms: { ifVersion?: number | undefined; writeId: string; now: Date },
  ): Promise<DocumentRecord>;
}

/** Removes documents permanently, step by step. Each step may be repeated. */
export interface DocumentsPurge {
  /** Returns deleted documents whose mark was set before a time (ISO 8601), at most `limit` per shard. */
  due(before: string, limit: number): Promise<Due[]>;
  /**
   * Hides the document from all readers, irrevocably, in one transaction. Returns its current record, also if this was
   * done before; undefined if there is nothing to purge.
   * @param terms `deletedAt` is the time of the deletion mark that justifies the purge: a document with another mark,
   * or without one, is not touched. Without `deletedAt`, the document is removed with its whole project.
   */
  begin(
    organizationId: string,
    documentId: string,
    terms: { deletedAt?: string; now: Date },
  ): Promise<DocumentRecord | undefined>;
  /** Releases the document's hold on its file. Returns true if no other document is registered for the file. */
  releaseFile(record: DocumentRecord): Promise<boolean>;
  /**
   * Removes chunks, leases and slice plans and, if the whole project is removed, the revision chain.
   */
  removeBeside(record: DocumentRecord, withProject: boolean): Promise<void>;
  /** Removes the record itself, as the last step. */
  end(record: DocumentRecord): Promise<void>;
}

/** Documents that were registered before their file arrived. */
export interface DocumentsAwaited {
  /** Returns those due before a time (ISO 8601), at most `limit` per shard. */
  due(before: string, limit: number): Promise<Awaited[]>;
  postpone(awaited: Awaited, at: string): Promise<void>;
  /** Removes the entry: the document no longer waits for a file. */
  settle(awaited: Awaited): Promise<void>;
}

/**
 * Documents with scanned pages that are still to be recognised. The write that creates this state also lists the
 * document here.
 */
export interface DocumentsUnread {
  /** Returns those due before a time (ISO 8601), at most `limit` per shard. */
  due(before: string, limit: number): Promise<Unread[]>;
  /** Makes the document due again at `at`. */
  postpone(unread: Unread, next: Pick<Unread, 'at' | 'finished'>): Promise<void>;
  /** Removes the entry: no page is left to be recognised. */
  settle(unread: Unread): Promise<void>;
}

export type DocumentsBusy = Busy<BusyDocument & Since>;

/**
 * The plan of work on a document that is done in slices. Its units, numbered from 1, are pages or the pages to be
 * recognised.
 */
export interface SlicePlan {
  /** The processing run that the plan belongs to. A document that is queued again gets another plan. */
  run: string;
  /** Number of units in all; `size` is the number of units per slice, except the last. */
  count: number;
  size: number;
  /** First units of the finished slices. */
  finished: ReadonlySet<number>;
  /** How often the slices have been sent again since one was last finished. */
  rounds: number;
  /** Facts that the first run established and every slice needs. */
  facts: Record<string, unknown>;
}

export interface SlicesWrite {
  /** Starts the plan. If the run already has one, increments its rounds and returns it. */
  begin(
    organizationId: string,
    documentId: string,
    work: string,
    plan: Pick<SlicePlan, 'run' | 'count' | 'size' | 'facts'>,
  ): Promise<SlicePlan>;
  get(organizationId: string, documentId: string, work: string): Promise<SlicePlan | undefined>;
  /** Marks one slice as finished; may be repeated. Returns undefined if the run is no longer in progress. */
  finish(
    organizationId: string,
    documentId: string,
    work: string,
    slice: { run: string; from: number },
  ): Promise<SlicePlan | undefined>;
  /** Removes the plan of that run; the plan of another run is kept. */
  remove(organizationId: string, documentId: string, work: string, run: string): Promise<void>;
}

/** Finds the documents of a project that hold or cite a sheet number. */
export interface SheetIndexRead {
  /**
   * Returns the ids of at most `limit` documents. They are hints: some of the documents may since have been deleted or
   * changed.
   * @param sheet its number, normalised by `sheetKeysOf`
   */
  documents(
    organizationId: string,
    projectId: string,
    sheet: { key: string; role: SheetRole },
    limit: number,
  ): Promise<string[]>;
}

/** A word recognised in an image: its box in pixels from the top left, and a confidence of 0 to 100. */
interface RecognisedWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  confidence: number;
  angle?: 270;
}

/** Optical character recognition of page images. */
export interface Ocr {
  /**
   * Languages (ISO 639-2) with data, the one first that is used by default, and wanted ones without data; absent if the
   * engine does not depend on any.
   */
  languages?: { available: readonly string[]; missing: readonly string[] };
  /**
   * Recognises the text of one page, given as greyscale pixels in row order, in one of the available languages; in one of
   * another script than the Latin one together with English, unless it is read alone.
   * @throws FileError if the image cannot be read; Unavailable if a retry may succeed
   */
  recognise(
    image: { data: Uint8Array; width: number; height: number },
    options: {
      dpi: number;
      deadline_ms?: number;
      layout?: 'scattered' | 'ruled';
      language?: string | null;
      alone?: boolean;
    },
  ): Promise<{ words: RecognisedWord[]; text: string; confidence: number; complete: boolean }>;
}

/** A vision model that reads title blocks. */
export interface BlockReader {
  /** Null if no model is configured; `read` must not be called then. */
  readonly model: string | null;
  /**
   * Returns the model's reading of the image of a title block. Only its form is validated, not its content.
   * @param png the upright image
   * @throws Error if the model does not answer in the requested form
   */
  read(png: Uint8Array, signal: AbortSignal): Promise<BlockAnswers>;
}
