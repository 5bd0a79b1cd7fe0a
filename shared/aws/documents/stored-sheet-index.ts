import * as z from 'zod';
import type { DocumentRecord } from '../../domain/documents/document.ts';
import { type SheetRole, sheetKeysOf } from '../../domain/sheets/citations.ts';
import type { Sheet } from '../../domain/sheets/sheet.ts';
import { type Key, sheetEntryPrefix, sheetsPartition } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { queryItems } from '../dynamodb/items.ts';
import { WRITE_BATCH, writeBatch } from '../dynamodb/write-batch.ts';

/**
 * The index of a document's sheets by number in its project: one entry for each number that the document holds or
 * cites. The entries are hints, written before the record and removed after it: readers compare each with its record.
 */

type Place = Pick<DocumentRecord, 'organization_id' | 'project_id' | 'document_id'>;

const keysOf = ({ organization_id, project_id, document_id }: Place, sheets: readonly Sheet[]): Key[] => {
  const pk = sheetsPartition(organization_id, project_id);
  return Object.entries(sheetKeysOf(sheets)).flatMap(([role, keys]) =>
    keys.map((key) => ({ pk, sk: `${sheetEntryPrefix(key, role as SheetRole)}${document_id}` })),
  );
};

/** Writes the batches one after the other. */
const writeAll = async (table: Table, writes: Parameters<typeof writeBatch>[1]): Promise<void> => {
  for (let start = 0; start < writes.length; start += WRITE_BATCH) {
    await writeBatch(table, writes.slice(start, start + WRITE_BATCH));
  }
};

export const enterSheets = (table: Table, place: Place, sheets: readonly Sheet[]): Promise<void> =>
  writeAll(
    table,
    keysOf(place, sheets).map((key) => ({ PutRequest: { Item: { ...key, document_id: place.document_id } } })),
  );

/** Removes the entries of `former` sheets that `next` does not have. */
export const leaveSheets = (
  table: Table,
  place: Place,
  former: readonly Sheet[],
  next: readonly Sheet[],
): Promise<void> => {
  const kept = new Set(keysOf(place, next).map(({ sk }) => sk));
  const obsolete = keysOf(place, former).filter(({ sk }) => !kept.has(sk));
  return writeAll(
    table,
    obsolete.map((key) => ({ DeleteRequest: { Key: { ...key } } })),
  );
};

const Entry = z.object({ document_id: z.string() });

/** Returns the ids of at most `limit` documents that hold or cite a number. */
export const documentsBySheet = async (
  table: Table,
  { organization_id, project_id }: Omit<Place, 'document_id'>,
  key: string,
  role: SheetRole,
  limit: number,
): Promise<string[]> => {
  const range = { partition: sheetsPartition(organization_id, project_id), prefix: sheetEntryPrefix(key, role), limit };
  return (await queryItems(table, Entry, range)).map(({ document_id }) => document_id);
};
