import { DUE_SHARDS } from '../domain/due.ts';
import { type Event, type HistoryEntity, OUTBOX_SUFFIX } from '../domain/events/event.ts';
import { NOTIFICATIONS_SUFFIX } from '../domain/notifications/notification.ts';
import { SEARCH_CHANGES_SUFFIX } from '../domain/search/announced.ts';

/**
 * Every access pattern of the single table: pattern → key. Each partition key begins with the organization,
 * so no query can reach another tenant's items.
 *
 * | pattern | index | key | caller |
 * |---|---|---|---|
 * | one document | table | `documentKey` | all document operations, workers |
 * | a project's register entries | table | `registerKey` | list, search without a snapshot; written with each change |
 * | which documents of a project changed since | table | `changePartition`, `changeSort` | list, search |
 * | the last request for a snapshot of a register | table | `snapshotRequestKey` | list, search |
 * | the extension of a lease | table | `leaseKey` | workers |
 * | slices of the work on a document | table | `slicesKey` | process-document, process-slice, recognise-text |
 * | the document that holds a file's SHA-256 in a project | table | `contentClaimKey` | process-document |
 * | the revision chain of a sheet, and its latest | table | `chainPartition` | create-, delete-, restore-document |
 * | documents of a project that hold or cite a sheet number | table | `sheetsPartition`, `sheetEntryPrefix` | list-sheet-references; written with each change of sheets |
 * | one comparison; a project's comparisons | table | `comparisonKey`, `projectList` | drawing-comparisons |
 * | reviews of a comparison's changes; in a project | table | `recordKey`, `comparisonList`, `projectList` | drawing-comparisons |
 * | one report; a project's, an organization's reports | table | `reportKey`, `projectList`, `organizationList` | reports |
 * | one template of a title block; an organization's | table | `recordKey`, `organizationList` | corrections, process-document, recognise-text |
 * | one comparison of two sets of sheets; a project's | table | `recordKey`, `projectList` | set-comparisons |
 * | corrections of a sheet; in a project | table | `recordKey`, `projectList` | sheets |
 * | one project; an organization's projects, and their texts | table | `projectKey`, `organizationList` | project operations |
 * | one task; a project's tasks, and their texts | table | `recordKey`, `projectList` | task operations |
 * | tasks whose due date has not passed, earliest first | table | `duePartition`, `dueSort` | mark-due-tasks |
 * | one organization; all of them | table | `recordKey`, `ORGANIZATIONS_PARTITION` | organizations, create-document |
 * | the claims of a user's newest token; all users of an organization | table | `personKey`, `peoplePartition` | every request, send-mail, sealed links |
 * | whether an organization has been deleted | table | `tombstoneKey` | every request |
 * | one email template; an organization's templates, and those of no organization | table | `recordKey`, `organizationList` | email templates, send-email |
 * | one mail of the log; an organization's, a project's, a recipient's | table | `recordKey`, `organizationList`, `projectList`, `recipientList` | email activities, send-mail |
 * | notifications of a change | table | `notificationKey` | written with the change; announce-notifications, send-mail |
 * | events that are not yet in sequence | table | `eventKey` | written with the change; announce-events, sequence-events |
 * | the events of a project, of an organization without a project, by sequence; signed heads | table | `chainKey`, `signedHeadKey` | sequence-events, audit |
 * | the newest event of a sequence | table | `chainHeadKey` | sequence-events, audit |
 * | the events of an organization in order of delivery, and the newest position | table | `feedKey`, `feedHeadKey` | list-events |
 * | the events of a record | table | `historyPartition` | histories |
 * | one webhook, its state and its deliveries; a project's, an organization's webhooks | table | `webhookKey`, `projectList`, `organizationList` | webhooks, sequence-events, deliver-webhooks |
 * | one transmittal; a project's | table | `recordKey`, `projectList` | transmittals, send-mail |
 * | downloads by recipients; of a transmittal, in a project | table | `recordKey`, `transmittalList`, `projectList` | transmittals |
 * | the last request for an archive | table | `archiveRequestKey` | open-transmittal |
 * | the last number of a project's transmittals | table | `transmittalNumberKey` | create-transmittal |
 * | the transmittals of a project that contain a sheet | table | `sentSheetKey` | list-sheet-recipients, recall-sheets |
 * | lines of a person's next digest | table | `digestPartition` | send-mail, send-digests |
 * | a user's mails of a day to addresses of no member | table | `outsideMailsKey` | send-mail |
 * | whether a user was removed from a project | table | `formerMemberKey` | project members, send-mail |
 * | one person's mail preferences; those of an organization | table | `recordKey`, `organizationList` | preferences, send-mail, remove-organizations |
 * | a suppressed address | table | `recordKey` of no organization | send-mail |
 * | whether records may enter a project | table | `projectGateKey` | creates, delete-project |
 * | members of a project | table | `projectPartition`, `MEMBER_PREFIX` | project members |
 * | one membership; the projects of a user | table | `membershipKey`, `userPartition` | authorization |
 * | the documents that an uploaded file was registered for | table | `fileHolders` | create-document, purge-documents |
 * | an issued upload | table | `uploadKey` | uploads, create-document |
 * | one external system; an organization's systems | table | `systemKey`, `organizationList` | external systems |
 * | credentials of a system | credentials | `credentialsKey` | external systems |
 * | calls of a system in a minute | table | `callsKey` | test-external-system, geocode |
 * | documents that are queued or being processed | gsi1 | `busyPartition`, since when | sweep-documents |
 * | what scheduled workers are to check, by time | table | `duePartition`, `dueSort` | purge-documents, sweep-uploads, sweep-deletions, remove-organizations, sweep-documents, send-digests |
 * | which records of an organization changed since, for search | table | `searchChanges`, `searchChangeSort` | search, index-changes |
 * | the state of an organization's index, and the worker that holds it | table | `searchStateKey` | search, index-changes |
 * | the organizations that have an index | table | `SEARCH_INDEXES` | tend-indexes |
 * | comparisons of a document | table | `documentList` | purge-documents, delete-project |
 */

