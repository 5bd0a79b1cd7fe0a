import * as z from 'zod';
import { eachItem, getItem, type Item, queryItems } from '../../shared/aws/dynamodb/items.ts';
import { deletingEntries } from '../../shared/aws/records/entries.ts';
import { PersonRecord } from '../../shared/domain/access/person.ts';
import { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { ChainedEvent, hasHistory } from '../../shared/domain/events/event.ts';
import { parseUploadPath } from '../../shared/domain/uploads/store-path.ts';
import {
  BUSY_SHARDS,
  CHAIN_PREFIX,
  chainOfEvents,
  chainPartition,
  changePartition,
  credentialsKey,
  type DueKind,
  digestPartition,
  documentKey,
  documentList,
  duePartition,
  type EventChain,
  eventKey,
  feedPartition,
  fileHolders,
  historyPartition,
  type Key,
  MEMBER_PREFIX,
  membershipKey,
  notificationKey,
  peoplePartition,
  projectGateKey,
  projectKey,
  projectPartition,
  REGISTER_PREFIX,
  registerKey,
  searchChanges,
  searchIndexKey,
  searchStateKey,
  sheetsPartition,
  snapshotRequestKey,
  tombstoneKey,
  userPartition,
} from '../../shared/table/keys.ts';
import type { Kind, List, StoredRecord } from '../../shared/table/kind.ts';
import { kinds } from '../../shared/table/kinds/index.ts';
import { ORGANIZATIONS } from '../../shared/table/kinds/organizations.ts';
import { PREFERENCES } from '../../shared/table/kinds/preferences.ts';
import { PROJECTS } from '../../shared/table/kinds/projects.ts';
import { SYSTEMS } from '../../shared/table/kinds/systems.ts';
import { idempotencyPartition, limitsKey } from '../../shared/table/request-keys.ts';
import type { Target } from './target.ts';

/** The tables that contain items of tenants. */
export const TENANT_TABLES = ['table', 'requests', 'credentials'] as const;
export type TenantTable = (typeof TENANT_TABLES)[number];

/** One item of a tenant. */
export interface Found {
  of: TenantTable;
  item: Item & Key;
  /** Zero for an item that leads to others; those it leads to have a higher depth and precede it. */
  depth: number;
}

/** A part of a tenant's items; parts are disjoint. */
export interface TenantPart {
  /** `project-<id>` or `organization`. */
  name: string;
  items(): AsyncGenerator<Found>;
}

type AnyKind = Kind<StoredRecord, unknown>;
/** All kinds except members, which have no list of their own: they are in the partition of their project. */
const LISTED = Object.entries(kinds).flatMap(([name, kind]) =>
  name === 'members' ? [] : [kind as unknown as AnyKind],
);

const StoredItem = z.looseObject({ pk: z.string(), sk: z.string() });
const DueItem = StoredItem.extend({ organization_id: z.string(), id: z.string() });

const ENTRY = 0;
const RECORD = 1;
const BESIDE = 2;

/**
 * Walks over a tenant by the keys of its partitions: lists lead to records, and records to the items that belong to
 * them. Only the entries of scheduled work are in partitions shared by all tenants; those are read completely, because
 * they contain only what is pending.
 */
class Walk {
  readonly #target: Target;
  readonly #organization: string;
  /** Partitions that several records lead to. */
  readonly #visited = new Set<string>();

  constructor(target: Target, organizationId: string) {
    this.#target = target;
    this.#organization = organizationId;
  }

  /** Yields the items of a partition, unless it has been visited. */
  async *partition(pk: string, depth: number, of: TenantTable = 'table'): AsyncGenerator<Found> {
    if (this.#visited.has(`${of} ${pk}`)) return;
    this.#visited.add(`${of} ${pk}`);
    yield* this.#read(pk, depth, of);
  }

  async *#read(pk: string, depth: number, of: TenantTable = 'table'): AsyncGenerator<Found> {
    for await (const item of eachItem(this.#target[of], StoredItem, { partition: pk })) yield { of, item, depth };
  }

  /** Yields one item outside the tenant's partitions. */
  async *#single(key: Key, depth: number): AsyncGenerator<Found> {
    const item = await getItem(this.#target.table, StoredItem, key);
    if (item) yield { of: 'table', item, depth };
  }

  /** Yields a record, the items with the same partition key, and its entries in other lists. */
  async *#record(kind: AnyKind, id: unknown, isWalked: (pk: string) => boolean): AsyncGenerator<Found> {
    const { table } = this.#target;
    const own = kind.key(this.#organization, id);
    for await (const found of this.#read(own.pk, RECORD)) {
      if (found.item.sk === own.sk) {
        // An invalid record must not stop a purge; its other lists are also walked by themselves.
        const { data: record } = kind.schema.safeParse(found.item);
        for (const { Delete } of record ? deletingEntries(table, kind, record) : []) {
          const key = Delete?.Key as unknown as Key;
          if (isWalked(key.pk)) continue;
          yield* key.pk.startsWith('ORG#') ? this.partition(key.pk, BESIDE) : this.#single(key, BESIDE);
        }
      }
      yield found;
    }
  }

  /** Yields the entries of lists, each after the record that it refers to and the items that `beside` yields for it. */
  async *lists(
    lists: readonly Listing[],
    isWalked: (pk: string) => boolean,
    beside?: (kind: AnyKind, id: string) => AsyncGenerator<Found>,
  ): AsyncGenerator<Found> {
    for (const { kind, pk, isFollowed } of lists) {
      for await (const found of this.partition(pk, ENTRY)) {
        if (isFollowed && 'id' in found.item) {
          yield* this.#record(kind, found.item.id, isWalked);
          if (beside) yield* beside(kind, String(found.item.id));
        }
        yield found;
      }
    }
  }

  async *document(id: string, beside: (record: DocumentRecord) => readonly string[]): AsyncGenerator<Found> {
    const own = documentKey(this.#organization, id);
    for await (const found of this.#read(own.pk, RECORD)) {
      if (found.item.sk === own.sk) {
        const record = DocumentRecord.parse(found.item);
        const { uploadId } = parseUploadPath(record.store_path) ?? {};
        if (uploadId !== undefined) yield* this.partition(fileHolders(this.#organization, uploadId), BESIDE);
        yield* this.partition(documentList('COMPARISONS')(this.#organization, id), BESIDE);
        for (const pk of beside(record)) yield* this.partition(pk, BESIDE);
      }
      yield found;
    }
  }

  /** Yields the documents in the register and the members; items that lead to nothing are last. */
  async *projectItems(project: string): AsyncGenerator<Found> {
    const o = this.#organization;
    for await (const found of this.partition(projectPartition(o, project), ENTRY)) {
      const { sk } = found.item;
      if (sk.startsWith(REGISTER_PREFIX)) {
        const id = decodeURIComponent(sk.slice(REGISTER_PREFIX.length));
        yield* this.document(id, ({ revision_root }) => [chainPartition(o, project, revision_root)]);
      } else if (sk.startsWith(MEMBER_PREFIX)) {
        const user = decodeURIComponent(sk.slice(MEMBER_PREFIX.length));
        yield* this.#single(membershipKey(o, user, project), RECORD);
      }
      yield found;
    }
  }

  /** Yields the tenant's entries of scheduled work. */
  async *due(kind: DueKind): AsyncGenerator<Found & { id: string }> {
    for (let shard = 0; shard < BUSY_SHARDS; shard++) {
      for await (const item of eachItem(this.#target.table, DueItem, { partition: duePartition(kind, shard) })) {
        if (item.organization_id === this.#organization) yield { of: 'table', item, depth: ENTRY, id: item.id };
      }
    }
  }

  /** Yields the events of a sequence, each after the histories of its record. */
  async *events(chain: EventChain): AsyncGenerator<Found> {
    for await (const found of this.partition(chainOfEvents(chain), ENTRY)) {
      const { entity } = found.item.sk.startsWith(CHAIN_PREFIX) ? ChainedEvent.parse(found.item) : {};
      if (entity && hasHistory(entity.type)) {
        yield* this.partition(historyPartition(this.#organization, entity.type, entity.id), BESIDE);
      }
      yield found;
    }
  }

  single(key: Key): AsyncGenerator<Found> {
    return this.#single(key, ENTRY);
  }
}

interface Listing {
  kind: AnyKind;
  pk: string;
  /** Whether the entries lead to their records, which is true for one list of each kind. */
  isFollowed: boolean;
}

const isWithin = (pk: string, parent: string): boolean => pk === parent || pk.startsWith(`${parent}#`);

/** Returns the lists of all kinds in a project or, without one, in the organization. */
const listsBelow = (organizationId: string, project: string | undefined): Listing[] =>
  LISTED.flatMap((kind) => {
    const ofOrganization = Object.values(kind.lists).filter(({ parentOf }) => !parentOf);
    const isOwn = ({ parentOf }: List<StoredRecord>) => (project === undefined ? !parentOf : parentOf !== undefined);
    const parent = project === undefined ? 'ORG#' : projectPartition(organizationId, project);
    const places = Object.values(kind.lists)
      .filter(isOwn)
      .map(({ partition }) => partition(organizationId, project ?? ''))
      .filter((pk) => (project === undefined ? pk.startsWith(parent) : isWithin(pk, parent)));
    const isFollowed = project === undefined || ofOrganization.length === 0;
    return places.map((pk, index) => ({ kind, pk, isFollowed: isFollowed && index === 0 }));
  });

/**
 * Yields the items of a project: records in its lists, its register and related items. The project's own record belongs
 * to the organization.
 */
async function* projectItems(target: Target, organizationId: string, project: string): AsyncGenerator<Found> {
  const walk = new Walk(target, organizationId);
  const own = projectPartition(organizationId, project);
  const tenant = new Set(listsBelow(organizationId, undefined).map(({ pk }) => pk));
  yield* walk.lists(listsBelow(organizationId, project), (pk) => tenant.has(pk) || isWithin(pk, own));
  yield* walk.projectItems(project);
  yield* walk.events({ organization_id: organizationId, project_id: project });
  const others = [changePartition, sheetsPartition].map((partition) => partition(organizationId, project));
  const gates = Array.from({ length: BUSY_SHARDS }, (_, shard) => projectGateKey(organizationId, project, shard).pk);
  for (const pk of [...others, snapshotRequestKey(organizationId, project).pk, ...gates]) {
    yield* walk.partition(pk, ENTRY);
  }
}

/** Yields a document that is being purged, which is no longer in the register and found only through the schedule. */
async function* purgedDocument(walk: Walk, { table }: Target, organizationId: string, id: string) {
  const record = await getItem(table, DocumentRecord, documentKey(organizationId, id));
  if (!record) return;
  const entry = registerKey(organizationId, record.project_id, id);
  if (await getItem(table, StoredItem, entry)) return;
  yield* walk.document(id, () => []);
}

/** Yields the items of a user, identified by subject or by a typed mail address. */
async function* userItems(walk: Walk, organizationId: string, user: string, isOfProject: (item: Item) => boolean) {
  for await (const found of walk.partition(userPartition(organizationId, user), BESIDE)) {
    if (!isOfProject(found.item)) yield found;
  }
  yield* walk.partition(digestPartition(organizationId, user), BESIDE);
}

/** Yields all items of the organization that are not in one of these projects, including the projects' records. */
async function* organizationItems(
  target: Target,
  organizationId: string,
  projects: readonly string[],
): AsyncGenerator<Found> {
  const walk = new Walk(target, organizationId);
  const known = new Set(projects.map((project) => membershipKey(organizationId, '', project).sk));
  const isOfProject = ({ sk }: Item) => known.has(String(sk));
  const inProjects = new Set(projects.map((project) => projectPartition(organizationId, project)));
  const isWalked = (pk: string) =>
    lists.some((list) => list.pk === pk) || inProjects.has(pk.split('#').slice(0, 4).join('#'));
  const lists = listsBelow(organizationId, undefined);
  const others = lists.filter(({ kind }) => kind.name !== PROJECTS.name);
  yield* walk.lists(others, isWalked, async function* (kind, id) {
    if (kind.name === SYSTEMS.name) {
      yield* walk.partition(credentialsKey(organizationId, id).pk, RECORD, 'credentials');
    }
    if (kind.name === PREFERENCES.name) yield* userItems(walk, organizationId, id, isOfProject);
  });
  for (const kind of ['DELETED', 'AWAITED', 'UNREAD', 'UPLOAD', 'FILE', 'DIGEST', 'WEBHOOK'] as const) {
    for await (const { id, ...found } of walk.due(kind)) {
      if (kind === 'DELETED') yield* purgedDocument(walk, target, organizationId, id);
      if (kind === 'DIGEST') yield* userItems(walk, organizationId, id, isOfProject);
      yield found;
    }
  }
  for await (const found of walk.partition(peoplePartition(organizationId), ENTRY)) {
    const { issuer, user_id } = PersonRecord.parse(found.item);
    yield* userItems(walk, organizationId, user_id, isOfProject);
    const identity = `${issuer}|${user_id}`;
    yield* walk.partition(idempotencyPartition(organizationId, identity), RECORD, 'requests');
    yield* walk.partition(limitsKey(organizationId, identity, '').pk, RECORD, 'requests');
    yield found;
  }
  const state = searchStateKey(organizationId).pk;
  yield* walk.events({ organization_id: organizationId, project_id: null });
  const events = [eventKey(organizationId, '', '').pk, feedPartition(organizationId)];
  for (const pk of [notificationKey(organizationId, '').pk, searchChanges(organizationId), state, ...events]) {
    yield* walk.partition(pk, ENTRY);
  }
  yield* walk.single(searchIndexKey(organizationId));
  const record = await getItem(target.table, ORGANIZATIONS.schema, ORGANIZATIONS.key('', organizationId));
  if (record) {
    for (const { Delete } of deletingEntries(target.table, ORGANIZATIONS, record)) {
      yield* walk.single(Delete?.Key as unknown as Key);
    }
  }
  yield* walk.partition(ORGANIZATIONS.key('', organizationId).pk, ENTRY);
  // Last, because the projects are found by these.
  yield* walk.lists(
    lists.filter(({ kind }) => kind.name === PROJECTS.name).map((list) => ({ ...list, isFollowed: false })),
    isWalked,
  );
  for (const kind of ['PROJECT', 'ORGANIZATION'] as const) {
    for await (const { id: _, ...found } of walk.due(kind)) yield found;
  }
  const tombstone = tombstoneKey(organizationId);
  for await (const found of walk.partition(tombstone.pk, ENTRY)) if (found.item.sk !== tombstone.sk) yield found;
}

/** Returns the ids of a tenant's projects, including those that are being deleted. */
const projectsOf = async (target: Target, organizationId: string): Promise<string[]> => {
  const prefix = projectKey(organizationId, '').sk;
  const range = { partition: projectKey(organizationId, '').pk, prefix, fields: ['pk', 'sk'] };
  const standing = await queryItems(target.table, StoredItem, range);
  const ids = new Set(standing.map(({ sk }) => decodeURIComponent(sk.slice(prefix.length))));
  for await (const { id } of new Walk(target, organizationId).due('PROJECT')) ids.add(id);
  return [...ids].sort();
};

/**
 * Returns all items of a tenant in the tables except its tombstone, found by queries of its partitions. Items that lead
 * to others come after them, and the organization after its projects, so that an interrupted removal in this order
 * finds the rest the next time.
 */
export const partsOf = async (target: Target, organizationId: string): Promise<TenantPart[]> => {
  const projects = await projectsOf(target, organizationId);
  return [
    ...projects.map((project) => ({
      name: `project-${encodeURIComponent(project)}`,
      items: () => projectItems(target, organizationId, project),
    })),
    { name: 'organization', items: () => organizationItems(target, organizationId, projects) },
  ];
};
