import * as z from 'zod';
import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { Ports } from '../../../shared/ports.ts';
import { unlessTaken } from '../../../shared/queue/lease.ts';

/** Names the slices of text recognition among those of one document. */
export const RECOGNITION = 'recognition';

/** Scanned pages that recognition has not been through. */
const Scanned = z.object({ text_layer: z.enum(['none', 'partial']), scanned_pages: z.array(z.int()) });

/** The scanned pages of a document that are to be read; undefined where there are none, or nobody is to read them. */
export const scannedPages = (record: DocumentRecord | undefined): number[] | undefined => {
  if (record?.processing_status !== 'PROCESSED' || record.is_deleted) return undefined;
  const scanned = Scanned.safeParse(record.error_detail);
  return scanned.success ? scanned.data.scanned_pages : undefined;
};

/** Says that the scanned pages stay without text, unless something else has happened to the document. */
export const giveUp = async (
  { organization_id, document_id }: Pick<DocumentRecord, 'organization_id' | 'document_id'>,
  code: 'internal' | 'interrupted',
  ports: Pick<Ports, 'documents.read' | 'documents.write'>,
): Promise<void> => {
  const current = await ports['documents.read'].get(organization_id, document_id);
  const pages = scannedPages(current);
  if (!current || !pages) return;
  const error_detail = { text_layer: 'unreadable', scanned_pages: pages, code };
  const change: DocumentChange = { text_status: 'partial', error_detail };
  const guard = {
    ifVersion: current.record_version,
    writeId: `recognition-failed:${current.record_version}`,
    now: new Date(),
  };
  const { project_id } = current;
  await unlessTaken(ports['documents.write'].change(organization_id, project_id, document_id, change, guard));
};