export interface Key {
  pk: string;
  sk: string;
}

/** The longest percent-encoded component: enough for 128 ASCII characters. A sort key holds 1,024 bytes. */
const MAXIMUM_ENCODED = 384;

/**
 * Makes a component safe inside a key: `#` separates components and must not come from input. A character beyond ASCII
 * can take 12 bytes when encoded; a long component keeps such characters unencoded, at most 3 bytes per UTF-16 unit.
 * @throws URIError for a lone surrogate
 */
export const encode = (component: string): string => {
  const encoded = encodeURIComponent(component);
  if (encoded.length <= MAXIMUM_ENCODED) return encoded;
  return component.replace(/[\0-\x7f]+/g, encodeURIComponent);
};

const organization = (organizationId: string): string => `ORG#${encode(organizationId)}`;

/** Returns the key builder of a type of record that is read by its id. @param kind upper case, for example `TASK` */
export const recordKey =
  (kind: string) =>
  (organizationId: string, id: string): Key => ({
    pk: `${organization(organizationId)}#${kind}#${encode(id)}`,
    sk: kind,
  });

/**
 * Returns a function that returns the partition key of an organization's records of one kind. @param kinds for example
 * `TASKS`
 */
export const organizationList =
  (kinds: string) =>
  (organizationId: string): string =>
    `${organization(organizationId)}#${kinds}`;
/** Returns a function that returns the partition key of a project's records of one kind. */
export const projectList =
  (kinds: string) =>
  (organizationId: string, projectId: string): string =>
    `${projectPartition(organizationId, projectId)}#${kinds}`;
/** Returns a function that returns the partition key of the records of one kind that refer to a document. */
export const documentList =
  (kinds: string) =>
  (organizationId: string, documentId: string): string =>
    `${documentKey(organizationId, documentId).pk}#${kinds}`;
