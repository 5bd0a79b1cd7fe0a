import type { ApiKeyRecord } from '../domain/access/api-key.ts';
import type { Caller } from '../domain/access/caller.ts';
import type { PersonRecord } from '../domain/access/person.ts';
import type { Deletion } from '../domain/due.ts';
import type { MemberId, MemberRecord } from '../domain/projects/member.ts';
import type { OrganizationRecord } from '../domain/projects/organization.ts';
import type { ProjectRecord } from '../domain/projects/project.ts';
import type { Deletions, RecordsRead, RecordsWrite } from './record-ports.ts';

export interface OrganizationPorts {
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
  'api-keys.read': ApiKeysRead;
}

export interface ProjectsWrite extends Pick<RecordsWrite<ProjectRecord>, 'change'> {
  /** Stores the project with its creator as first member, in one transaction. */
  create(record: ProjectRecord, creator: Caller): Promise<ProjectRecord>;
}

export interface ProjectsDelete {
  /**
   * Hides the project and its contents from all readers, closes it to further records and leaves the deletion to a
   * worker, in one transaction. Returns that deletion.
   * @throws Conflict if `ifVersion` is not the current version, or if `closedBy` no longer keeps the project closed
   */
  begin(
    record: ProjectRecord,
    terms: { ifVersion?: number | undefined; now: Date; closedBy?: string | undefined },
  ): Promise<Deletion>;
  /**
   * Closes the project to further records for at most a minute, so that its contents can be counted before it is
   * deleted.
   * @param by identifies the caller for `closedBy` of `begin` and for `reopen`
   * @throws Conflict if another caller has closed it
   */
  close(record: ProjectRecord, by: string): Promise<void>;
  reopen(record: ProjectRecord, by: string): Promise<void>;
}

/** The steps of the worker that removes a project. */
export interface ProjectsRemove extends Deletions {
  /** Returns the ids of at most `limit` documents in the project's register. */
  documents(organizationId: string, projectId: string, limit: number): Promise<string[]>;
  /**
   * Removes at most `limit` records of the kinds whose removal follows from their declaration.
   * @returns false if none is left
   */
  removeRecords(organizationId: string, projectId: string, limit: number): Promise<boolean>;
  /** Removes all memberships, under the project and under each user. */
  removeMembers(organizationId: string, projectId: string): Promise<void>;
  /** Removes the project's events from its sequence, the feed and the histories of its records. */
  removeEvents(organizationId: string, projectId: string): Promise<void>;
  /** Removes claims, register changes and snapshots, and everything else in the project's own partitions. */
  removeRegister(organizationId: string, projectId: string): Promise<void>;
}

/** Writes memberships. Adding a member requires that the project exists, and does not prevent its deletion. */
export type MembersWrite = RecordsWrite<MemberRecord, MemberId>;

export interface MembershipsRead {
  /**
   * Returns the project if it exists and is not being deleted, and if `member` is one of its members: one request,
   * however many memberships the member has.
   * @param member any caller if absent
   */
  projectOf(organizationId: string, projectId: string, member?: string): Promise<ProjectRecord | undefined>;
  /** Returns true if the project exists and is not being deleted. */
  stands(organizationId: string, projectId: string): Promise<boolean>;
  /** Returns true if the project exists and the identity is a member. */
  holds(organizationId: string, subject: string, projectId: string): Promise<boolean>;
  /** Returns true if the user was removed from the project and has not been added again. */
  hasLeft(organizationId: string, subject: string, projectId: string): Promise<boolean>;
  /** Returns the project ids of one identity in one organization; some of the projects may no longer exist. */
  projectsOf(organizationId: string, subject: string): Promise<ReadonlySet<string>>;
}

/** Writes organizations. The id of a deleted organization is never reused: creating it again throws Conflict. */
export type OrganizationsWrite = Pick<RecordsWrite<OrganizationRecord>, 'create' | 'change'>;

export interface OrganizationsDelete {
  /**
   * Removes the record, writes a tombstone for its id and leaves the organization's data to a worker, in one
   * transaction.
   * @throws Conflict if `ifVersion` is not the current version
   */
  begin(record: OrganizationRecord, terms: { ifVersion?: number | undefined; now: Date }): Promise<void>;
}

/** The steps of the worker that removes deleted organizations, in addition to the ports of their records. */
export interface OrganizationsRemove extends Deletions {
  /** Returns true while a project of the organization is being removed. */
  deletesProjects(organizationId: string): Promise<boolean>;
  /** Returns true while the organization has a search index. */
  isIndexed(organizationId: string): Promise<boolean>;
  /** Removes the counters of a system's calls. */
  removeCalls(organizationId: string, systemId: string): Promise<void>;
  /**
   * Removes at most `limit` records of the kinds whose removal follows from their declaration.
   * @returns false if none is left
   */
  removeRecords(organizationId: string, limit: number): Promise<boolean>;
  removeAgents(organizationId: string): Promise<void>;
  /** Removes the events of the organization, those of no project and those that are not yet in sequence, and its feed. */
  removeEvents(organizationId: string): Promise<void>;
  /** Removes stored digest lines and the due entries for them. */
  removeDigests(organizationId: string): Promise<void>;
  /** Removes the notes of files that no document has registered; the files are removed with their folder. */
  removeStoredFiles(organizationId: string): Promise<void>;
  removeNotifications(organizationId: string): Promise<void>;
  removeSearchChanges(organizationId: string): Promise<void>;
  /** Removes the organization's people and the responses stored under their idempotency keys. */
  removePeople(organizationId: string): Promise<void>;
}

/** The claims of verified tokens about their users. */
export interface PeopleRead {
  /** Returns undefined for a user whose token has never been seen. */
  get(organizationId: string, userId: string): Promise<PersonRecord | undefined>;
  /** Returns the users whose newest token has the role org_admin or a higher one. Reads all of the organization. */
  administrators(organizationId: string): Promise<PersonRecord[]>;
}

/** The organization of a caller; without a name if it has no record, or if the name was not asked for. */
export interface CallersOrganization {
  isDeleted: boolean;
  name: string | undefined;
}

export interface PeopleWrite {
  /**
   * Stores the claims of a verified token about its user; an older token changes nothing. Returns the state of the user's
   * organization.
   * @param issuedAt the token's `iat`, in epoch seconds
   * @param given.withName reads the name of the organization as well
   */
  record(caller: Caller, issuedAt: number, given: { withName: boolean }): Promise<CallersOrganization>;
}

/** API keys are stored under the organization `NO_ORGANIZATION`; only operators write them. */
export type ApiKeysRead = Pick<RecordsRead<ApiKeyRecord>, 'get'>;
