import * as z from 'zod';

/** A download of one document of a transmittal, or of all in one archive, by one recipient on one day. */
export const ReceiptRecord = z.object({
  /** Derived from what was downloaded, by whom and on which day, so that each is recorded once. */
  id: z.string(),
  organization_id: z.string(),
  project_id: z.string(),
  transmittal_id: z.string(),
  recipient_id: z.string(),
  /** Null for the archive. */
  document_id: z.string().nullable(),
  /** The documents that the archive did not contain, because they were deleted. */
  withdrawn: z.array(z.string()),
  /** When it was first downloaded on that day. */
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type ReceiptRecord = z.infer<typeof ReceiptRecord>;

/** What is known about a download without reading its record. */
export const DOWNLOAD_FIELDS = [
  'recipient_id',
  'document_id',
  'withdrawn',
  'created_at',
] as const satisfies readonly (keyof ReceiptRecord)[];
export type Download = Pick<ReceiptRecord, (typeof DOWNLOAD_FIELDS)[number]>;

/** Returns the receipt of a download at a time. */
export const receiptOf = (
  download: Pick<
    ReceiptRecord,
    'organization_id' | 'project_id' | 'transmittal_id' | 'recipient_id' | 'document_id' | 'withdrawn'
  >,
  now: Date,
  writeId: string,
): ReceiptRecord => {
  const at = now.toISOString();
  const { transmittal_id, recipient_id, document_id } = download;
  return {
    ...download,
    id: [transmittal_id, recipient_id, at.slice(0, 10), document_id ?? ''].join('/'),
    ...{ created_at: at, updated_at: at, record_version: 1, write_id: writeId },
  };
};

/** Returns when a recipient first downloaded a document, on its own or in the archive; null if never. */
export const downloadedAt = (
  downloads: readonly Download[],
  recipientId: string,
  documentId: string,
): string | null => {
  const times = downloads
    .filter(({ recipient_id }) => recipient_id === recipientId)
    .filter(({ document_id, withdrawn }) =>
      document_id === null ? !withdrawn.includes(documentId) : document_id === documentId,
    )
    .map(({ created_at }) => created_at);
  return times.sort()[0] ?? null;
};
