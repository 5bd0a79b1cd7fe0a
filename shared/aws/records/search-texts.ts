import * as z from 'zod';
import type { TextSearch } from '../../ports.ts';
import type { Kind, List, StoredRecord } from '../../table/kind.ts';
import type { Table } from '../clients/table.ts';
import { eachItem } from '../dynamodb/items.ts';

const Entry = z.looseObject({ id: z.string() });

/** Searches the texts in the entries of a kind's list `texts`, one page of the table (1 MB) at a time. */
export const textSearch = <T extends StoredRecord>(
  table: Table,
  { lists }: Kind<T> & { lists: { texts: List<T> } },
): TextSearch => ({
  holding: async (organizationId, words, parent = '') => {
    const { partition, prefix, carries = [] } = lists.texts;
    const range = { partition: partition(organizationId, parent), prefix, fields: ['id', ...carries] };
    const holding = new Set<string>();
    for await (const entry of eachItem(table, Entry, range)) {
      const holds = carries.some((field) =>
        String(entry[field] ?? '')
          .toLowerCase()
          .includes(words),
      );
      if (holds) holding.add(entry.id);
    }
    return holding;
  },
});
