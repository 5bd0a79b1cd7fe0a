import * as z from 'zod';
import { Invalid } from '../../domain/errors.ts';
import type { Environment } from '../../environment.ts';
import type { ListEntry, RecordsRead } from '../../ports.ts';
import type { Kind, List, StoredRecord } from '../../table/kind.ts';
import { type Table, tableOf } from '../clients/table.ts';
import { countItems, getItem, getItems, queryItems } from '../dynamodb/items.ts';

export const getRecord = <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  organizationId: string,
  id: Id,
): Promise<T | undefined> => getItem(table, kind.schema, kind.key(organizationId, id));

export const getRecords = <T extends StoredRecord, Id>(
  table: Table,
  kind: Kind<T, Id>,
  organizationId: string,
  ids: readonly Id[],
): Promise<(T | undefined)[]> =>
  getItems(
    table,
    kind.schema,
    ids.map((id) => kind.key(organizationId, id)),
  );

const Entry = z.looseObject({ sk: z.string(), id: z.unknown() });

/** Returns a list's entries, newest first. An entry takes about 150 bytes, so that one request reads at least 6,000. */
const readEntries = async <T, Id>(
  table: Table,
  { partition, prefix }: List<T>,
  organizationId: string,
  parent: string,
  window: { after?: string | undefined; limit?: number; fields?: readonly string[] } = {},
): Promise<{ sk: string; id: Id }[]> => {
  const { fields = [], ...range } = window;
  const entries = await queryItems(table, Entry, {
    partition: partition(organizationId, parent),
    prefix,
    backwards: true,
    fields: ['sk', 'id', ...fields],
    ...range,
  });
  return entries as { sk: string; id: Id }[];
};

/** Returns an opaque cursor: the sort key without the list's prefix, so that it cannot point outside the list. */
const cursorOf = (sk: string, prefix: string): string =>
  Buffer.from(sk.slice(prefix.length), 'utf8').toString('base64url');
const sortKeyOf = (cursor: string, prefix: string): string => {
  const suffix = Buffer.from(cursor, 'base64url').toString('utf8');
  if (suffix === '' || cursorOf(prefix + suffix, prefix) !== cursor) {
    throw Invalid.at(['query', 'cursor'], 'is not a cursor of this list');
  }
  return prefix + suffix;
};

/** Attempts to read a page of which a record was deleted between the reads of entries and records. */
const ATTEMPTS = 3;

/** Returns the read port of a kind. */
export const recordsRead = <T extends StoredRecord, Id, L extends string, C extends keyof T = never>(
  table: Table,
  kind: Kind<T, Id> & { lists: Readonly<Record<L, List<T>>> },
): RecordsRead<T, L, Id, C> => {
  const existing = async (organizationId: string, ids: readonly Id[]): Promise<T[]> =>
    (await getRecords(table, kind, organizationId, ids)).filter((record) => record !== undefined);

  return {
    get: (organizationId, id) => getRecord(table, kind, organizationId, id),
    getMany: (organizationId, ids) => getRecords(table, kind, organizationId, ids),

    ids: async (organizationId, { list, parent = '' }) => {
      const entries = await readEntries<T, Id>(table, kind.lists[list], organizationId, parent);
      return entries.map(({ id }) => id);
    },

    entries: async (organizationId, { list, parent = '' }) => {
      const { carries: fields = [] } = kind.lists[list];
      const entries = await readEntries<T, Id>(table, kind.lists[list], organizationId, parent, { fields });
      return entries as unknown as ListEntry<T, Id, C>[];
    },

    list: async (organizationId, { list, parent = '', cursor, limit }) => {
      const { prefix } = kind.lists[list];
      const after = cursor === undefined ? undefined : sortKeyOf(cursor, prefix);
      const found = await readEntries<T, Id>(table, kind.lists[list], organizationId, parent, {
        after,
        limit: limit + 1,
      });
      const entries = found.slice(0, limit);
      const last = entries.at(-1);
      return {
        records: await existing(
          organizationId,
          entries.map(({ id }) => id),
        ),
        cursor: found.length > limit && last ? cursorOf(last.sk, prefix) : null,
      };
    },

    page: async (organizationId, { list, parent = '', skip, limit, updatedFrom }) => {
      if (updatedFrom !== undefined) {
        const entries = await readEntries<T, Id>(table, kind.lists[list], organizationId, parent);
        const all = await existing(
          organizationId,
          entries.map(({ id }) => id),
        );
        const changed = all.filter(({ updated_at }) => updated_at >= updatedFrom);
        return { records: changed.slice(skip, skip + limit), total: changed.length };
      }
      const { partition, prefix } = kind.lists[list];
      for (let attempt = 1; ; attempt++) {
        const end = skip + limit;
        const entries = await readEntries<T, Id>(table, kind.lists[list], organizationId, parent, { limit: end + 1 });
        const ids = entries.slice(skip, end).map(({ id }) => id);
        const [records, total] = await Promise.all([
          existing(organizationId, ids),
          entries.length > end
            ? countItems(table, { partition: partition(organizationId, parent), prefix })
            : entries.length,
        ]);
        if (records.length === ids.length || attempt === ATTEMPTS) return { records, total };
      }
    },
  };
};

/** Returns the adapter of the port `<kind>.read`. */
export const readAdapter =
  <T extends StoredRecord, Id>(kind: Kind<T, Id>) =>
  (environment: Environment) =>
    recordsRead(tableOf(environment), kind);
