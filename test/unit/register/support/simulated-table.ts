import type { Table } from '../../../../shared/aws/clients/table.ts';
import type { RegisterOf } from '../../../../shared/aws/register/read-changes.ts';
import { readSnapshot, type StoredRegister, writeSnapshot } from '../../../../shared/domain/register/snapshot.ts';
import { CHANGES_KEPT_SECONDS } from '../../../../shared/table/definition.ts';
import { changePartition, changeSort, projectPartition, registerKey } from '../../../../shared/table/keys.ts';

export const project: RegisterOf = { organizationId: 'o', projectId: 'p' };
const entryKey = (id: string) => registerKey(project.organizationId, project.projectId, id);

interface Input {
  ExpressionAttributeValues?: Record<string, unknown>;
  ExclusiveStartKey?: { sk: unknown };
  RequestItems?: Record<string, { Keys: { pk: string; sk: string }[] }>;
}

/** A register's entries and changes as a table returns them, page by page, while others write between requests. */
export class SimulatedTable {
  /** The table's own time in epoch milliseconds. */
  time = Date.UTC(2026, 0, 1);
  /** Requests by type. */
  requests = { entries: 0, changes: 0, batches: 0 };
  /** Runs before each request; an error that it throws becomes the answer. */
  between: () => void = () => {};
  readonly #pageSize: number;
  readonly #entries = new Map<string, { id: string; version: number }>();
  readonly #changes = new Map<string, number>();
  #written = 0;

  constructor(pageSize: number) {
    this.#pageSize = pageSize;
  }

  /** All requests since the counters were reset. */
  get asked(): number {
    return this.requests.entries + this.requests.changes + this.requests.batches;
  }

  countAnew(): void {
    this.requests = { entries: 0, changes: 0, batches: 0 };
  }

  /** Commits a version of a document that was stamped some milliseconds ago. */
  commit(id: string, lag: number): void {
    this.#entries.set(entryKey(id).sk, { id, version: ++this.#written });
    this.#tell(id, lag);
  }

  /** Deletes the document's entry permanently. */
  remove(id: string, lag: number): void {
    this.#entries.delete(entryKey(id).sk);
    this.#tell(id, lag);
  }

  /** Deletes expired items, some of them as many milliseconds early. */
  expire(early: number): void {
    for (const [sort, stamp] of this.#changes) {
      if (stamp + CHANGES_KEPT_SECONDS * 1000 - early < this.time) this.#changes.delete(sort);
    }
  }

  /** The version of each document as committed. */
  versions(): Record<string, number> {
    return Object.fromEntries([...this.#entries.values()].map(({ id, version }) => [id, version] as const).sort());
  }

  asTable(): Table {
    const client = { send: async ({ input }: { input: Input }) => this.#answer(input) };
    return { client: client as unknown as Table['client'], name: 'table' };
  }

  #tell(id: string, lag: number): void {
    const stamp = this.time - lag;
    this.#changes.set(changeSort(new Date(stamp), id, String(this.#written++)), stamp);
  }

  #answer(input: Input) {
    this.between();
    if (input.RequestItems) return this.#batch(input.RequestItems.table!.Keys);
    const values = input.ExpressionAttributeValues ?? {};
    if (values[':partition'] === changePartition(project.organizationId, project.projectId)) {
      this.requests.changes++;
      const sorts = [...this.#changes.keys()].filter((sort) => sort >= String(values[':since']));
      return this.#page(sorts, String(input.ExclusiveStartKey?.sk ?? ''), (sk) => ({ sk }));
    }
    this.requests.entries++;
    const from = (input.ExclusiveStartKey?.sk as { S: string } | undefined)?.S ?? '';
    const { Items, LastEvaluatedKey } = this.#page([...this.#entries.keys()], from, (sort) => this.#wireItem(sort));
    return { Items, ...(LastEvaluatedKey && { LastEvaluatedKey: { sk: { S: LastEvaluatedKey.sk } } }) };
  }

  #page<I>(sorts: string[], after: string, item: (sort: string) => I) {
    const rest = sorts.filter((sort) => sort > after).sort();
    const page = rest.slice(0, this.#pageSize);
    const last = rest.length > page.length ? page.at(-1) : undefined;
    return { Items: page.map(item), ...(last && { LastEvaluatedKey: { sk: last } }) };
  }

  #batch(keys: { pk: string; sk: string }[]) {
    this.requests.batches++;
    const found = keys.flatMap(({ pk, sk }) => {
      const entry = pk === projectPartition(project.organizationId, project.projectId) && this.#entries.get(sk);
      return entry ? [{ pk, sk, ...this.#fields(entry) }] : [];
    });
    return { Responses: { table: found } };
  }

  #fields({ id, version }: { id: string; version: number }) {
    const time = '2026-01-01T00:00:00.000Z';
    return {
      ...{ document_id: id, revision_root: id, created_at: time, updated_at: time, is_deleted: false },
      ...{ file_size: version, title: null, document_reference: null, description: null, deleted_at: null },
    };
  }

  #wireItem(sort: string) {
    const { document_id, revision_root, created_at, updated_at, file_size } = this.#fields(this.#entries.get(sort)!);
    return {
      ...{ document_id: { S: document_id }, revision_root: { S: revision_root } },
      ...{ created_at: { S: created_at }, updated_at: { S: updated_at } },
      ...{ is_deleted: { BOOL: false }, file_size: { N: String(file_size) } },
    };
  }
}

/** Snapshots in memory, in their stored form; a damaged one is skipped, as in the bucket. */
export class MemorySnapshots {
  readonly stored: string[] = [];
  /** Which one is read; the last one by default. */
  place: number | 'lost' | 'damaged' | undefined;

  readonly load = async (): Promise<StoredRegister | undefined> => {
    const last = this.stored.at(typeof this.place === 'number' ? this.place % Math.max(1, this.stored.length) : -1);
    if (last === undefined || this.place === 'lost') return undefined;
    try {
      return readSnapshot('partition', this.place === 'damaged' ? last.slice(0, -9) : last);
    } catch {
      return undefined;
    }
  };

  save(register: StoredRegister | undefined): void {
    if (register) this.stored.push(writeSnapshot('partition', register));
  }
}