/** Returns a function that returns the partition key of a comparison's records of one kind. */
export const comparisonList =
  (kinds: string) =>
  (organizationId: string, comparisonId: string): string =>
    `${comparisonKey(organizationId, comparisonId).pk}#${kinds}`;
/** Sorts by creation time; the id distinguishes equal times. */
export const byTime = (createdAt: string, id: string): string => `${createdAt}#${encode(id)}`;

export const documentKey = recordKey('DOCUMENT');

export const projectPartition = (organizationId: string, projectId: string): string =>
  `${organization(organizationId)}#PROJECT#${encode(projectId)}`;

export const REGISTER_PREFIX = 'DOCUMENT#';
export const registerKey = (organizationId: string, projectId: string, documentId: string): Key => ({
  pk: projectPartition(organizationId, projectId),
  sk: `${REGISTER_PREFIX}${encode(documentId)}`,
});

/**
 * The changes of a project's documents in chronological order, one item each. Items are only appended, so that one partition
 * takes them all: its 1,000 write units a second allow 500 changes a second.
 */
export const changePartition = (organizationId: string, projectId: string): string =>
  `${projectPartition(organizationId, projectId)}#CHANGES`;
/**
 * Stamp it when the write is sent, not earlier: readers look back only `OVERLAP_SECONDS`.
 * @param unique distinguishes two changes of one document in one millisecond: readers take each sort key for one change
 */
export const changeSort = (now: Date, documentId: string, unique: string): string =>
  `${now.toISOString()}#${encode(documentId)}#${unique}`;
/** Returns the id of the changed document from the sort key of a change item. */
export const changedDocument = (sort: string): string => decodeURIComponent(sort.split('#')[1] as string);

/** The suffix of a partition of its own, to which the write permission is granted. */
export const SNAPSHOT_PARTITION = '#SNAPSHOT';
export const snapshotRequestKey = (organizationId: string, projectId: string): Key => ({
  pk: `${projectPartition(organizationId, projectId)}${SNAPSHOT_PARTITION}`,
  sk: 'REQUEST',
});

export const contentClaimKey = (organizationId: string, projectId: string, sha256: string): Key => ({
  pk: projectPartition(organizationId, projectId),
  sk: `SHA256#${sha256}`,
});

/** The index of a project's sheet numbers, sorted by number, so that each lookup is a bounded query. */
export const sheetsPartition = (organizationId: string, projectId: string): string =>
  `${projectPartition(organizationId, projectId)}#SHEETS`;
/** The prefix is followed by the ids of the documents that hold or cite the sheet number. */
export const sheetEntryPrefix = (number: string, role: string): string => `${encode(number)}#${role}#`;

/** All documents of one revision chain, identified by its first document. */
export const chainPartition = (organizationId: string, projectId: string, root: string): string =>
  `${projectPartition(organizationId, projectId)}#CHAIN#${encode(root)}`;
/** The pointer to the chain's latest document. Revisions move it under a condition, so that a chain never forks. */
export const chainLatestKey = (organizationId: string, projectId: string, root: string): Key => ({
  pk: chainPartition(organizationId, projectId, root),
  sk: 'LATEST',
});
export const REVISION_PREFIX = 'REVISION#';
export const revisionKey = (
  organizationId: string,
  projectId: string,
  root: string,
  createdAt: string,
  documentId: string,
): Key => ({
  pk: chainPartition(organizationId, projectId, root),
  sk: `${REVISION_PREFIX}${createdAt}#${encode(documentId)}`,
});

/** The extension of one worker's lease, in the record's partition. */
export const leaseKey = (record: Key, owner: string): Key => ({
  pk: record.pk,
  sk: `LEASE#${encode(owner)}`,
});

/** The slice plan of one kind of work on a document. */
export const slicesKey = (organizationId: string, documentId: string, work: string): Key => ({
  pk: documentKey(organizationId, documentId).pk,
  sk: `SLICES#${work}`,
});

