import { DUE_SHARDS } from '../domain/due.ts';
import { NOTIFICATIONS_SUFFIX } from '../domain/notifications/notification.ts';
import { SEARCH_CHANGES_SUFFIX } from '../domain/search/announced.ts';

/**
 * Every access pattern of the single table: pattern → key. The organization stands first in each partition
 * key, so no query can reach another tenant's items.
 *
 * | pattern | index | key | caller |
 * |---|---|---|---|
 * | one document | table | `documentKey` | all document operations, workers |
 * | a project's register entries | table | `registerKey` | list, search without a snapshot; written with each change |
 * | which documents of a project changed since | table | `changePartition`, `changeSort` | list, search |
 * | who asked for a snapshot of a register last | table | `snapshotRequestKey` | list, search |
 * | the extension of a lease | table | `leaseKey` | workers |
 * | slices of the work on a document | table | `slicesKey` | process-document, process-slice, recognise-text |
 * | who holds a file's SHA-256 in a project | table | `contentClaimKey` | process-document |
 * | the revision chain of a sheet, and its latest | table | `chainPartition` | create-, delete-, restore-document |
 * | documents of a project that hold or cite a sheet number | table | `sheetsPartition`, `sheetEntryPrefix` | list-sheet-references; written with each change of sheets |
 * | one comparison; a project's comparisons | table | `comparisonKey`, `projectList` | drawing-comparisons |
 * | what is said of a comparison's changes; in a project | table | `recordKey`, `comparisonList`, `projectList` | drawing-comparisons |
 * | one report; a project's, an organization's reports | table | `reportKey`, `projectList`, `organizationList` | reports |
 * | one template of a title block; an organization's | table | `recordKey`, `organizationList` | corrections, process-document, recognise-text |
 * | one project; an organization's projects, and their texts | table | `projectKey`, `organizationList` | project operations |
 * | one task; a project's tasks, and their texts | table | `recordKey`, `projectList` | task operations |
 * | tasks whose due date is to come, oldest first | table | `duePartition`, `dueSort` | mark-due-tasks |
 * | one organization; all of them | table | `recordKey`, `ORGANIZATIONS_PARTITION` | organizations, create-document |
 * | what a user's newest token says; all users of an organization | table | `personKey`, `peoplePartition` | every request, send-mail, sealed links |
 * | whether an organization has been deleted | table | `tombstoneKey` | every request |
 * | one email template; an organization's templates, and those of none | table | `recordKey`, `organizationList` | email templates, send-email |
 * | one mail of the log; an organization's, a project's, a recipient's | table | `recordKey`, `organizationList`, `projectList`, `recipientList` | email activities, send-mail |
 * | what people are to be told of a change | table | `notificationKey` | written with the change; announce-notifications, send-mail |
 * | what one person is told with the next digest | table | `digestPartition` | send-mail, send-digests |
 * | a user's mails of a day to addresses of no member | table | `outsideMailsKey` | send-mail |
 * | whether somebody was taken out of a project | table | `formerMemberKey` | project members, send-mail |
 * | what one person wants to be told; an organization's preferences | table | `recordKey`, `organizationList` | preferences, send-mail, remove-organizations |
 * | an address that gets no mail | table | `recordKey` of no organization | send-mail |
 * | whether records may come into a project | table | `projectGateKey` | creates, delete-project |
 * | members of a project | table | `projectPartition`, `MEMBER_PREFIX` | project members |
 * | one membership; the projects of a user | table | `membershipKey`, `userPartition` | authorization |
 * | the documents that an uploaded file was registered for | table | `fileHolders` | create-document, purge-documents |
 * | an issued upload | table | `uploadKey` | uploads, create-document |
 * | one external system; an organization's systems | table | `systemKey`, `organizationList` | external systems |
 * | credentials of a system | credentials | `credentialsKey` | external systems |
 * | calls of a system in a minute | table | `callsKey` | test-external-system, geocode |
 * | documents a worker has or awaits | gsi1 | `busyPartition`, since when | sweep-documents |
 * | what the clock is to look at, by time | table | `duePartition`, `dueSort` | purge-documents, sweep-uploads, sweep-deletions, remove-organizations, sweep-documents, send-digests |
 * | which records of an organization changed since, for search | table | `searchChanges`, `searchChangeSort` | search, index-changes |
 * | how far an organization's index has come, and who writes it | table | `searchStateKey` | search, index-changes |
 * | the organizations that have an index | table | `SEARCH_INDEXES` | tend-indexes |
 * | comparisons that a document is part of | table | `documentList` | purge-documents, delete-project |
 */

export interface Key {
  pk: string;
  sk: string;
}

/** The longest a component may become by percent-encoding: 128 characters of ASCII do. A sort key holds 1,024 bytes. */
const MAXIMUM_ENCODED = 384;

/**
 * Makes one component safe inside a key: `#` separates components and may not come from outside. Beyond ASCII a
 * character takes up to 12 bytes so; a long component keeps such characters as they are, at most 3 bytes for each of its
 * length.
 *
 * @throws URIError for a lone surrogate
 */
