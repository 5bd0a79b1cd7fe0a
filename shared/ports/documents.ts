import type { BusyDocument, DocumentChange, DocumentRecord, Lease } from '../domain/documents/document.ts';
import type { Transition } from '../domain/documents/transitions.ts';
import type { Awaited, Due, Unread } from '../domain/due.ts';
import type { Register } from '../domain/register/register.ts';
import type { SheetRole } from '../domain/sheets/citations.ts';
import type { UploadRecord } from '../domain/uploads/upload.ts';
import type { Busy, ChangeGuard, Since } from './records.ts';

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
}

export interface DocumentsRead {
  /** The record, deleted ones included; undefined when the organization has none of that id. */
  get(organizationId: string, documentId: string): Promise<DocumentRecord | undefined>;
  /** At most 100 records in the order asked; absent ones are undefined. */
  getMany(organizationId: string, documentIds: readonly string[]): Promise<(DocumentRecord | undefined)[]>;
}

/** A project's register as it stands, exact and including the caller's own last write. */
export interface RegisterRead {
  read(organizationId: string, projectId: string): Promise<Register>;
}

export interface RegisterSnapshot {
  /** Stores the register as it stands for readers that start cold; running it twice changes nothing for them. */
  renew(organizationId: string, projectId: string): Promise<void>;
}

export interface DocumentsWrite {
  /**
   * Stores a document with its register entry in one transaction. Where it revises another one, the same
   * transaction makes it the latest of its chain. The same `creation_id` again answers the stored record.
   * @param upload whose file it registers, whether or not that has arrived: one document for one upload
   * @throws Conflict when the id is taken in the organization, or another document has that upload
   */
  create(record: DocumentRecord, upload?: UploadRecord): Promise<DocumentRecord>;
  /**
   * One transaction on the record and its register entry; answers the record after the change.
   * @throws NotFound when there is no such record, Conflict with the state that stood in the way.
   */
  change(
    organizationId: string,
    projectId: string,
    documentId: string,
    change: DocumentChange,
    guard: ChangeGuard & { transition?: Transition },
  ): Promise<DocumentRecord>;
  /**
   * Moves the end of a lease without a write on the record; false where another worker has the document, or it is
   * deleted.
   */
  extendLease(organizationId: string, documentId: string, lease: Lease): Promise<boolean>;
  /** Clears away how far that owner has extended its lease. */
  dropLease(organizationId: string, documentId: string, owner: string): Promise<void>;
  /** Until when (epoch milliseconds) that owner has extended its lease; 0 where it never did. */
  leaseExtension(organizationId: string, documentId: string, owner: string): Promise<number>;
  /**
   * Claims the file's SHA-256 within the project. Answers the document id that holds it: the caller's own,
   * or the original of which this one is a duplicate. A deleted holder is replaced.
   */
  claimContent(organizationId: string, projectId: string, sha256: string, documentId: string): Promise<string>;
  /** Gives a claim back where this document holds it. */
  releaseContent(organizationId: string, projectId: string, sha256: string, documentId: string): Promise<void>;
}

/**
 * Deletion is a mark, set and taken back in one transaction with the register and the revision chain: the youngest
 * document of the chain that is not deleted is its latest. Both answer the record after the change, also when it
 * was as wanted before. @throws NotFound, or Conflict when `ifVersion` is not the current version
 */
export interface DocumentsDelete {
  delete(
    record: DocumentRecord,
    terms: { ifVersion?: number | undefined; writeId: string; now: Date },
  ): Promise<DocumentRecord>;
  restore(
    record: DocumentRecord,
    terms: { ifVersion?: number | undefined; writeId: string; now: Date },
  ): Promise<DocumentRecord>;
}

