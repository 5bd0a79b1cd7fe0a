import type { ApiKeyRecord } from './domain/access/api-key.ts';
import type { Caller } from './domain/access/caller.ts';
import type { PersonRecord } from './domain/access/person.ts';
import type { LinkTarget } from './domain/access/sealed-link.ts';
import type {
  BusyComparison,
  ComparisonChange,
  ComparisonRecord,
  ComparisonTransition,
} from './domain/comparisons/comparison.ts';
import type { ReviewRecord } from './domain/comparisons/review.ts';
import type { Wording, WordingTask } from './domain/comparisons/wording.ts';
import type { BusyDocument, DocumentChange, DocumentRecord, Lease, User } from './domain/documents/document.ts';
import type { Transition } from './domain/documents/transitions.ts';
import type { Awaited, Deletion, Due, Unread } from './domain/due.ts';
import type { Credentials } from './domain/external-systems/credentials.ts';
import type { SystemRecord } from './domain/external-systems/system.ts';
import type { ActivityFilter, ActivityRecord } from './domain/mail/activity.ts';
import type { DigestItem } from './domain/mail/digest.ts';
import type { Subscription } from './domain/mail/subscription.ts';
import type { SuppressionRecord } from './domain/mail/suppression.ts';
import type { Notification } from './domain/notifications/notification.ts';
import type { OrganizationRecord } from './domain/organizations/organization.ts';
import type { MemberId, MemberRecord } from './domain/projects/member.ts';
import type { ProjectRecord } from './domain/projects/project.ts';
import type { Register, RegisterQuery } from './domain/register/register.ts';
import type { BusyReport, ReportRecord } from './domain/reports/report.ts';
import type { Mode } from './domain/search/rank.ts';
import type { PageStarts, SearchedType } from './domain/search/rows.ts';
import type { Highlight } from './domain/search/score.ts';
import type { SheetRole } from './domain/sheets/citations.ts';
import type { TaskRecord } from './domain/tasks/task.ts';
import type { TextChunk } from './domain/text/index.ts';
import type { UploadRecord } from './domain/uploads/upload.ts';
import type { QueueName, SentMessage, StreamWorkerId } from './queue/queues.ts';
import type { CarriedBy, IdOf, ListOf, ReadKind, RecordOf, WriteKind } from './table/kinds/index.ts';

/**
 * The capabilities an operation or a worker can declare in `uses`. Each name is the type of what the handle
 * gets, the adapter that its bundle holds and the grant of its function; split so that a reader never holds
 * a write. Every method takes the tenant first: it is part of each key.
 */