export const comparisonKey = recordKey('COMPARISON');
export const reportKey = recordKey('REPORT');
export const uploadKey = recordKey('UPLOAD');

/** The holders of an uploaded file: one item for each document that registered it. */
export const fileHolders = (organizationId: string, uploadId: string): string =>
  `${organization(organizationId)}#FILE#${encode(uploadId)}`;
export const fileHolderKey = (organizationId: string, uploadId: string, documentId: string): Key => ({
  pk: fileHolders(organizationId, uploadId),
  sk: `HOLDER#${encode(documentId)}`,
});

export const webhookKey = recordKey('WEBHOOK');
/** How far the deliveries of a webhook have come. */
export const webhookStateKey = (organizationId: string, id: string): Key => ({
  pk: webhookKey(organizationId, id).pk,
  sk: 'STATE',
});
export const DELIVERY_PREFIX = 'DELIVERY#';
/** An attempt to deliver an event; it expires. @param delivery a UUIDv7, which sorts by time */
export const webhookDeliveryKey = (organizationId: string, id: string, delivery: string): Key => ({
  pk: webhookKey(organizationId, id).pk,
  sk: `${DELIVERY_PREFIX}${encode(delivery)}`,
});

export const transmittalKey = recordKey('TRANSMITTAL');
/** Returns a function that returns the partition key of a transmittal's records of one kind. */
export const transmittalList =
  (kinds: string) =>
  (organizationId: string, transmittalId: string): string =>
    `${transmittalKey(organizationId, transmittalId).pk}#${kinds}`;
/** The last request for an archive of a transmittal; it expires. @param path of the archive */
export const archiveRequestKey = (organizationId: string, transmittalId: string, path: string): Key => ({
  pk: transmittalKey(organizationId, transmittalId).pk,
  sk: `ARCHIVE#${encode(path)}`,
});
/** The last number of a project's transmittals; removed with the project's own partition. */
export const transmittalNumberKey = (organizationId: string, projectId: string): Key => ({
  pk: projectPartition(organizationId, projectId),
  sk: 'TRANSMITTAL-NUMBER',
});
/** The sheets that a project's transmittals contain. */
export const sentSheetsPartition = (organizationId: string, projectId: string): string =>
  `${projectPartition(organizationId, projectId)}#SENT`;
/** Groups of sheets, so that one transaction writes all the items of a transmittal. */
const SENT_GROUPS = 64;
/** Returns the group of a sheet, by its normalised number. */
export const sentGroup = (sheetKey: string): string => String(hashOf(sheetKey) % SENT_GROUPS).padStart(2, '0');
export const sentGroupPrefix = (group: string): string => `${group}#`;
/** The sheets of one group in one transmittal. */
export const sentSheetKey = (organizationId: string, projectId: string, group: string, id: string): Key => ({
  pk: sentSheetsPartition(organizationId, projectId),
  sk: `${sentGroupPrefix(group)}${encode(id)}`,
});

export const systemKey = recordKey('SYSTEM');
/** In the table of credentials. */
export const credentialsKey = recordKey('CREDENTIALS');
/** One item per minute, which expires. @param minute `2026-11-22T09:41` */
export const callsKey = (organizationId: string, systemId: string, minute: string): Key => ({
  pk: systemKey(organizationId, systemId).pk,
  sk: `CALLS#${minute}`,
});

export const projectKey = (organizationId: string, projectId: string): Key => ({
  pk: organization(organizationId),
  sk: `PROJECT#${encode(projectId)}`,
});

export const MEMBER_PREFIX = 'MEMBER#';
export const userPartition = (organizationId: string, subject: string): string =>
  `${organization(organizationId)}#USER#${encode(subject)}`;
/** The partition that lists the mails to one person. */
export const recipientList = (organizationId: string, subject: string): string =>
  `${userPartition(organizationId, subject)}#ACTIVITIES`;
