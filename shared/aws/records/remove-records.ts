import type { Kind, List, StoredRecord } from '../../table/kind.ts';
import { kinds, type RemovableIn, removableIn } from '../../table/kinds/index.ts';
import type { Table } from '../clients/table.ts';
import { deleteRecord } from './delete-record.ts';
import { recordsRead } from './read-records.ts';

type Removable = RemovableIn<'project'> | RemovableIn<'organization'>;

/**
 * Removes at most `limit` records of the kinds whose removal follows from their declaration. May be repeated.
 * @returns false if none is left
 */
const removeSome = async (
  table: Table,
  names: readonly Removable[],
  list: 'inProject' | 'inOrganization',
  { organizationId, parent }: { organizationId: string; parent?: string },
  limit: number,
): Promise<boolean> => {
  for (const name of names) {
    const kind = kinds[name] as unknown as Kind<StoredRecord> & {
      lists: Readonly<Record<typeof list, List<StoredRecord>>>;
    };
    const place = { list, limit, ...(parent !== undefined && { parent }) };
    const { records } = await recordsRead(table, kind).list(organizationId, place);
    for (const record of records) await deleteRecord(table, kind, record);
    if (records.length > 0) return true;
  }
  return false;
};

export const removeRecordsOfProject = (table: Table, organizationId: string, parent: string, limit: number) =>
  removeSome(table, removableIn('project'), 'inProject', { organizationId, parent }, limit);

export const removeRecordsOfOrganization = (table: Table, organizationId: string, limit: number) =>
  removeSome(table, removableIn('organization'), 'inOrganization', { organizationId }, limit);
