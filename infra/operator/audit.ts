import { isDeepStrictEqual } from 'node:util';
import { HeadObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { adapter as searchIndex } from '../../shared/aws/adapters/search.index.ts';
import { deleteObjects } from '../../shared/aws/clients/delete-objects.ts';
import { claimOf } from '../../shared/aws/documents/content-claims.ts';
import type { Item } from '../../shared/aws/dynamodb/items.ts';
import { deleteItem, updateUnseen } from '../../shared/aws/dynamodb/items.ts';
import { checking, putting, transact } from '../../shared/aws/dynamodb/transaction.ts';
import { puttingEntries } from '../../shared/aws/records/entries.ts';
import { OVERLAP } from '../../shared/aws/search/index-place.ts';
import { readSearchChanges } from '../../shared/aws/search/search-changes.ts';
import { readState } from '../../shared/aws/search/state.ts';
import { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { latestOf } from '../../shared/domain/documents/latest-revision.ts';
import type { TaskRecord } from '../../shared/domain/tasks/task.ts';
import { environment } from '../../shared/environment.ts';
import { isBusy } from '../../shared/table/busy-fields.ts';
import { Expression } from '../../shared/table/expression.ts';
import { contentClaimKey, dueKey, encode, type Key, registerKey, searchedRecord } from '../../shared/table/keys.ts';
import type { Kind, StoredRecord } from '../../shared/table/kind.ts';
import { COMPARISONS } from '../../shared/table/kinds/comparisons.ts';
import { kinds } from '../../shared/table/kinds/index.ts';
import { TASKS } from '../../shared/table/kinds/tasks.ts';
import { RegisterEntry, registerEntryOf } from '../../shared/table/register-entry.ts';
import { eventFindings } from './event-findings.ts';
import type { Finding } from './finding.ts';
import { queuedMessages } from './queued-messages.ts';
import { rebuildRegister } from './rebuild-register.ts';
import { rebuildSearch } from './rebuild-search.ts';
import type { Target } from './target.ts';
import { isOf } from './tenant.ts';

interface Repairable extends Finding {
  /** Repairs it with a condition that fails if the state has changed since; absent if only a person can decide. */
  repair?: () => Promise<unknown>;
}

/** Milliseconds that a file may exist without a record, and that a record may wait for its worker. */
const MAXIMUM_WAIT_MS = 24 * 3_600_000;
const MAXIMUM_EXPIRED_LEASE_MS = 3_600_000;

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;
const organizationOf = (pk: string): string =>
  pk.startsWith('ORG#') ? decodeURIComponent(pk.split('#')[1] ?? '') : '';

type StoredItem = Item & Key;

/** Returns the kind of the record that an item holds; undefined for an item that is not a record. */
const kindOf = (item: StoredItem): Kind<StoredRecord, unknown> | undefined => {
  if (item.record_version === undefined) return undefined;
  return (Object.values(kinds) as unknown as Kind<StoredRecord, unknown>[]).find((kind) => {
    const { pk, sk } = kind.key(String(item.organization_id), kind.idOf(item as unknown as StoredRecord));
    return pk === item.pk && sk === item.sk;
  });
};

/** All items of one tenant, or of all tenants, in the table. */
interface Stock {
  items: Map<string, StoredItem>;
  documents: Map<string, DocumentRecord & Key>;
}

const scan = async ({ table }: Target, organizationId: string | undefined): Promise<Stock> => {
  const stock: Stock = { items: new Map(), documents: new Map() };
  const pages = paginateScan({ client: table.client }, { TableName: table.name, ConsistentRead: true });
  for await (const { Items = [] } of pages) {
    for (const item of Items as StoredItem[]) {
      if (organizationId !== undefined && !isOf(organizationId, item)) continue;
      stock.items.set(nameOf(item), item);
      if (item.sk === 'DOCUMENT') stock.documents.set(item.pk, { ...item, ...DocumentRecord.parse(item) } as never);
    }
  }
  return stock;
};

const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });
const asRead = (version: unknown) => new Expression().equals('record_version', version);