/** The lines of a subscriber's next digest. */
export const digestPartition = (organizationId: string, subscriber: string): string =>
  `${userPartition(organizationId, subscriber)}#DIGEST`;
export const digestItemKey = (organizationId: string, subscriber: string, notificationId: string): Key => ({
  pk: digestPartition(organizationId, subscriber),
  sk: notificationId,
});
/** Counts a user's mails of a day to addresses that belong to no member; it expires. @param day `2026-11-22` */
export const outsideMailsKey = (organizationId: string, userId: string, day: string): Key => ({
  pk: userPartition(organizationId, userId),
  sk: `OUTSIDE-MAILS#${day}`,
});
/** Records that a user was removed from a project; deleted when the user is added again, or with the project. */
export const formerMemberKey = (organizationId: string, projectId: string, subject: string): Key => ({
  pk: projectPartition(organizationId, projectId),
  sk: `FORMER#${encode(subject)}`,
});
/**
 * In the partition of the user, since each request of the user reads a membership; the project lists it with
 * `MEMBER_PREFIX` as well.
 */
export const membershipKey = (organizationId: string, subject: string, projectId: string): Key => ({
  pk: userPartition(organizationId, subject),
  sk: `${MEMBER_PREFIX}${encode(projectId)}`,
});

export const notificationKey = (organizationId: string, id: string): Key => ({
  pk: `${organization(organizationId)}${NOTIFICATIONS_SUFFIX}`,
  sk: id,
});

/** The attributes that put an item into the sparse index. */
export const GSI1_FIELDS = ['gsi1pk', 'gsi1sk'] as const;

/** The busy index is sharded, so that no single index partition takes every write; the sweep reads each shard. */
export const BUSY_SHARDS = DUE_SHARDS;
export const busyPartition = (shard: number): string => `BUSY#${shard}`;
export const BUSY_COMPARISONS = 'BUSY-COMPARISONS';
/**
 * What scheduled workers check: deleted documents, documents without their file or with scanned pages to be recognised,
 * issued uploads, files of forms that no document has registered, projects and organizations being deleted, people
 * who wait for a digest, and webhooks after a failed attempt.
 */
export type DueKind =
  | 'DELETED'
  | 'AWAITED'
  | 'UNREAD'
  | 'UPLOAD'
  | 'FILE'
  | 'PROJECT'
  | 'ORGANIZATION'
  | 'DIGEST'
  | 'WEBHOOK';
/** Sharded as the busy index; spans all organizations, since the schedule belongs to none. */
export const duePartition = (kind: DueKind, shard: number): string => `DUE#${kind}#${shard}`;
/** @param at ISO 8601 */
export const dueKey = (kind: DueKind, at: string, organizationId: string, id: string): Key => ({
  pk: duePartition(kind, busyShard(id)),
  sk: `${at}#${encode(organizationId)}#${encode(id)}`,
});

export const BUSY_REPORTS = 'BUSY-REPORTS';
/** Returns the shard of a record, derived from its id alone. */
export const busyShard = (documentId: string): number => hashOf(documentId) % BUSY_SHARDS;

const hashOf = (text: string): number => {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) >>> 0;
  return hash;
};

/**
 * The gate that decides whether records may enter a project. Each shard, by `busyShard`, has a partition of its own.
 */
export const projectGateKey = (organizationId: string, projectId: string, shard: number): Key => ({
  pk: `${projectPartition(organizationId, projectId)}#GATE#${shard}`,
  sk: 'GATE',
});

/** Sharded as the busy index, by `busyShard`. */
export const dueTasksPartition = (shard: number): string => `DUE-TASKS#${shard}`;
export const DUE_PREFIX = 'DUE#';
export const dueSort = (dueDate: string, organizationId: string, taskId: string): string =>
  `${dueDate}#${encode(organizationId)}#${encode(taskId)}`;

/** The users whose tokens have been seen. */
export const peoplePartition = (organizationId: string): string => `${organization(organizationId)}#PEOPLE`;
export const personKey = (organizationId: string, userId: string): Key => ({
  pk: peoplePartition(organizationId),
  sk: encode(userId),
});

