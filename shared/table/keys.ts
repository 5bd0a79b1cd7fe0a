/**
 * Every access pattern of the single table: pattern → key. The organization stands first in each partition
 * key, so no query can reach another tenant's items.
 *
 * | pattern | index | key | caller |
 * |---|---|---|---|
 * | one document | table | `documentKey` | all document operations, workers |
 * | a project's register, by change | byChange | `projectPartition`, `changed` | list, search |
 * | a project's register entry | table | `registerKey` | written with each document change |
 * | the extension of a lease | table | `leaseKey` | workers |
 * | slices of the work on a document | table | `slicesKey` | process-document, process-slice, recognise-text |
 * | who holds a file's SHA-256 in a project | table | `contentClaimKey` | process-document |
 * | the revision chain of a sheet, and its latest | table | `chainPartition` | create-, delete-, restore-document |
 * | chunks of a document | table | `chunkPartition` | process-document |
 * | one comparison; a project's comparisons | table | `comparisonKey`, `comparisonEntryKey` | drawing-comparisons |
 * | one project; an organization's projects | table | `projectKey` | project operations |
 * | members of a project | table | `memberKey` | project members |
 * | projects of a user | table | `membershipKey` | authorization |
 * | an issued upload | table | `uploadKey` | uploads, create-document |
 * | documents a worker has or awaits | gsi1 | `busyPartition`, since when | sweep-documents |
 */

export interface Key {
  pk: string;
  sk: string;
}

/** Makes one component safe inside a key: `#` separates components and may not come from outside. */
export const encode = (component: string): string => encodeURIComponent(component);

const organization = (organizationId: string): string => `ORG#${encode(organizationId)}`;

export const documentKey = (organizationId: string, documentId: string): Key => ({
  pk: `${organization(organizationId)}#DOCUMENT#${encode(documentId)}`,
  sk: 'DOCUMENT',
});

export const projectPartition = (organizationId: string, projectId: string): string =>
  `${organization(organizationId)}#PROJECT#${encode(projectId)}`;

export const REGISTER_PREFIX = 'DOCUMENT#';
export const registerKey = (organizationId: string, projectId: string, documentId: string): Key => ({
  pk: projectPartition(organizationId, projectId),
  sk: `${REGISTER_PREFIX}${encode(documentId)}`,
});

/**
 * Sorts register entries by the time of their last change; the id keeps equal times apart. Stamp it when the write is
 * sent, never earlier: readers of the register look back only so far (`OVERLAP_SECONDS`).
 */
export const changedKey = (now: Date, documentId: string): string => `${now.toISOString()}#${encode(documentId)}`;

export const contentClaimKey = (organizationId: string, projectId: string, sha256: string): Key => ({
  pk: projectPartition(organizationId, projectId),
  sk: `SHA256#${sha256}`,
});

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

export const chunkPartition = (organizationId: string, documentId: string): string =>
  `${organization(organizationId)}#DOCUMENT#${encode(documentId)}#CHUNKS`;
export const chunkKey = (organizationId: string, documentId: string, index: number): Key => ({
  pk: chunkPartition(organizationId, documentId),
  sk: `CHUNK#${String(index).padStart(6, '0')}`,
});

export const comparisonKey = (organizationId: string, id: string): Key => ({
  pk: `${organization(organizationId)}#COMPARISON#${encode(id)}`,
  sk: 'COMPARISON',
});
export const COMPARISON_PREFIX = 'COMPARISON#';
/** Where a project lists its comparisons: by creation time, the id keeps equal times apart. */
export const comparisonEntryKey = (organizationId: string, projectId: string, createdAt: string, id: string): Key => ({
  pk: `${projectPartition(organizationId, projectId)}#COMPARISONS`,
  sk: `${COMPARISON_PREFIX}${createdAt}#${encode(id)}`,
});

export const PROJECT_PREFIX = 'PROJECT#';
export const projectKey = (organizationId: string, projectId: string): Key => ({
  pk: organization(organizationId),
  sk: `${PROJECT_PREFIX}${encode(projectId)}`,
});

export const MEMBER_PREFIX = 'MEMBER#';
export const memberKey = (organizationId: string, projectId: string, subject: string): Key => ({
  pk: projectPartition(organizationId, projectId),
  sk: `${MEMBER_PREFIX}${encode(subject)}`,
});

export const userPartition = (organizationId: string, subject: string): string =>
  `${organization(organizationId)}#USER#${encode(subject)}`;
/** The same membership seen from the user, written in the same transaction as `memberKey`. */
export const membershipKey = (organizationId: string, subject: string, projectId: string): Key => ({
  pk: userPartition(organizationId, subject),
  sk: `${MEMBER_PREFIX}${encode(projectId)}`,
});

export const uploadKey = (organizationId: string, uploadId: string): Key => ({
  pk: `${organization(organizationId)}#UPLOAD#${encode(uploadId)}`,
  sk: 'UPLOAD',
});

/** The attributes that put an item on the sparse index. */
export const GSI1_FIELDS = ['gsi1pk', 'gsi1sk'] as const;

/** Shards of the busy index: the sweep reads each, and no single index partition takes every write. */
export const BUSY_SHARDS = 8;
export const busyPartition = (shard: number): string => `BUSY#${shard}`;
export const BUSY_COMPARISONS = 'BUSY-COMPARISONS';
/** The shard of a document, from its id alone. */
export const busyShard = (documentId: string): number => {
  let hash = 0;
  for (let i = 0; i < documentId.length; i++) hash = (hash * 31 + documentId.charCodeAt(i)) >>> 0;
  return hash % BUSY_SHARDS;
};