/** Checks that each list contains exactly its records, with their values. */
const listFindings = ({ table }: Target, { items }: Stock): Repairable[] => {
  const found: Repairable[] = [];
  const expected = new Set<string>();
  const lists = new Set<string>();
  /** Returns what distinguishes a list: the end of its partition's name and the prefix of its sort keys. */
  const listOf = ({ pk, sk }: Key) => `${pk.split('#').at(-1)?.replace(/^\d+$/, '')} ${sk.split('#')[0]}`;
  for (const item of items.values()) {
    const kind = kindOf(item);
    if (!kind) continue;
    const record = kind.schema.parse(item);
    for (const { Put } of puttingEntries(table, kind, record)) {
      const entry = Put?.Item as StoredItem;
      expected.add(nameOf(entry));
      lists.add(listOf(entry));
      const existing = items.get(nameOf(entry));
      const plain = (value: Item) => JSON.parse(JSON.stringify(value));
      if (existing && isDeepStrictEqual(plain(existing), plain(entry))) continue;
      found.push({
        check: 'list',
        organization: record.organization_id,
        subject: `${item.pk} in ${entry.pk}`,
        problem: existing ? 'The list has other values than the record' : 'The list does not contain the record',
        repair: () =>
          transact(table, {
            record: checking(table, keyOf(item), asRead(record.record_version)),
            entry: putting(table, entry),
          }),
      });
    }
  }
  for (const item of items.values()) {
    if (typeof item.id !== 'string' || item.record_version !== undefined || expected.has(nameOf(item))) continue;
    if (!lists.has(listOf(item)) || item.pk.startsWith('DUE#')) continue;
    found.push({
      check: 'list',
      organization: organizationOf(item.pk),
      subject: nameOf(item).replace('\n', ' '),
      problem: 'The list contains a record that does not exist',
      repair: () => deleteItem(table, keyOf(item), new Expression().equals('id', item.id)),
    });
  }
  return found;
};

/** Checks that the register, which provides lists and totals, agrees with the documents. */
const registerFindings = (target: Target, { items, documents }: Stock): Repairable[] => {
  const found: Repairable[] = [];
  const expected = new Set<string>();
  for (const record of documents.values()) {
    const { organization_id: organization, project_id, document_id } = record;
    const key = registerKey(organization, project_id, document_id);
    expected.add(nameOf(key));
    const entry = items.get(nameOf(key));
    // A document that is being purged has been removed from the register.
    const isPurged = record.purge_started_at !== undefined && !entry;
    if (
      isPurged ||
      (entry && isDeepStrictEqual(RegisterEntry.parse(entry), RegisterEntry.parse(registerEntryOf(record))))
    )
      continue;
    const problem = entry ? 'The register has other values than the document' : 'The register lacks the document';
    const repair = () => rebuildRegister(target, organization, project_id, false);
    found.push({ check: 'register', organization, subject: document_id, problem, repair });
  }
  for (const item of items.values()) {
    const [, owner = '', , project = ''] = item.pk.split('#');
    const isEntry = item.sk.startsWith('DOCUMENT#') && /^ORG#[^#]+#PROJECT#[^#]+$/.test(item.pk);
    if (!isEntry || expected.has(nameOf(item))) continue;
    const [organization, projectId] = [decodeURIComponent(owner), decodeURIComponent(project)];
    const repair = () => rebuildRegister(target, organization, projectId, false);
    found.push({
      check: 'register',
      organization,
      subject: item.sk,
      problem: 'The register contains a document that does not exist',
      repair,
    });
  }
  return found;
};