/** The tombstone of a deleted organization: its id is never used again. */
export const tombstoneKey = (organizationId: string): Key => ({
  pk: organization(organizationId),
  sk: 'TOMBSTONE',
});

export const ORGANIZATIONS_PARTITION = 'ORGANIZATIONS';

/** The changes of an organization's searched records in chronological order, one item each; at most 500 a second. */
export const searchChanges = (organizationId: string): string =>
  `${organization(organizationId)}${SEARCH_CHANGES_SUFFIX}`;
/** Stamp it when the write is sent, as `changeSort`. @param unique distinguishes two changes in one millisecond */
export const searchChangeSort = (now: Date, kind: string, id: string, unique: string): string =>
  `${now.toISOString()}#${kind}#${encode(id)}#${unique}`;
/** Returns the kind and the id of the changed record from the sort key of a change item. */
export const searchedRecord = (sort: string): { kind: string; id: string } => {
  const [, kind = '', id = ''] = sort.split('#');
  return { kind, id: decodeURIComponent(id) };
};

export const searchStateKey = (organizationId: string): Key => ({
  pk: `${organization(organizationId)}#SEARCH`,
  sk: 'STATE',
});
export const SEARCH_INDEXES = 'SEARCH-INDEXES';
export const searchIndexKey = (organizationId: string): Key => ({ pk: SEARCH_INDEXES, sk: encode(organizationId) });

/** An event that is not yet in sequence. @param time ISO 8601 */
export const eventKey = (organizationId: string, time: string, id: string): Key => ({
  pk: `${organization(organizationId)}${OUTBOX_SUFFIX}`,
  sk: `${time}#${id}`,
});

/** Digits of a sequence number in a sort key. */
const SEQUENCE_DIGITS = 12;
const bySequence = (sequence: number): string => String(sequence).padStart(SEQUENCE_DIGITS, '0');

/** The sequence that an event belongs to: that of its project or, without one, of its organization. */
export type EventChain = Pick<Event, 'organization_id' | 'project_id'>;
export const chainOfEvents = ({ organization_id, project_id }: EventChain): string =>
  `${project_id === null ? organization(organization_id) : projectPartition(organization_id, project_id)}#EVENTS`;
export const CHAIN_PREFIX = 'EVENT#';
export const chainKey = (chain: EventChain, sequence: number): Key => ({
  pk: chainOfEvents(chain),
  sk: `${CHAIN_PREFIX}${bySequence(sequence)}`,
});
export const chainHeadKey = (chain: EventChain): Key => ({ pk: chainOfEvents(chain), sk: 'HEAD' });
export const SIGNED_HEAD_PREFIX = 'SIGNED#';
/** @param day `2026-11-22` */
export const signedHeadKey = (chain: EventChain, day: string): Key => ({
  pk: chainOfEvents(chain),
  sk: `${SIGNED_HEAD_PREFIX}${day}`,
});

export const feedPartition = (organizationId: string): string => `${organization(organizationId)}#FEED`;
export const FEED_PREFIX = 'AT#';
export const feedKey = (organizationId: string, position: number): Key => ({
  pk: feedPartition(organizationId),
  sk: `${FEED_PREFIX}${bySequence(position)}`,
});
export const feedHeadKey = (organizationId: string): Key => ({ pk: feedPartition(organizationId), sk: 'HEAD' });

export const historyPartition = (organizationId: string, entity: HistoryEntity, id: string): string =>
  `${organization(organizationId)}#HISTORY#${entity}#${encode(id)}`;
/** A record's event: its entry refers to the event in its sequence. A deleted project's is in that of its organization. */
export const historyKey = (
  entity: HistoryEntity,
  id: string,
  event: EventChain & { time: string; id: string },
): Key => ({
  pk: historyPartition(event.organization_id, entity, id),
  sk: `${event.time}#${event.id}`,
});