export const encode = (component: string): string => {
  const encoded = encodeURIComponent(component);
  if (encoded.length <= MAXIMUM_ENCODED) return encoded;
  return component.replace(/[\0-\x7f]+/g, encodeURIComponent);
};

const organization = (organizationId: string): string => `ORG#${encode(organizationId)}`;

/** The key of a type of record that is found by its id. @param kind upper case, for example `TASK` */
export const recordKey =
  (kind: string) =>
  (organizationId: string, id: string): Key => ({
    pk: `${organization(organizationId)}#${kind}#${encode(id)}`,
    sk: kind,
  });

/** The partition in which an organization lists its records of a kind. @param kinds for example `TASKS` */
export const organizationList =
  (kinds: string) =>
  (organizationId: string): string =>
    `${organization(organizationId)}#${kinds}`;
/** The partition in which a project lists its records of a kind. */
export const projectList =
  (kinds: string) =>
  (organizationId: string, projectId: string): string =>
    `${projectPartition(organizationId, projectId)}#${kinds}`;
/** The partition in which a document lists the records of a kind that it is part of. */
export const documentList =
  (kinds: string) =>
  (organizationId: string, documentId: string): string =>
    `${documentKey(organizationId, documentId).pk}#${kinds}`;
/** The partition in which a comparison lists the records of a kind that belong to it. */
export const comparisonList =
  (kinds: string) =>
  (organizationId: string, comparisonId: string): string =>
    `${comparisonKey(organizationId, comparisonId).pk}#${kinds}`;
/** Sorts by creation; the id keeps equal times apart. */
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
 * The changes of a project's documents in the order of time, one item each. New items always come at the end, so that
 * one partition takes them all: its 1,000 write units a second are 500 changes a second.
 */
export const changePartition = (organizationId: string, projectId: string): string =>
  `${projectPartition(organizationId, projectId)}#CHANGES`;
/**
 * Stamp it when the write is sent, never earlier: readers look back only so far (`OVERLAP_SECONDS`).
 *
 * @param unique keeps two changes of one document in one millisecond apart: readers take each sort key for one change
 */
export const changeSort = (now: Date, documentId: string, unique: string): string =>
  `${now.toISOString()}#${encode(documentId)}#${unique}`;
/** The document whose change an item tells, from its sort key. */
export const changedDocument = (sort: string): string => decodeURIComponent(sort.split('#')[1] as string);

/** In a partition of its own, by whose name the right to write it is granted. */
export const SNAPSHOT_PARTITION = '#SNAPSHOT';
export const snapshotRequestKey = (organizationId: string, projectId: string): Key => ({
  pk: `${projectPartition(organizationId, projectId)}${SNAPSHOT_PARTITION}`,
  sk: 'REQUEST',
});

export const contentClaimKey = (organizationId: string, projectId: string, sha256: string): Key => ({
  pk: projectPartition(organizationId, projectId),
  sk: `SHA256#${sha256}`,
});

/** By which numbers a project's sheets are found; in the order of the numbers, so that each is a bounded query. */
export const sheetsPartition = (organizationId: string, projectId: string): string =>
  `${projectPartition(organizationId, projectId)}#SHEETS`;
/** The documents that hold or cite a sheet number follow. */
export const sheetEntryPrefix = (number: string, role: string): string => `${encode(number)}#${role}#`;

/** All documents of one revision chain, named by its first document. */
export const chainPartition = (organizationId: string, projectId: string, root: string): string =>
  `${projectPartition(organizationId, projectId)}#CHAIN#${encode(root)}`;
/** The pointer to the chain's latest document; revisions swing it under a condition, so a chain never forks. */
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

/** How far one worker has extended its lease on a record, beside that record. */
export const leaseKey = (record: Key, owner: string): Key => ({
  pk: record.pk,
  sk: `LEASE#${encode(owner)}`,
});

/** How far the slices of one kind of work on a document have come. */
export const slicesKey = (organizationId: string, documentId: string, work: string): Key => ({
  pk: documentKey(organizationId, documentId).pk,
  sk: `SLICES#${work}`,
});

export const comparisonKey = recordKey('COMPARISON');
export const reportKey = recordKey('REPORT');
export const uploadKey = recordKey('UPLOAD');

/** Who has an uploaded file: one item for each document that registered it. */
export const fileHolders = (organizationId: string, uploadId: string): string =>
  `${organization(organizationId)}#FILE#${encode(uploadId)}`;
export const fileHolderKey = (organizationId: string, uploadId: string, documentId: string): Key => ({
  pk: fileHolders(organizationId, uploadId),
  sk: `HOLDER#${encode(documentId)}`,
});

export const systemKey = recordKey('SYSTEM');
/** In the table of credentials. */
export const credentialsKey = recordKey('CREDENTIALS');
/** One item per minute, which expires by itself. @param minute `2026-11-22T09:41` */
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
/** The partition in which the mails to one person are listed. */
export const recipientList = (organizationId: string, subject: string): string =>
  `${userPartition(organizationId, subject)}#ACTIVITIES`;
