import type { Caller } from './domain/access/caller.ts';
import type { ComparisonChange, ComparisonRecord, ComparisonTransition } from './domain/comparisons/comparison.ts';
import type { DocumentChange, DocumentRecord, Lease } from './domain/documents/document.ts';
import type { Transition } from './domain/documents/transitions.ts';
import type { ProjectRecord } from './domain/projects/project.ts';
import type { Register } from './domain/register/register.ts';
import type { UploadRecord } from './domain/uploads/upload.ts';

/**
 * The capabilities an operation or a worker can declare in `uses`. Each name is the type of what the handle
 * gets, the adapter that its bundle holds and the grant of its function; split so that a reader never holds
 * a write. Every method takes the tenant first: it is part of each key.
 */
export interface Ports {
  'documents.read': DocumentsRead;
  'documents.write': DocumentsWrite;
  'documents.delete': DocumentsDelete;
  'documents.busy': DocumentsBusy;
  'comparisons.read': ComparisonsRead;
  'comparisons.write': ComparisonsWrite;
  'comparisons.busy': ComparisonsBusy;
  'register.read': RegisterRead;
  'chunks.write': ChunksWrite;
  'projects.read': ProjectsRead;
  'projects.write': ProjectsWrite;
  'memberships.read': MembershipsRead;
  'uploads.read': UploadsRead;
  'uploads.write': UploadsWrite;
  'files.read': FilesRead;
  'files.write': FilesWrite;
  'files.presign': FilesPresign;
  'files.multipart': FilesMultipart;
  'links.seal': LinksSeal;
  'links.open': LinksOpen;
  'queue.process': Queue<ProcessMessage>;
  'queue.compare': Queue<CompareMessage>;
  'queue.ocr': Queue<ProcessMessage>;
  'queue.arrivals': Queue<{ path: string }>;
  embedder: Embedder;
  ocr: Ocr;
  'limits.write': LimitsWrite;
  'idempotency.write': IdempotencyWrite;
}
export type PortName = keyof Ports;

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

/** What a change is held against; each part that is given becomes part of the write's condition. */
export interface WriteGuard {
  transition?: Transition;
  /** The ETag's version that the caller saw. */
  ifVersion?: number;
  /** The lease this worker holds. */
  leaseOwner?: string;
  /** The lease must be absent or have ended at this time (epoch milliseconds). */
  leaseFreeAt?: number;
  isDeleted?: boolean;
}