/** Checks that one document of each chain is the latest: the newest that is not deleted. */
const revisionFindings = ({ documents }: Stock): Repairable[] => {
  const chains = Map.groupBy(
    [...documents.values()].filter(({ purge_started_at }) => purge_started_at === undefined),
    ({ organization_id, project_id, revision_root }) => `${organization_id}\n${project_id}\n${revision_root}`,
  );
  return [...chains].flatMap(([name, chain]): Repairable[] => {
    const marked = chain.filter(({ is_latest }) => is_latest).map(({ document_id }) => document_id);
    const latest = latestOf(chain)?.document_id;
    // If all are deleted, one of them stays the latest.
    if (latest === undefined ? marked.length <= 1 : marked.length === 1 && marked[0] === latest) return [];
    const [organization = '', , root = ''] = name.split('\n');
    const problem = `The latest revision is ${latest ?? 'none'}, but marked are: ${marked.join(', ') || 'none'}`;
    return [{ check: 'revisions', organization, subject: root, problem }];
  });
};

/** Checks that tasks and documents, and comparisons and documents, refer to each other. */
const linkFindings = ({ table }: Target, { items, documents }: Stock): Repairable[] => {
  const found: Repairable[] = [];
  const named = new Set<string>();
  for (const item of items.values()) {
    if (item.sk !== 'TASK') continue;
    const { id, organization_id: organization, document_ids } = TASKS.schema.parse(item) as TaskRecord;
    for (const documentId of document_ids) {
      const document = documents.get(`ORG#${encode(organization)}#DOCUMENT#${encode(documentId)}`);
      named.add(`${organization}\n${documentId}\n${id}`);
      if (!document || document.linked_tasks?.has(id)) continue;
      const link = new Expression()
        .add('linked_tasks', new Set([id]))
        .add('record_version', 1)
        .exists();
      const problem = `Task ${id} refers to the document, which does not refer to the task`;
      const repair = () => updateUnseen(table, keyOf(document), link);
      found.push({ check: 'links', organization, subject: documentId, problem, repair });
    }
  }
  for (const document of documents.values()) {
    const { organization_id: organization, document_id, drawing_comparison_id: comparison } = document;
    for (const id of document.linked_tasks ?? []) {
      if (named.has(`${organization}\n${document_id}\n${id}`)) continue;
      const unlink = new Expression()
        .subtract('linked_tasks', new Set([id]))
        .add('record_version', 1)
        .exists();
      const problem = `The document refers to task ${id}, which does not refer to it`;
      const repair = () => updateUnseen(table, keyOf(document), unlink);
      found.push({ check: 'links', organization, subject: document_id, problem, repair });
    }
    if (comparison === null || items.has(nameOf(COMPARISONS.key(organization, comparison)))) continue;
    const unlink = new Expression().set('drawing_comparison_id', null).equals('drawing_comparison_id', comparison);
    const problem = `The document refers to comparison ${comparison}, which does not exist`;
    const repair = () => updateUnseen(table, keyOf(document), unlink.add('record_version', 1));
    found.push({ check: 'links', organization, subject: document_id, problem, repair });
  }
  return found;
};

/** Returns the key of the claim on the document's content; undefined if it claims none. */
const claimKeyOf = (document: DocumentRecord): Key | undefined => {
  const sha256 = claimOf(document);
  return sha256 === null ? undefined : contentClaimKey(document.organization_id, document.project_id, sha256);
};

/** Checks a claim on a content: its document must exist and claim it. */
const claimFinding = ({ table }: Target, item: StoredItem, { documents }: Stock): Repairable | undefined => {
  const organization = organizationOf(item.pk);
  const holder = documents.get(`ORG#${encode(organization)}#DOCUMENT#${encode(String(item.document_id))}`);
  const isHeld = holder !== undefined && !holder.is_deleted;
  if (isHeld && claimKeyOf(holder)?.sk === item.sk) return undefined;
  const problem = isHeld
    ? `Held by document ${holder.document_id}, which does not claim it`
    : 'Held by a document that is missing or deleted';
  const repair = () => deleteItem(table, keyOf(item), new Expression().equals('document_id', item.document_id));
  return { check: 'claims', organization, subject: item.sk, problem, ...(!isHeld && { repair }) };
};