/** The lines of a subscriber's next digest. */
export const digestPartition = (organizationId: string, subscriber: string): string =>
  `${userPartition(organizationId, subscriber)}#DIGEST`;
export const digestItemKey = (organizationId: string, subscriber: string, notificationId: string): Key => ({
  pk: digestPartition(organizationId, subscriber),
  sk: notificationId,
});
/** Counts a user's mails to addresses of no member; it expires by itself. @param day `2026-11-22` */
export const outsideMailsKey = (organizationId: string, userId: string, day: string): Key => ({
  pk: userPartition(organizationId, userId),
  sk: `OUTSIDE-MAILS#${day}`,
});
/** That somebody was taken out of a project; it goes when the person comes back, or with the project. */
export const formerMemberKey = (organizationId: string, projectId: string, subject: string): Key => ({
  pk: projectPartition(organizationId, projectId),
  sk: `FORMER#${encode(subject)}`,
});
/** Lies with the user, whose requests each ask for one; the project lists it with `MEMBER_PREFIX` as well. */
export const membershipKey = (organizationId: string, subject: string, projectId: string): Key => ({
  pk: userPartition(organizationId, subject),
  sk: `${MEMBER_PREFIX}${encode(projectId)}`,
});

export const notificationKey = (organizationId: string, id: string): Key => ({
  pk: `${organization(organizationId)}${NOTIFICATIONS_SUFFIX}`,
  sk: id,
});

/** The attributes that put an item on the sparse index. */
export const GSI1_FIELDS = ['gsi1pk', 'gsi1sk'] as const;

/** Shards of the busy index: the sweep reads each, and no single index partition takes every write. */
export const BUSY_SHARDS = DUE_SHARDS;
export const busyPartition = (shard: number): string => `BUSY#${shard}`;
export const BUSY_COMPARISONS = 'BUSY-COMPARISONS';
/** What the clock looks at: deleted documents, documents without their file, or with scanned pages to be read, issued uploads, projects and organizations being deleted, people who wait for a digest. */
export type DueKind = 'DELETED' | 'AWAITED' | 'UNREAD' | 'UPLOAD' | 'PROJECT' | 'ORGANIZATION' | 'DIGEST';
/** Spread over as many shards as the busy index: of all organizations, since the clock belongs to none. */
export const duePartition = (kind: DueKind, shard: number): string => `DUE#${kind}#${shard}`;
/** @param at ISO 8601 */
export const dueKey = (kind: DueKind, at: string, organizationId: string, id: string): Key => ({
  pk: duePartition(kind, busyShard(id)),
  sk: `${at}#${encode(organizationId)}#${encode(id)}`,
});

export const BUSY_REPORTS = 'BUSY-REPORTS';
/** The shard of a document, from its id alone. */
export const busyShard = (documentId: string): number => {
  let hash = 0;
  for (let i = 0; i < documentId.length; i++) hash = (hash * 31 + documentId.charCodeAt(i)) >>> 0;
  return hash % BUSY_SHARDS;
};

/** What tells whether records may come into a project; each shard, by `busyShard`, in a partition of its own. */
export const projectGateKey = (organizationId: string, projectId: string, shard: number): Key => ({
  pk: `${projectPartition(organizationId, projectId)}#GATE#${shard}`,
  sk: 'GATE',
});

/** Sharded as the busy index is, by `busyShard`. */
export const dueTasksPartition = (shard: number): string => `DUE-TASKS#${shard}`;
export const DUE_PREFIX = 'DUE#';
export const dueSort = (dueDate: string, organizationId: string, taskId: string): string =>
  `${dueDate}#${encode(organizationId)}#${encode(taskId)}`;

/** Users whose tokens have been seen. */
export const peoplePartition = (organizationId: string): string => `${organization(organizationId)}#PEOPLE`;
export const personKey = (organizationId: string, userId: string): Key => ({
  pk: peoplePartition(organizationId),
  sk: encode(userId),
});

/** Marks an organization as deleted, for good: its id is never used again. */
export const tombstoneKey = (organizationId: string): Key => ({
  pk: organization(organizationId),
  sk: 'TOMBSTONE',
});

export const ORGANIZATIONS_PARTITION = 'ORGANIZATIONS';

/** The changes of an organization's searched records in the order of time, one item each: 500 of them a second. */
export const searchChanges = (organizationId: string): string =>
  `${organization(organizationId)}${SEARCH_CHANGES_SUFFIX}`;
/** Stamp it when the write is sent, as `changeSort`. @param unique keeps two changes in one millisecond apart */
export const searchChangeSort = (now: Date, kind: string, id: string, unique: string): string =>
  `${now.toISOString()}#${kind}#${encode(id)}#${unique}`;
/** The kind and the id of the record whose change an item tells, from its sort key. */
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
