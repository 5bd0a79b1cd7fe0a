import * as z from 'zod';
import type { TransmittalRecord } from '../../domain/transmittals/transmittal.ts';
import type { Sending } from '../../ports.ts';
import { sentGroup, sentGroupPrefix, sentSheetKey, sentSheetsPartition } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { queryItems } from '../dynamodb/items.ts';
import { deleting, putting, type TransactionItem } from '../dynamodb/transaction.ts';

/** A tuple, since a transmittal may have hundreds of sheets. */
const Line = z.tuple([z.string(), z.string(), z.int(), z.string().nullable()]);
const Group = z.object({ transmittal_id: z.string(), sheets: z.array(Line) });

const groupsOf = ({ sheets }: TransmittalRecord) => Map.groupBy(sheets, ({ sheet_key }) => sentGroup(sheet_key));

/** Returns the writes of the items by which the sheets of a transmittal are found, at most 64. */
export const puttingSentSheets = (table: Table, record: TransmittalRecord): TransactionItem[] =>
  [...groupsOf(record)].map(([group, sheets]) =>
    putting(table, {
      ...sentSheetKey(record.organization_id, record.project_id, group, record.id),
      transmittal_id: record.id,
      sheets: sheets.map(({ sheet_key, document_id, page, revision }) => [sheet_key, document_id, page, revision]),
    }),
  );

export const deletingSentSheets = (table: Table, record: TransmittalRecord): TransactionItem[] =>
  [...groupsOf(record).keys()].map((group) =>
    deleting(table, sentSheetKey(record.organization_id, record.project_id, group, record.id)),
  );

/** Groups read concurrently. */
const PARALLEL = 16;

/** Returns where the sheets have been sent: one query for each group, which contains about a 64th of all sheets. */
export const findSentSheets = async (
  table: Table,
  organizationId: string,
  projectId: string,
  sheetKeys: readonly string[],
): Promise<Sending[]> => {
  const wanted = new Set(sheetKeys);
  const groups = [...new Set(sheetKeys.map(sentGroup))];
  const partition = sentSheetsPartition(organizationId, projectId);
  const found: Sending[] = [];
  for (let start = 0; start < groups.length; start += PARALLEL) {
    const some = groups.slice(start, start + PARALLEL);
    const read = some.map((group) => queryItems(table, Group, { partition, prefix: sentGroupPrefix(group) }));
    for (const { transmittal_id, sheets } of (await Promise.all(read)).flat()) {
      for (const [sheet_key, document_id, page, revision] of sheets) {
        if (wanted.has(sheet_key)) found.push({ transmittal_id, sheet_key, document_id, page, revision });
      }
    }
  }
  return found;
};
