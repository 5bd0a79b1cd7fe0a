import type { AttributeValue, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../../../shared/aws/clients/table.ts';
import type { RegisterSnapshots, StoredRegister } from '../../../../shared/aws/register/snapshots.ts';
import { readSnapshot, writeSnapshot } from '../../../../shared/domain/register/snapshot.ts';

type Item = Record<string, AttributeValue>;

/** The index by change as a table serves it, page by page, while others write between two pages. */
export class SimulatedTable {
  /** Epoch milliseconds of the table's own time. */
  time = Date.UTC(2026, 0, 1);
  queries = 0;
  /** Runs before each page. */
  between: () => void = () => {};
  readonly #entries = new Map<string, { changed: string; version: number }>();
  readonly #pageSize: number;

  constructor(pageSize: number) {
    this.#pageSize = pageSize;
  }

  /** Commits a version of a document that was stamped some milliseconds ago. */
  commit(id: string, lag: number): void {
    const version = (this.#entries.get(id)?.version ?? 0) + 1;
    this.#entries.set(id, { changed: `${new Date(this.time - lag).toISOString()}#${id}`, version });
  }

  /** The version of each document as committed. */
  versions(): Record<string, number> {
    return Object.fromEntries([...this.#entries].map(([id, { version }]) => [id, version]).sort());
  }

  asTable(): Table {
    const client = { send: async (command: QueryCommand) => this.#query(command.input) };
    return { client: client as unknown as Table['client'], name: 'table' };
  }

  #query({ ExpressionAttributeValues, ExclusiveStartKey }: QueryCommand['input']) {
    this.between();
    this.queries++;
    const since = ExpressionAttributeValues?.[':since']?.S ?? '';
    const after = ExclusiveStartKey?.changed?.S ?? '';
    const sorted = [...this.#entries].sort(([, a], [, b]) => (a.changed < b.changed ? -1 : 1));
    const rest = sorted.filter(([, { changed }]) => changed >= since && changed > after);
    const page = rest.slice(0, this.#pageSize);
    const last = rest.length > page.length ? page.at(-1) : undefined;
    return {
      Items: page.map(([id, { version }]) => this.#item(id, version)),
      ...(last && { LastEvaluatedKey: { changed: { S: last[1].changed } } }),
    };
  }

  #item(id: string, version: number): Item {
    const time = { S: '2026-01-01T00:00:00.000Z' };
    return {
      document_id: { S: id },
      revision_root: { S: id },
      created_at: time,
      updated_at: time,
      is_deleted: { BOOL: false },
      file_size: { N: String(version) },
    };
  }
}

/** Snapshots in memory, through their stored form. */
export class MemorySnapshots implements RegisterSnapshots {
  readonly stored: string[] = [];

  async load(_name: string, partition: string): Promise<StoredRegister | undefined> {
    const last = this.stored.at(-1);
    return last === undefined ? undefined : readSnapshot(partition, last);
  }

  async save(_name: string, partition: string, { readAt, columns }: StoredRegister): Promise<void> {
    this.stored.push(writeSnapshot(partition, readAt, columns));
  }
}
