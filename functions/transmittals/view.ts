import * as z from 'zod';
import type { Download } from '../../shared/domain/transmittals/receipt.ts';
import { TransmittalRecord } from '../../shared/domain/transmittals/transmittal.ts';

const time = (description: string) => z.string().meta({ format: 'date-time', description });

/** A transmittal in a list. */
export const TransmittalListItem = TransmittalRecord.omit({
  organization_id: true,
  documents: true,
  sheets: true,
  updated_at: true,
  record_version: true,
  write_id: true,
})
  .extend({
    number: z.string().meta({ description: 'Unique within the project', example: 'TR-0001' }),
    due_date: time('By when the recipients are to reply').nullable(),
    expires_at: time("When the recipients' links end"),
    created_at: time('When it was sent'),
    note: z.string().nullable().meta({ description: 'A message to the recipients' }),
    recipients: TransmittalRecord.shape.recipients.meta({
      description: 'The recipients; `user_id` is null for an outside address',
    }),
    document_count: z.int().meta({ description: 'Number of documents' }),
    sheet_count: z.int().meta({ description: 'Number of numbered sheets' }),
  })
  .meta({ id: 'TransmittalListItem' });

/** A transmittal with everything that was sent. */
export const Transmittal = TransmittalListItem.extend({
  documents: TransmittalRecord.shape.documents.meta({ description: 'The documents as they were sent' }),
  sheets: TransmittalRecord.shape.sheets.meta({ description: 'Their numbered sheets as they were sent, by number' }),
  downloads: z
    .array(
      z.object({
        recipient_id: z.string().meta({ description: 'The `id` of the recipient' }),
        document_id: z
          .string()
          .nullable()
          .meta({ description: 'The document; null for the ZIP file with all of them' }),
        downloaded_at: time('When the recipient first downloaded it on that day'),
      }),
    )
    .meta({ description: 'What the recipients have downloaded, newest first' }),
}).meta({ id: 'Transmittal' });

const counted = (record: TransmittalRecord) => ({
  ...record,
  document_count: record.documents.length,
  sheet_count: record.sheets.length,
});

/** These return the record without internal fields: the schemas drop every other field. */
export const toListItem = (record: TransmittalRecord) => TransmittalListItem.parse(counted(record));
export const toTransmittal = (record: TransmittalRecord, downloads: readonly Download[]) =>
  Transmittal.parse({
    ...counted(record),
    downloads: downloads.map(({ created_at, ...download }) => ({ ...download, downloaded_at: created_at })),
  });
