import * as z from 'zod';
import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { Ports } from '../../../shared/ports.ts';
import { unlessTaken } from '../../../shared/queue/lease.ts';

/** Names the slices of text recognition among those of one document. */
export const RECOGNITION = 'recognition';

/** What recognition has not been through: scanned pages, and title blocks whose text layer leaves fields open. */
const Waiting = z.object({
  text_layer: z.enum(['none', 'partial', 'complete']),
  scanned_pages: z.array(z.int()).default([]),
  block_pages: z.array(z.int()).default([]),
});

/** What is read in one go: a page's whole picture, or the title block in it. */
export interface Unit {
  page: number;
  part: 'page' | 'block';
}

/** What is to be recognised of a document; undefined where there is nothing, or nobody is to read it. */
export const unitsToRead = (record: DocumentRecord | undefined): Unit[] | undefined => {
  if (record?.processing_status !== 'PROCESSED' || record.is_deleted) return undefined;
  const waiting = Waiting.safeParse(record.error_detail);
  if (!waiting.success) return undefined;
  const { scanned_pages, block_pages } = waiting.data;
  return [
    ...scanned_pages.map((page): Unit => ({ page, part: 'page' })),
    ...block_pages.map((page): Unit => ({ page, part: 'block' })),
  ];
};

/** Says that the scanned pages stay without text, unless something else has happened to the document. */
export const giveUp = async (
  { organization_id, document_id }: Pick<DocumentRecord, 'organization_id' | 'document_id'>,
  code: 'internal' | 'interrupted',
  ports: Pick<Ports, 'documents.read' | 'documents.write'>,
): Promise<void> => {
  const current = await ports['documents.read'].get(organization_id, document_id);
  const units = unitsToRead(current);
  if (!current || !units) return;
  const scanned_pages = units.filter(({ part }) => part === 'page').map(({ page }) => page);
  const change: DocumentChange =
    scanned_pages.length > 0
      ? { text_status: 'partial', error_detail: { text_layer: 'unreadable', scanned_pages, code } }
      : { text_status: 'complete', error_detail: null };
  const guard = {
    ifVersion: current.record_version,
    writeId: `recognition-failed:${current.record_version}`,
    now: new Date(),
  };
  const { project_id } = current;
  await unlessTaken(ports['documents.write'].change(organization_id, project_id, document_id, change, guard));
};
