import * as z from 'zod';
import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { Ports } from '../../../shared/ports.ts';
import { unlessTaken } from '../../../shared/queue/holding-lease.ts';

/** Name of the slices for text recognition among a document's slices. */
export const RECOGNITION = 'recognition';

/**
 * What remains to be recognised: scanned pages, pages with lettering drawn as strokes or outlines, and title blocks with fields
 * missing from the text layer.
 */
const Waiting = z.object({
  text_layer: z.enum(['none', 'partial', 'complete']),
  scanned_pages: z.array(z.int()).default([]),
  lettering_pages: z.array(z.int()).default([]),
  block_pages: z.array(z.int()).default([]),
});

/** A unit of recognition: the whole image of a page, the lines of its drawn lettering, or the title block in it. */
export interface RecognitionUnit {
  page: number;
  part: 'page' | 'lettering' | 'block';
}

/**
 * Returns the units of a document to be recognised; undefined if there are none or the document must not be processed.
 */
export const unitsToRead = (record: DocumentRecord | undefined): RecognitionUnit[] | undefined => {
  if (record?.processing_status !== 'PROCESSED' || record.is_deleted) return undefined;
  const waiting = Waiting.safeParse(record.error_detail);
  if (!waiting.success) return undefined;
  const { scanned_pages, lettering_pages, block_pages } = waiting.data;
  return [
    ...scanned_pages.map((page): RecognitionUnit => ({ page, part: 'page' })),
    ...lettering_pages.map((page): RecognitionUnit => ({ page, part: 'lettering' })),
    ...block_pages.map((page): RecognitionUnit => ({ page, part: 'block' })),
  ];
};

/** Records that the scanned pages remain without text, unless the document has changed in the meantime. */
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