export interface DocumentsWrite {
  /**
   * Stores a document with its register entry in one transaction. Where it revises another one, the same
   * transaction makes it the latest of its chain. The same `creation_id` again answers the stored record.
   * @param awaitedUpload the upload whose file is not there yet: its arrival finds the document through it
   * @throws Conflict when the id is taken in the organization, or another document awaits that upload.
   */
  create(record: DocumentRecord, awaitedUpload?: string): Promise<DocumentRecord>;
  /**
   * One transaction on the record and its register entry; answers the record after the change.
   * @throws NotFound when there is no such record, Conflict with the state that stood in the way.
   */
  change(
    organizationId: string,
    projectId: string,
    documentId: string,
    change: DocumentChange,
    guard: WriteGuard & { writeId: string; now: Date; addAttempt?: boolean },
  ): Promise<DocumentRecord>;
  /** Moves the end of a lease that is still held; false where another worker has the document. */
  extendLease(organizationId: string, documentId: string, lease: Lease): Promise<boolean>;
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

/** A document that a worker has or awaits, as the sweep sees it. */
export interface BusyDocument {
  organization_id: string;
  project_id: string;
  document_id: string;
  processing_status: string;
  attempts: number;
  queued_at: string | null;
  lease: Lease | null;
  /** Since when it waits or is in work, ISO 8601; postponing moves it. */
  since: string;
}
export interface DocumentsBusy {
  /** Documents that no worker has finished and whose `since` is before `before`, oldest first, at most `limit` a shard. */
  list(before: string, limit: number): Promise<BusyDocument[]>;
  /** Lists the document by another `since`, unless something has happened to it in the meantime. */
  postpone(document: BusyDocument, since: string): Promise<void>;
}

export interface ComparisonsRead {
  get(organizationId: string, id: string): Promise<ComparisonRecord | undefined>;
  /** One page of a project's comparisons, newest first, and how many there are in all. */
  page(
    organizationId: string,
    projectId: string,
    skip: number,
    limit: number,
  ): Promise<{ records: ComparisonRecord[]; total: number }>;
}
export interface ComparisonsWrite {
  /**
   * Stores a comparison and links both documents to it in one transaction. Answers what is stored: where the
   * pair has been compared before, the existing record.
   */
  create(record: ComparisonRecord): Promise<ComparisonRecord>;
  /** One conditional write. @throws NotFound, or Conflict with the state that stood in the way */
  change(
    organizationId: string,
    id: string,
    change: ComparisonChange,
    guard: {
      transition: ComparisonTransition;
      leaseOwner?: string;
      leaseFreeAt?: number;
      addAttempt?: boolean;
      writeId: string;
      now: Date;
    },
  ): Promise<ComparisonRecord>;
  extendLease(organizationId: string, id: string, lease: Lease): Promise<boolean>;
  /** Removes the comparison and unlinks its documents in one transaction; running it twice changes nothing. */
  delete(record: ComparisonRecord): Promise<void>;
}
/** A comparison that a worker has or awaits, and since when the sweep counts it as waiting. */
export type BusyComparison = ComparisonRecord & { since: string };
export interface ComparisonsBusy {
  /** Comparisons that no worker has finished and whose `since` is before `before`, oldest first. */
  list(before: string, limit: number): Promise<BusyComparison[]>;
  /** As `DocumentsBusy.postpone`. */
  postpone(comparison: BusyComparison, since: string): Promise<void>;
}

export interface Chunk {
  index: number;
  page_from: number;
  page_to: number;
  text: string;
  /** Unit vector of the embedder. */
  embedding: readonly number[];
}
export interface ChunksWrite {
  /** Replaces all chunks of a document; running it twice leaves the same chunks. */
  replace(organizationId: string, documentId: string, chunks: readonly Chunk[]): Promise<void>;
}

export interface ProjectsRead {
  get(organizationId: string, projectId: string): Promise<ProjectRecord | undefined>;
  /** All projects of the organization, newest first. */
  list(organizationId: string): Promise<ProjectRecord[]>;
}
export interface ProjectsWrite {
  /** Stores the project with its creator as first member, in one transaction. */
  create(record: ProjectRecord, creator: Caller): Promise<ProjectRecord>;
}
export interface MembershipsRead {
  /** The project ids of one identity in one organization. */
  projectsOf(organizationId: string, subject: string): Promise<ReadonlySet<string>>;
}

export interface UploadsRead {
  get(organizationId: string, uploadId: string): Promise<UploadRecord | undefined>;
}
export interface UploadsWrite {
  create(record: UploadRecord): Promise<void>;
}

export interface FileHead {
  size: number;
  mimeType: string | null;
  /** Lower-case hex of the stored SHA-256 checksum, where the store holds one for the whole object. */
  sha256: string | null;
  lastModified: Date;
}
export interface FilesRead {
  head(path: string): Promise<FileHead | undefined>;
  /** @throws NotFound when there is no object. */
  bytes(path: string): Promise<Uint8Array>;
  /** Bytes `start` to `end`, both inclusive; fewer where the object ends before. */
  range(path: string, start: number, end: number): Promise<Uint8Array>;
  /** Copies the object into a local file and answers its size and SHA-256. @throws NotFound */
  download(path: string, file: string): Promise<{ size: number; sha256: string }>;
}
export interface FilesWrite {
  /** Stores the bytes at the path; writing the same path again replaces them. */
  put(path: string, bytes: Uint8Array, mimeType: string): Promise<void>;
  /** Absent paths are passed over. */
  delete(paths: readonly string[]): Promise<void>;
}
export interface PresignedUpload {
  method: 'PUT' | 'POST';
  url: string;
  headers: Record<string, string>;
  fields: Record<string, string>;
}
export interface UploadTerms {
  path: string;
  size: number;
  mimeType: string;
  /** Lower-case hex. */
  sha256: string | null;
  expiresInSeconds: number;
}
export interface FilesPresign {
  /** A link that downloads the object under its own name. */
  download(path: string, filename: string, expiresInSeconds: number): Promise<string>;
  /** A link that shows the object in place (page images). */
  view(path: string, expiresInSeconds: number): Promise<string>;
  put(terms: UploadTerms): Promise<PresignedUpload>;
  post(terms: UploadTerms): Promise<PresignedUpload>;
}

export interface UploadedPart {
  part_number: number;
  etag: string;
  size: number;
}
/** Large files in parts; the object appears when the upload is completed. */
export interface FilesMultipart {
  start(path: string, mimeType: string): Promise<string>;
  /** A link that takes exactly `size` bytes as one part. */
  signPart(path: string, multipartId: string, part: { number: number; size: number }, seconds: number): Promise<string>;
  /** Parts that have arrived, in order. @throws NotFound when the upload is completed, aborted or expired */
  parts(path: string, multipartId: string): Promise<UploadedPart[]>;
  /** @throws NotFound as `parts`; Conflict when a part is missing or wrong */
  complete(path: string, multipartId: string, parts: readonly UploadedPart[]): Promise<void>;
  /** Aborting again, or after completion, changes nothing. */
  abort(path: string, multipartId: string): Promise<void>;
}

/** What a sealed link stands for. */
export interface LinkTarget {
  path: string;
  filename: string;
  /** Epoch milliseconds. */
  until: number;
}
export interface LinksSeal {
  /** One opaque, URL-safe token per target, in order; nobody without the key can make or read one. */
  seal(targets: readonly LinkTarget[]): Promise<string[]>;
}
export interface LinksOpen {
  /** Undefined for anything that `seal` did not make. */
  open(token: string): Promise<LinkTarget | undefined>;
}

export interface ProcessMessage {
  organization_id: string;
  project_id: string;
  document_id: string;
}
export interface CompareMessage {
  organization_id: string;
  comparison_id: string;
}
export interface Queue<M> {
  send(message: M): Promise<void>;
}

export interface Embedder {
  /** Names model and dimensions; kept beside the vectors. */
  readonly model: string;
  /** One unit vector per text, in order. */
  embed(texts: readonly string[]): Promise<number[][]>;
}

/** A word read from an image: a box in pixels, origin top left, and 0..100 of confidence. */
export interface RecognisedWord {
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
   * Reads one page: grey pixels row by row. @throws OcrError of `shared/ocr/types.ts`, whose code says whether
   * trying again can help
   */
  recognise(
    image: { data: Uint8Array; width: number; height: number },
    options: { dpi: number; deadline_ms?: number; layout?: 'scattered' | 'ruled' },
  ): Promise<{ words: RecognisedWord[]; text: string; confidence: number; complete: boolean }>;
}

/** The rate limiter's store: one conditional write admits a request. */
export interface LimitsWrite {
  admit(request: AdmissionRequest): Promise<Admission>;
  /** Gives the concurrency slot back. */
  release(request: AdmissionRequest): Promise<void>;
}
export interface AdmissionRequest {
  organizationId: string;
  identity: string;
  requestId: string;
  now: Date;
  /** Epoch milliseconds after which the slot counts as free even without a release. */
  leaseUntil: number;
  perMinute: number;
  perHour: number;
  concurrent: number;
}
export interface Admission {
  admitted: boolean;
  /** The bound that is nearest or was hit. */
  limit: number;
  remaining: number;
  /** Unix seconds when the window ends. */
  reset: number;
  /** Seconds to wait; 0 when admitted. */
  retryAfter: number;
}

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}
export type IdempotencyState =
  | { kind: 'started'; seed: string }
  | { kind: 'in_flight' }
  | { kind: 'other_body' }
  | { kind: 'answered'; answer: StoredAnswer };
export interface IdempotencyKey {
  organizationId: string;
  identity: string;
  operationId: string;
  key: string;
}
export interface IdempotencyWrite {
  /**
   * Claims a key for 24 hours. `seed` is kept for the key's life, so that a run after a crash derives the same
   * identifiers; a claim whose holder died is taken over after `leaseUntil`.
   */
  begin(
    key: IdempotencyKey,
    bodyHash: string,
    terms: { requestId: string; seed: string; now: Date; leaseUntil: number },
  ): Promise<IdempotencyState>;
  complete(key: IdempotencyKey, requestId: string, answer: StoredAnswer): Promise<void>;
  /** Frees the claim of an operation that a retry may repair; its seed stays, so that the retry meets what was written. */
  abandon(key: IdempotencyKey, requestId: string): Promise<void>;
}

export type { Lease };