/** Checks an entry of the schedule of purges: its document must be deleted. */
const purgeFinding = ({ table }: Target, item: StoredItem, { documents }: Stock): Repairable | undefined => {
  const { organization_id: organization, id: subject } = item as unknown as { organization_id: string; id: string };
  if (documents.get(`ORG#${encode(organization)}#DOCUMENT#${encode(subject)}`)?.is_deleted) return undefined;
  const repair = () => deleteItem(table, keyOf(item), new Expression());
  const problem = 'Is scheduled to be purged but is not deleted';
  return { check: 'clock', organization, subject, problem, repair };
};

/** Checks one item that belongs to a document: a claim on a content, a lease, or an entry of the schedule. */
const itemFinding = (target: Target, item: StoredItem, stock: Stock, now: number): Repairable | undefined => {
  if (item.sk.startsWith('SHA256#')) return claimFinding(target, item, stock);
  if (item.pk.startsWith('DUE#DELETED#')) return purgeFinding(target, item, stock);
  if (!item.sk.startsWith('LEASE#') || Number(item.until) >= now - MAXIMUM_EXPIRED_LEASE_MS) return undefined;
  const repair = () => deleteItem(target.table, keyOf(item), new Expression().equals('until', item.until));
  const problem = 'An expired lease was not removed';
  return { check: 'leases', organization: organizationOf(item.pk), subject: item.pk, problem, repair };
};

/** Checks the items that a document must have: its claim, its entry of the queue index, its entry of the schedule. */
const documentFindings = ({ table }: Target, document: DocumentRecord & Key, items: Stock['items'], now: number) => {
  const { organization_id: organization, document_id: subject, processing_status, deleted_at } = document;
  const found: Repairable[] = [];
  const key = keyOf(document);
  const add = (check: Finding['check'], problem: string, repair?: Repairable['repair']) =>
    found.push({ check, organization, subject, problem, ...(repair && { repair }) });
  const isRead = () => checking(table, key, asRead(document.record_version));
  const isIndexed = items.get(nameOf(key))?.gsi1pk !== undefined;
  if (isBusy(processing_status) !== isIndexed && document.purge_started_at === undefined) {
    add('queue', `Is ${processing_status} but ${isIndexed ? 'is' : 'is not'} among those that await a worker`);
  }
  const claim = document.content_claim ? claimKeyOf(document) : undefined;
  if (claim && !document.is_deleted && items.get(nameOf(claim))?.document_id !== subject) {
    add('claims', 'Does not hold the claim on its content', () =>
      transact(table, {
        record: isRead(),
        claim: putting(table, { ...claim, document_id: subject }, new Expression().absent()),
      }),
    );
  }
  const since = Date.parse(document.updated_at);
  if (isBusy(processing_status) && !document.is_deleted && since < now - MAXIMUM_WAIT_MS) {
    add('leases', `Is ${processing_status} since ${document.updated_at}`);
  }
  const due = deleted_at ? dueKey('DELETED', deleted_at, organization, subject) : undefined;
  if (document.is_deleted && due && !items.has(nameOf(due))) {
    const entry = { ...due, organization_id: organization, id: subject, at: deleted_at };
    add('clock', 'Is deleted but would never be purged', () =>
      transact(table, { record: isRead(), due: putting(table, entry) }),
    );
  }
  return found;
};

/**
 * Checks the items that belong to documents: claims on contents, leases, and entries of the queue index and the
 * schedule.
 */
const besideFindings = (target: Target, stock: Stock, now: number): Repairable[] => [
  ...[...stock.items.values()].flatMap((item) => itemFinding(target, item, stock, now) ?? []),
  ...[...stock.documents.values()].flatMap((document) => documentFindings(target, document, stock.items, now)),
];

/** Returns the objects of the bucket, with the time of their last change in epoch milliseconds. */
const listObjects = async ({ bucket }: Target, organizationId: string | undefined): Promise<Map<string, number>> => {
  const stored = new Map<string, number>();
  for (const top of ['uploads/', 'files/', 'derived/']) {
    const Prefix = organizationId === undefined ? top : `${top}${encodeURIComponent(organizationId)}/`;
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client: bucket.client },
      { Bucket: bucket.name, Prefix },
    )) {
      for (const { Key: path = '', LastModified } of Contents) stored.set(path, LastModified?.getTime() ?? 0);
    }
  }
  return stored;
};

