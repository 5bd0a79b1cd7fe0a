import * as z from 'zod';
import { inNfc } from '../../domain/composed.ts';
import type { Environment } from '../../environment.ts';
import type { TextSearch } from '../../ports.ts';
import type { Kind, List, StoredRecord } from '../../table/kind.ts';
import { type Table, tableOf } from '../clients/table.ts';
import { eachItem } from '../dynamodb/items.ts';

const Entry = z.looseObject({ id: z.string() });

/** A kind with a list of its records' texts. */
type SearchedKind<T extends StoredRecord> = Kind<T> & { lists: { texts: List<T> } };

/** Searches the texts in the entries of a kind's list `texts`, one page of the table (1 MB) at a time. */
const textSearch = <T extends StoredRecord>(table: Table, { lists }: SearchedKind<T>): TextSearch => ({
  holding: async (organizationId, words, parent = '') => {
    const { partition, prefix, carries = [] } = lists.texts;
    const range = { partition: partition(organizationId, parent), prefix, fields: ['id', ...carries] };
    const holding = new Set<string>();
    for await (const entry of eachItem(table, Entry, range)) {
      const holds = carries.some((field) =>
        inNfc(String(entry[field] ?? ''))
          .toLowerCase()
          .includes(words),
      );
      if (holds) holding.add(entry.id);
    }
    return holding;
  },
});

/** Returns the adapter of the port `<kind>.search`. */
export const searchAdapter =
  <T extends StoredRecord>(kind: SearchedKind<T>) =>
  (environment: Environment): TextSearch =>
    textSearch(tableOf(environment), kind);