/** Removing documents for good, step by step; each step may run twice. */
export interface DocumentsPurge {
  /** Deleted documents whose mark was set before a time (ISO 8601), at most `limit` a shard. */
  due(before: string, limit: number): Promise<Due[]>;
  /**
   * Takes the document from all its readers, irrevocably, in one transaction. Answers it as it stands, also where that
   * was done before; undefined where there is nothing to purge.
   *
   * @param terms `deletedAt` is the time of the mark on which the purge rests: another one, or none, is left alone.
   *   Without it the document goes with its whole project.
   */
  begin(
    organizationId: string,
    documentId: string,
    terms: { deletedAt?: string; now: Date },
  ): Promise<DocumentRecord | undefined>;
  /** Lets go of the file; true where no other document was registered for it. */
  releaseFile(record: DocumentRecord): Promise<boolean>;
  /** Chunks, leases, plans of slices, the claim on the content, and with its project the revision chain. */
  removeBeside(record: DocumentRecord, withProject: boolean): Promise<void>;
  /** The record itself, at last. */
  end(record: DocumentRecord): Promise<void>;
}

/** Documents that were registered before their file came. */
export interface DocumentsAwaited {
  /** Those to be looked at before a time (ISO 8601), at most `limit` a shard. */
  due(before: string, limit: number): Promise<Awaited[]>;
  postpone(awaited: Awaited, at: string): Promise<void>;
  /** Nobody looks at it any more. */
  settle(awaited: Awaited): Promise<void>;
}

/** Documents whose scanned pages are to be read: they are listed from the write that leaves them so. */
export interface DocumentsUnread {
  /** Those to be looked at before a time (ISO 8601), at most `limit` a shard. */
  due(before: string, limit: number): Promise<Unread[]>;
  /** Has it looked at again from `at` on. */
  postpone(unread: Unread, next: Pick<Unread, 'at' | 'finished'>): Promise<void>;
  /** Nobody looks at it any more. */
  settle(unread: Unread): Promise<void>;
}

export type DocumentsBusy = Busy<BusyDocument & Since>;

/** Work on a document that is done in slices. Its units are numbered from 1: pages, or the pages to be recognised. */
export interface SlicePlan {
  /** The processing run that it belongs to: a document that is queued again makes another. */
  run: string;
  /** Units in all, and of each slice but the last. */
  count: number;
  size: number;
  /** First units of the slices that are done. */
  finished: ReadonlySet<number>;
  /** How often the slices were sent again since one was last finished. */
  rounds: number;
  /** What the first run found out and every slice needs. */
  facts: Record<string, unknown>;
}

export interface SlicesWrite {
  /** Starts the plan. Where that run has one already, counts a round on it and answers it as it stands. */
  begin(
    organizationId: string,
    documentId: string,
    work: string,
    plan: Pick<SlicePlan, 'run' | 'count' | 'size' | 'facts'>,
  ): Promise<SlicePlan>;
  get(organizationId: string, documentId: string, work: string): Promise<SlicePlan | undefined>;
  /** Marks one slice as done, any number of times; undefined where the run is no longer under way. */
  finish(
    organizationId: string,
    documentId: string,
    work: string,
    slice: { run: string; from: number },
  ): Promise<SlicePlan | undefined>;
  /** Takes the run's plan away; another run's stays. */
  remove(organizationId: string, documentId: string, work: string, run: string): Promise<void>;
}

/** Which documents of a project hold or cite a sheet number. */
export interface SheetIndexRead {
  /**
   * Ids of documents, at most `limit`; hints, some of which may be deleted or say otherwise by now.
   * @param sheet its number as `sheetKeysOf` makes it
   */
  documents(
    organizationId: string,
    projectId: string,
    sheet: { key: string; role: SheetRole },
    limit: number,
  ): Promise<string[]>;
}

/** A word read from an image: a box in pixels, origin top left, and 0..100 of confidence. */
interface RecognisedWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  confidence: number;
}

/** Text recognition of page images. */
export interface Ocr {
  /**
   * Reads one page: grey pixels row by row.
   * @throws FileError when the image cannot be read, or Unavailable: trying again may help
   */
  recognise(
    image: { data: Uint8Array; width: number; height: number },
    options: { dpi: number; deadline_ms?: number; layout?: 'scattered' | 'ruled' },
  ): Promise<{ words: RecognisedWord[]; text: string; confidence: number; complete: boolean }>;
}