const isStored = ({ bucket }: Target, path: string): Promise<boolean> =>
  bucket.client.send(new HeadObjectCommand({ Bucket: bucket.name, Key: path })).then(
    () => true,
    () => false,
  );

/** Checks that the files to which a document refers exist. */
const missingFiles = async (
  target: Target,
  document: DocumentRecord,
  stored: ReadonlyMap<string, number>,
): Promise<Repairable[]> => {
  const { organization_id: organization, document_id: subject, processing_status, purge_started_at } = document;
  if (purge_started_at !== undefined || /^PENDING|^UPLOADED$|^FAILED$/.test(processing_status)) return [];
  const found: Repairable[] = [];
  const paths = [document.store_path, document.content_path, document.full_image_path, document.thumbnail_image_path];
  for (const path of paths) {
    // It may have been created between the scan and the listing.
    if (!path || stored.has(path) || (await isStored(target, path))) continue;
    found.push({ check: 'objects', organization, subject, problem: `Its file ${path} does not exist` });
  }
  return found;
};

/** Returns the key of the record to which an object belongs by its path. */
const ownerOf = (path: string): Key & { organization: string } => {
  const [top, owner = '', id = ''] = path.split('/');
  const organization = decodeURIComponent(owner);
  const record = decodeURIComponent(id);
  const [, kind = 'document', name = record] = /^(comparison|report)-(.+)$/.exec(top === 'derived' ? record : '') ?? [];
  const sort = top === 'uploads' ? 'UPLOAD' : kind.toUpperCase();
  return { organization, pk: `ORG#${encode(organization)}#${sort}#${encode(name)}`, sk: sort };
};

/** Checks that every record's file exists, and that every file belongs to a record. */
const objectFindings = async (
  target: Target,
  { items, documents }: Stock,
  organizationId: string | undefined,
  now: number,
): Promise<Repairable[]> => {
  const stored = await listObjects(target, organizationId);
  // Files of forms that no document has registered are removed when they are due.
  const noted = [...items.values()].flatMap(({ pk, path }) => (pk.startsWith('DUE#FILE#') ? [String(path)] : []));
  const files = new Set([...[...documents.values()].map(({ store_path }) => store_path), ...noted]);
  const found: Repairable[] = [];
  for (const document of documents.values()) found.push(...(await missingFiles(target, document, stored)));
  for (const [path, modified] of stored) {
    if (files.has(path) || modified > now - MAXIMUM_WAIT_MS) continue;
    const { organization, ...key } = ownerOf(path);
    if (items.has(nameOf(key))) continue;
    const repair = () => deleteObjects(target.bucket, [path]);
    found.push({ check: 'objects', organization, subject: path, problem: 'A file without a record', repair });
  }
  return found;
};

/** Checks that the search index of each tenant agrees with its records, except those changed since it was written. */
const searchFindings = async (target: Target, { items }: Stock): Promise<Repairable[]> => {
  const organizations = new Set(
    [...items.values()].filter(({ pk }) => pk === 'SEARCH-INDEXES').map((item) => String(item.organization_id)),
  );
  const found: Repairable[] = [];
  for (const organization of organizations) {
    const index = await searchIndex(environment()).check(organization);
    const state = await readState(target.table, organization);
    // Searches read changes since then from the table.
    const recent = await readSearchChanges(target.table, organization, (state?.read_at ?? 0) - OVERLAP);
    const taken = new Set(recent.map(searchedRecord).map(({ kind, id }) => `${kind}:${id}`));
    const differing = [...(index?.missing ?? []), ...(index?.outdated ?? [])].filter((owner) => !taken.has(owner));
    if (differing.length === 0) continue;
    const problem = `The search index lacks, or has outdated: ${differing.slice(0, 5).join(', ')}${differing.length > 5 ? ' …' : ''}`;
    found.push({
      check: 'search',
      organization,
      subject: organization,
      problem,
      repair: () => rebuildSearch(target, organization, false),
    });
  }
  return found;
};

