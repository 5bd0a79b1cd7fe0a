import type { ApiKeyRecord } from '../domain/access/api-key.ts';
import type { Caller } from '../domain/access/caller.ts';
import type { PersonRecord } from '../domain/access/person.ts';
import type { Deletion } from '../domain/due.ts';
import type { OrganizationRecord } from '../domain/organizations/organization.ts';
import type { MemberId, MemberRecord } from '../domain/projects/member.ts';
import type { ProjectRecord } from '../domain/projects/project.ts';
import type { Deletions, RecordsRead, RecordsWrite, TextSearch } from './records.ts';

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
  'projects.search': TextSearch;
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

/** Keys lie in the tenancy `NO_ORGANIZATION`; operators alone write them. */
export type ApiKeysRead = Pick<RecordsRead<ApiKeyRecord>, 'get'>;