export interface Ports extends ReadPorts, WritePorts, QueuePorts, DeliveryPorts {
  'documents.read': DocumentsRead;
  'documents.write': DocumentsWrite;
  'documents.delete': DocumentsDelete;
  'documents.busy': DocumentsBusy;
  'documents.purge': DocumentsPurge;
  'documents.awaited': DocumentsAwaited;
  'documents.unread': DocumentsUnread;
  'comparisons.write': ComparisonsWrite;
  'comparisons.busy': ComparisonsBusy;
  'reviews.write': ReviewsWrite;
  'reports.write': ReportsWrite;
  'reports.busy': ReportsBusy;
  'register.read': RegisterRead;
  'register.snapshot': RegisterSnapshot;
  'search.read': SearchRead;
  'search.index': SearchIndex;
  'search.known': SearchKnown;
  'chunks.write': ChunksWrite;
  'slices.write': SlicesWrite;
  'projects.write': ProjectsWrite;
  'projects.delete': ProjectsDelete;
  'projects.remove': ProjectsRemove;
  'members.write': MembersWrite;
  'memberships.read': MembershipsRead;
  'organizations.write': OrganizationsWrite;
  'organizations.delete': OrganizationsDelete;
  'organizations.remove': OrganizationsRemove;
  'people.read': PeopleRead;
  'people.write': PeopleWrite;
  'sheet-index.read': SheetIndexRead;
  'api-keys.read': ApiKeysRead;
  'activities.read': ActivitiesRead;
  'activities.write': ActivitiesWrite;
  'mail.send': MailSend;
  'outside-mails.write': OutsideMailsWrite;
  'digests.write': DigestsWrite;
  'notifications.read': NotificationsRead;
  'suppressions.read': SuppressionsRead;
  'suppressions.write': SuppressionsWrite;
  'tasks.write': TasksWrite;
  'tasks.due': TasksDue;
  'tasks.search': TextSearch;
  'projects.search': TextSearch;
  'uploads.read': UploadsRead;
  'uploads.write': UploadsWrite;
  'uploads.expire': UploadsExpire;
  'files.read': FilesRead;
  'files.arrived': FilesArrived;
  'files.write': FilesWrite;
  'files.keep': FilesKeep;
  'files.remove': FilesRemove;
  'files.presign': FilesPresign;
  'files.multipart': FilesMultipart;
  'links.seal': LinksSeal;
  'links.open': LinksOpen;
  'unsubscribe.seal': UnsubscribeSeal;
  'unsubscribe.open': UnsubscribeOpen;
  'systems.write': SystemsWrite;
  'credentials.read': CredentialsRead;
  'credentials.write': CredentialsWrite;
  'calls.write': CallsWrite;
  'api.call': ApiCall;
  outbound: Outbound;
  'changes.aside': ChangesAside;
  embedder: Embedder;
  describer: Describer;
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
export interface RegisterSnapshot {
  /** Stores the register as it stands for readers that start cold; running it twice changes nothing for them. */
  renew(organizationId: string, projectId: string): Promise<void>;
}

/** A place in a kind's list. `parent` is the id below which the list stands; none where it spans the organization. */
interface InList<L extends string> {
  list: L;
  parent?: string;
}

/** What a list says of a record: its id, and the fields `C` that the list's entries carry. */
export type ListEntry<T, Id, C extends keyof T> = { id: Id } & Pick<T, C>;

/** Finding records of one kind by their texts, strongly consistent. */
export interface TextSearch {
  /**
   * The ids of the records whose texts hold the words, which are in lower case. @param parent the project, where the
   * kind belongs to one
   */
  holding(organizationId: string, words: string, parent?: string): Promise<ReadonlySet<string>>;
}

/**
 * Reading records of one kind, strongly consistent. Lists stand newest first unless their kind says otherwise.
 *
 * Totals are counted, not kept: a list is read whole as far as its entries go (about 6,000 in one request, 150 read
 * units), which costs no writer anything and cannot be wrong. A counter would make each create and delete of a project
 * wait for the others. For lists that grow beyond some ten thousand records, offer the cursor.
 */
export interface RecordsRead<T, L extends string = never, Id = string, C extends keyof T = never> {
  get(organizationId: string, id: Id): Promise<T | undefined>;
  /** Any number of records in the order asked; absent ones are undefined. */
  getMany(organizationId: string, ids: readonly Id[]): Promise<(T | undefined)[]>;
  /** The ids of a whole list. */
  ids(organizationId: string, place: InList<L>): Promise<Id[]>;
  /** The entries of a whole list, with the fields that they carry. */
  entries(organizationId: string, place: InList<L>): Promise<ListEntry<T, Id, C>[]>;
  /**
   * Some records of a list, and the cursor by which the next ones follow; null at the end.
   * @throws Invalid for a cursor that no list has answered
   */
  list(
    organizationId: string,
    place: InList<L> & { cursor?: string | undefined; limit: number },
  ): Promise<{ records: T[]; cursor: string | null }>;
  /** Some records of a list, and how many it has in all. */
  page(
    organizationId: string,
    place: InList<L> & { skip: number; limit: number },
  ): Promise<{ records: T[]; total: number }>;
}

/** Writing records of one kind. Each write answers the record as it left it, and may run twice. */
export interface RecordsWrite<T, Id = string> {
  /** The same create again answers the stored record. @throws Conflict when the id is taken */
  create(record: T): Promise<T>;
  /** Leaves `undefined` fields alone. @throws NotFound, or Conflict with what stood in the way */
  change(organizationId: string, id: Id, change: Partial<T>, guard: ChangeGuard): Promise<T>;
  /**
   * Answers the record as it stood when it was removed; one that is gone is left so.
   * @throws Conflict when `ifVersion` is not the current version
   */
  delete(record: T, terms?: { ifVersion?: number | undefined }): Promise<T>;
}

/** What a change is held against; each part that is given becomes part of the write's condition. */
export interface WriteGuard {
  /** A move of the record's status: the states it may start from, and where it leads. */
  transition?: { from: readonly string[]; to: string };
  /** The ETag's version that the caller saw. */
  ifVersion?: number | undefined;
  /** The lease this worker holds. */
  leaseOwner?: string;
  /** The lease must be absent or have ended at this time (epoch milliseconds). */
  leaseFreeAt?: number;
  isDeleted?: boolean;
}

/** A write's guard, its identifier, by which it recognises itself, and its time. */
export interface ChangeGuard extends WriteGuard {
  writeId: string;
  now: Date;
  /** Counts a worker's run. */
  addAttempt?: boolean;
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

/** Records that a worker has or awaits. */
export interface Busy<R> {
  /** Those that no worker has finished and whose `since` is before `before`, oldest first, at most `limit` a shard. */
  list(before: string, limit: number): Promise<R[]>;
  /** Lists the record by another `since`, unless something has happened to it in the meantime. */
  postpone(record: R, since: string): Promise<void>;
}
/** Since when it waits or is in work, ISO 8601; postponing moves it. */
type Since = { since: string };
export type DocumentsBusy = Busy<BusyDocument & Since>;

/** Links both documents to a comparison in its transaction, and unlinks them in the one that deletes it. */
export interface ComparisonsWrite extends Omit<RecordsWrite<ComparisonRecord>, 'change'> {
  /** As of records; where the pair has been compared before, answers the comparison that stands. */
  create(record: ComparisonRecord): Promise<ComparisonRecord>;
  change(
    organizationId: string,
    id: string,
    change: ComparisonChange,
    guard: ChangeGuard & { transition?: ComparisonTransition },
  ): Promise<ComparisonRecord>;
  /** As `DocumentsWrite.extendLease`. */
  extendLease(organizationId: string, id: string, lease: Lease): Promise<boolean>;
  /** As `DocumentsWrite.dropLease`. */
  dropLease(organizationId: string, id: string, owner: string): Promise<void>;
  /** As `DocumentsWrite.leaseExtension`. */
  leaseExtension(organizationId: string, id: string, owner: string): Promise<number>;
}
export type ComparisonsBusy = Busy<BusyComparison & Since>;

/** A review is made only of a comparison that stands. */
export type ReviewsWrite = RecordsWrite<ReviewRecord>;

export interface ReportsWrite extends RecordsWrite<ReportRecord> {
  /** As `DocumentsWrite.extendLease`. */
  extendLease(organizationId: string, id: string, lease: Lease): Promise<boolean>;
  /** As `DocumentsWrite.dropLease`. */
  dropLease(organizationId: string, id: string, owner: string): Promise<void>;
  /** As `DocumentsWrite.leaseExtension`. */
  leaseExtension(organizationId: string, id: string, owner: string): Promise<number>;
}
export type ReportsBusy = Busy<BusyReport & Since>;

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

export interface ProjectsWrite extends Pick<RecordsWrite<ProjectRecord>, 'change'> {
  /** Stores the project with its creator as first member, in one transaction. */
  create(record: ProjectRecord, creator: Caller): Promise<ProjectRecord>;
}
export interface ProjectsDelete {
  /**
   * Takes the project from all its readers, with everything in it, and leaves its deletion to a worker, in one
   * transaction; nothing comes into it any more. Answers that deletion. @throws Conflict when `ifVersion` is not the
   * current version, or `closedBy` does not keep the project closed
   */
  begin(
    record: ProjectRecord,
    terms: { ifVersion?: number | undefined; now: Date; closedBy?: string | undefined },
  ): Promise<Deletion>;
  /**
   * Lets nothing come into the project for a minute at most, so that what it holds can be counted before it is deleted.
   * @param by named again by the `closedBy` of `begin`, or to `reopen` it @throws Conflict when another one has closed it
   */
  close(record: ProjectRecord, by: string): Promise<void>;
  reopen(record: ProjectRecord, by: string): Promise<void>;
}
/** Deletions that go on in the background. Each step may run twice. */
interface Deletions {
  /** Deletions that no worker holds at a time (epoch milliseconds), at most `limit` a shard. */
  pending(now: number, limit: number): Promise<Deletion[]>;
  /** Holds the deletion for one worker; false where another one holds it, or it is done. */
  hold(deletion: Due, now: number, until: number): Promise<boolean>;
  release(deletion: Due): Promise<void>;
  /** Removes the deletion itself, when nothing is left. */
  end(deletion: Due): Promise<void>;
}
/** What the worker needs that removes a project. */
export interface ProjectsRemove extends Deletions {
  /** The ids of some documents that stand in the project's register. */
  documents(organizationId: string, projectId: string, limit: number): Promise<string[]>;
  /** All memberships, on both sides. */
  removeMembers(organizationId: string, projectId: string): Promise<void>;
  /** Claims, changes and snapshots of the register, and whatever else the project's own partitions hold. */
  removeRegister(organizationId: string, projectId: string): Promise<void>;
}
/** A member joins only a project that stands, and does not keep it from being deleted. */
export type MembersWrite = RecordsWrite<MemberRecord, MemberId>;
export interface MembershipsRead {
  /** True when the project stands; one that is being deleted does not. */
  stands(organizationId: string, projectId: string): Promise<boolean>;
  /** True when the project stands and the identity is a member: one read, whatever else it is a member of. */
  holds(organizationId: string, subject: string, projectId: string): Promise<boolean>;
  /** True when somebody was taken out of the project, and did not come back. */
  hasLeft(organizationId: string, subject: string, projectId: string): Promise<boolean>;
  /** The project ids of one identity in one organization; some of them may be of projects that stand no longer. */
  projectsOf(organizationId: string, subject: string): Promise<ReadonlySet<string>>;
}

/** An id of a deleted organization is taken for good: creating it again throws Conflict. */
export type OrganizationsWrite = Pick<RecordsWrite<OrganizationRecord>, 'create' | 'change'>;
export interface OrganizationsDelete {
  /**
   * Takes the record away, marks the id as used up and leaves what the organization has to a worker, in one transaction.
   * @throws Conflict when `ifVersion` is not the current version
   */
  begin(record: OrganizationRecord, terms: { ifVersion?: number | undefined; now: Date }): Promise<void>;
}
/** What the worker needs that removes deleted organizations, beside the ports of their records. */
export interface OrganizationsRemove extends Deletions {
  /** True while a project of the organization is being removed. */
  deletesProjects(organizationId: string): Promise<boolean>;
  /** True while there is a search index. */
  isIndexed(organizationId: string): Promise<boolean>;
  /** The counters of a system's calls. */
  removeCalls(organizationId: string, systemId: string): Promise<void>;
  removeAgents(organizationId: string): Promise<void>;
  /** Stored lines of digests, and the requests for them. */
  removeDigests(organizationId: string): Promise<void>;
  removeNotifications(organizationId: string): Promise<void>;
  removeSearchChanges(organizationId: string): Promise<void>;
  /** Who was seen, and the answers stored under their idempotency keys. */
  removePeople(organizationId: string): Promise<void>;
}
/** What tokens have said of their users. */
export interface PeopleRead {
  /** Undefined for somebody whose token has never been seen. */
  get(organizationId: string, userId: string): Promise<PersonRecord | undefined>;
}
export interface PeopleWrite {
  /**
   * Notes what a verified token says of its user; an older token changes nothing. Answers whether the organization may
   * still be used. @param issuedAt the token's `iat`, epoch seconds
   */
  meet(caller: Caller, issuedAt: number): Promise<'standing' | 'deleted'>;
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

/** Keys lie in the tenancy `NO_ORGANIZATION`; operators alone write them. */
export type ApiKeysRead = Pick<RecordsRead<ApiKeyRecord>, 'get'>;

/** The log of mails. */
export interface ActivitiesRead extends RecordsRead<ActivityRecord, 'inOrganization' | 'inProject' | 'ofRecipient'> {
  /** Those that have every value of the filter, newest first; reads the entries before them as well. */
  find(
    organizationId: string,
    filter: ActivityFilter,
    window: { skip: number; limit: number },
  ): Promise<ActivityRecord[]>;
}
export interface ActivitiesWrite extends RecordsWrite<ActivityRecord> {
  /** Where the mail is in the log already, answers the record as it stands. @throws NotFound or Conflict when its project is deleted */
  create(record: ActivityRecord): Promise<ActivityRecord>;
}
/** What people are to be told; written with the change that it is about. */
export interface NotificationsRead {
  get(organizationId: string, id: string): Promise<Notification | undefined>;
}
/** Handing mails to SES. */
export interface MailSend {
  /** The verified address that mails are sent from; null where none is set. */
  readonly sender: string | null;
  /**
   * Sends a finished mail to one address and answers what SES calls it.
   * @param mail `tags` come back with whatever SES tells of the mail: letters, digits, `_` and `-`
   * @throws MailRefusal where it was surely not taken; any other error leaves that open
   */
  send(mail: { to: string; raw: Uint8Array; tags: Readonly<Record<string, string>> }): Promise<{ messageId: string }>;
}

/** Counts mails to addresses of no member. */
export interface OutsideMailsWrite {
  /** Counts one mail of this day on account of a user; false where the bound is reached. @param mail `id` names it */
  admit(organizationId: string, userId: string, mail: { id: string; perDay: number; now: Date }): Promise<boolean>;
}
/** What people are told once a day, by the subscriber whose digest it is (see `subscriberOf`). */
export interface DigestsWrite {
  /** Stores a line for the next digest; a line that is stored already is left as it is. */
  add(subscriber: string, item: DigestItem): Promise<void>;
  /**
   * The lines of that day's digest, oldest first.
   * @param isNew the digest has not been begun: it takes all lines that are stored
   */
  claim(organizationId: string, subscriber: string, day: string, isNew: boolean): Promise<DigestItem[]>;
  /** Removes the lines of that day's digest; those that came since wait for the next day. */
  settle(organizationId: string, subscriber: string, day: string, nextDay: string): Promise<void>;
  /** Some subscribers (`id`) of a shard (0 to below `DUE_SHARDS`) with lines stored before a time (ISO 8601). */
  due(shard: number, before: string, limit: number): Promise<Due[]>;
  /** The digest has been requested. */
  asked(due: Due): Promise<void>;
}

/** Addresses that bounced or complained, of all organizations: no operation may tell anybody of one. */
export interface SuppressionsRead {
  find(address: string): Promise<SuppressionRecord | undefined>;
}
export interface SuppressionsWrite {
  /** No mail goes to the address any more. Running it again changes nothing. */
  suppress(address: string, terms: Pick<SuppressionRecord, 'reason' | 'detail'> & { now: Date }): Promise<void>;
}
/**
 * Each write links the documents that it names to the task, and unlinks those that it no longer names, in its
 * transaction. @throws NotFound or Conflict for a document that is deleted or of another project, and for a new task
 * of a project that is gone
 */
export interface TasksWrite extends Omit<RecordsWrite<TaskRecord>, 'change'> {
  /** As of records; `actor` is who changes it and is not told of it, undefined for the service. */
  change(
    organizationId: string,
    id: string,
    change: Partial<TaskRecord>,
    guard: ChangeGuard & { actor?: User },
  ): Promise<TaskRecord>;
}
export interface TasksDue {
  /** Tasks whose due date has passed at `now` (ISO 8601) and that are not marked, at most `limit` a shard. */
  list(now: string, limit: number): Promise<Pick<TaskRecord, 'id' | 'organization_id'>[]>;
}

export type UploadsRead = Pick<RecordsRead<UploadRecord>, 'get'>;
export type UploadsWrite = Pick<RecordsWrite<UploadRecord>, 'create'>;

/** What becomes of issued uploads when their time is over. */
export interface UploadsExpire {
  /** Uploads that were over before a time (ISO 8601), at most `limit` a shard. */
  due(before: string, limit: number): Promise<Due[]>;
  /** Some of a project's uploads, newest first. */
  inProject(organizationId: string, projectId: string, limit: number): Promise<UploadRecord[]>;
  /** Closes it to registration and answers it; undefined when it is gone. */
  close(upload: Pick<Due, 'organization_id' | 'id'>): Promise<UploadRecord | undefined>;
  remove(upload: UploadRecord): Promise<void>;
  /** Nobody looks at it any more: its record is gone. */
  settle(due: Due): Promise<void>;
}

/** Changes of a system that leave its credentials alone. */
export type SystemsWrite = Pick<RecordsWrite<SystemRecord>, 'change'>;

/** Credentials of external systems, which lie encrypted in a table of their own. */
export interface CredentialsRead {
  /**
   * The credentials that go with this very version of the record; undefined where it has none.
   * @throws Conflict when others have been stored since the record was read
   */
  open(record: SystemRecord): Promise<Credentials | undefined>;
}
/** Systems with their credentials, both in one transaction. @throws as `RecordsWrite` */
export interface CredentialsWrite {
  create(record: SystemRecord, credentials: Credentials | undefined): Promise<SystemRecord>;
  /** @param credentials replace the stored ones; null removes them, undefined leaves them */
  change(
    organizationId: string,
    systemId: string,
    change: Partial<SystemRecord>,
    guard: ChangeGuard,
    credentials: Credentials | null | undefined,
  ): Promise<SystemRecord>;
  delete(record: SystemRecord, terms: { ifVersion?: number | undefined }): Promise<void>;
}

/** Counts the calls of external systems, whichever function makes them. */
export interface CallsWrite {
  /**
   * Counts one call of this minute, where the bound leaves room. A repeated write of the same call counts once unless
   * another one came between; then the bound is reached early, never late.
   */
  admit(
    system: Pick<SystemRecord, 'organization_id' | 'system_id'>,
    call: { id: string; perMinute: number; now: Date },
  ): Promise<boolean>;
}

export interface OutboundRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}
export interface OutboundAnswer {
  status: number;
  /** Lower case; several of one name joined by commas. */
  headers: Record<string, string>;
  body: Uint8Array;
}
/** The one way in which this service calls an address that somebody else has named. */
export interface Outbound {
  /**
   * Sends the request and reads the whole answer.
   * @param terms `signal` is aborted when the time is over: connecting, waiting and a dripping body alike
   * @throws OutboundError, whose message can be shown to the user
   */
  send(request: OutboundRequest, terms: { signal: AbortSignal }): Promise<OutboundAnswer>;
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
/** Uploaded files at the paths that were issued for them. */
export interface FilesArrived {
  /**
   * The file at an issued path; one that a form has brought is first moved there from `formPathOf`, once: a form that is
   * sent again replaces nothing. Undefined where none has arrived.
   */
  head(path: string): Promise<FileHead | undefined>;
  /** Removes what a form has brought again, or for nobody. */
  dropForm(path: string): Promise<void>;
}
export interface FilesWrite {
  /** Stores the bytes at the path; writing the same path again replaces them. */
  put(path: string, bytes: Uint8Array, mimeType: string): Promise<void>;
  /** Stores a local file at the path, read from the disk as it is sent; answers its size in bytes. */
  putFile(path: string, file: string, mimeType: string): Promise<number>;
  /** Absent paths are passed over. */
  delete(paths: readonly string[]): Promise<void>;
}
export interface FilesKeep {
  /** Keeps an uploaded file for good, which else expires unregistered. Keeping it again changes nothing. */
  keep(path: string): Promise<void>;
}
/** Removing stored files for good. */
export interface FilesRemove {
  /** Absent ones are passed over. */
  files(paths: readonly string[]): Promise<void>;
  /** Everything whose path begins so; `folder` ends with a slash. */
  below(folder: string): Promise<void>;
}
interface PresignedUpload {
  method: 'PUT' | 'POST';
  url: string;
  headers: Record<string, string>;
  fields: Record<string, string>;
}
interface UploadTerms {
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
  /** A link that shows the object in place: page images and reports, never a file that somebody uploaded. */
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

export interface LinksSeal {
  /** One opaque, URL-safe token per target, in order; nobody without the key can make or read one. */
  seal(targets: readonly LinkTarget[]): Promise<string[]>;
}
export interface LinksOpen {
  /** Undefined for anything that `seal` did not make. */
  open(token: string): Promise<LinkTarget | undefined>;
}

/** An operation of this service, called from outside as anybody calls it. */
export interface ApiCall {
  /**
   * @param request `url` of an operation of this service; `authorization` is the caller's own header, whose rights and
   *   limits hold
   * @returns the answer, whatever its status; `retryAfter` as its header says
   * @throws Unavailable when no answer came within `timeoutMs`
   */
  call(request: {
    method: string;
    url: string;
    authorization: string;
    body?: unknown;
    timeoutMs: number;
  }): Promise<{ status: number; body: unknown; retryAfter: string | null }>;
}

/** The right to end mails without a login, in an address. */
export interface UnsubscribeSeal {
  /** An opaque, URL-safe token that does not expire; nobody without the key can make or read one. */
  seal(subscription: Subscription): Promise<string>;
}
export interface UnsubscribeOpen {
  /** Undefined for anything that `seal` did not make, and once the organization has been deleted. */
  open(token: string): Promise<Subscription | undefined>;
}

export interface Queue<M> {
  send(message: M): Promise<void>;
}
type QueuePorts = { [N in QueueName as `queue.${N}`]: Queue<SentMessage<N>> };

export type { KindIn } from './table/kinds/index.ts';

/** The ports that kinds of records declare. */
type ReadPorts = { [N in ReadKind as `${N}.read`]: RecordsRead<RecordOf<N>, ListOf<N>, IdOf<N>, CarriedBy<N>> };
type WritePorts = { [N in WriteKind as `${N}.write`]: RecordsWrite<RecordOf<N>, IdOf<N>> };

/** What the reader of a queue may do with a delivery beside answering it. */
export interface Deliveries {
  /** Hides the delivered message for that many seconds from now. */
  delay(receiptHandle: string, seconds: number): Promise<void>;
}
/** The key of an item of the table. */
export interface ItemKey {
  pk: string;
  sk: string;
}

/** Where the changes go that a worker behind the table's stream can never handle. */
export interface ChangesAside {
  /** Puts the keys of the changed items into the worker's dead-letter queue. */
  set(worker: StreamWorkerId, keys: readonly ItemKey[]): Promise<void>;
}

type DeliveryPorts = { [N in QueueName as `deliveries.${N}`]: Deliveries };

export interface Embedder {
  /** Names model and dimensions; kept beside the vectors. */
  readonly model: string;
  /** One unit vector per text, in order. Some models make other vectors of a question than of what may answer it. */
  embed(texts: readonly string[], purpose?: 'document' | 'query'): Promise<number[][]>;
}

/** A language model that says changes of a drawing in other words. */
export interface Describer {
  /** Null where nobody named one: it is not to be asked then. */
  readonly model: string | null;
  /**
   * What the model makes of changes of one sheet; nothing that it says is checked but its form.
   * @throws Error where it does not answer as asked
   */
  describe(task: WordingTask, signal: AbortSignal): Promise<readonly Wording[]>;
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
  /** What it bounds: requests of a minute, of an hour, or at the same time. */
  window: 'minute' | 'hour' | 'concurrent';
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
  /** The projects it tells about, or all of the organization: who asks again must still see them. */
  projects: readonly string[] | 'all';
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