/** Returns the violations within the table, from a single scan. */
export const tableFindings = async (target: Target, organizationId: string | undefined): Promise<Finding[]> =>
  withinTable(target, await scan(target, organizationId), Date.now());

const withinTable = (target: Target, stock: Stock, now: number): Repairable[] => [
  ...listFindings(target, stock),
  ...registerFindings(target, stock),
  ...revisionFindings(stock),
  ...linkFindings(target, stock),
  ...besideFindings(target, stock, now),
];

const scanAll = async (target: Target, { organizationId, now }: AuditOptions): Promise<Repairable[]> => {
  const stock = await scan(target, organizationId);
  return [
    ...withinTable(target, stock, now()),
    ...(await objectFindings(target, stock, organizationId, now())),
    ...(await searchFindings(target, stock)),
    ...(await eventFindings(stock.items)),
  ];
};

const reported = ({ check, organization, subject, problem }: Finding): Finding => ({
  check,
  organization,
  subject,
  problem,
});

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Milliseconds between two requests for the queues' lengths. */
const POLL = 500;

type Queued = Readonly<Record<string, number>>;
interface AuditOptions {
  organizationId?: string | undefined;
  pause: number;
  patience: number;
  now: () => number;
  onQueued: (queued: Queued) => unknown;
}

/** Waits until all queues are empty, for at most `patience` milliseconds; returns what is still queued then. */
const drainQueues = async (target: Target, { patience, onQueued }: AuditOptions): Promise<Queued> => {
  const end = Date.now() + patience;
  let former = '';
  for (;;) {
    const queued = await queuedMessages(target);
    if (Object.keys(queued).length === 0 || Date.now() >= end) return queued;
    const current = JSON.stringify(queued);
    if (current !== former) await onQueued(queued);
    former = current;
    await wait(POLL);
  }
};

/** Returns the violations found by two scans: work in progress or queued at the first is finished by the second. */
const confirmedFindings = async (
  target: Target,
  options: AuditOptions,
): Promise<{ findings: Repairable[]; queued: Queued }> => {
  const { pause } = options;
  const first = new Set((await scanAll(target, options)).map((finding) => JSON.stringify(reported(finding))));
  if (first.size === 0) return { findings: [], queued: {} };
  await wait(pause);
  const queued = await drainQueues(target, options);
  const second = await scanAll(target, options);
  return { findings: second.filter((finding) => first.has(JSON.stringify(reported(finding)))), queued };
};

export interface AuditReport {
  /** The violations of invariants. */
  findings: Finding[];
  /** Those that were repaired; a rebuild of the search index has only been queued. */
  repaired: Finding[];
  /** Messages by queue that were not processed before the second scan: processing them may still resolve a finding. */
  queued: Queued;
}

/**
 * Checks all stored data against the service's invariants. Reads the whole table and lists the bucket: for operators.
 * The service may run at the same time: only violations found by two scans are reported, the second after the queues are
 * empty, and a repair is rejected if its record has changed since.
 *
 * @param options `organizationId`: one tenant, by default all; `pause`: milliseconds between the two scans, at least;
 *   `patience`: further milliseconds in which the queues may become empty; `onQueued`: called with the number of messages
 *   by queue whenever it changes while the audit waits; `now`: the clock, in epoch milliseconds, by which ages count
 */
export const audit = async (
  target: Target,
  { repair = false, ...given }: Partial<AuditOptions> & { repair?: boolean } = {},
): Promise<AuditReport> => {
  const options = { pause: 5_000, patience: 60_000, now: Date.now, onQueued: () => undefined, ...given };
  const { findings, queued } = await confirmedFindings(target, options);
  const repaired: Finding[] = [];
  for (const finding of repair ? findings : []) {
    if (!finding.repair) continue;
    await finding.repair();
    repaired.push(reported(finding));
  }
  return { findings: findings.map(reported), repaired, queued };
};
