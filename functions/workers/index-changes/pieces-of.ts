import { holdsAllContent } from '../../../shared/domain/documents/content.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { chunkPages } from '../../../shared/domain/text/index.ts';
import type { Ports, StoredPiece } from '../../../shared/ports.ts';

type PiecePorts = Pick<Ports, 'chunks.write' | 'files.read' | 'embedder'>;

/**
 * The pieces of a document's content with vectors of the embedder: as processing stored them, or cut here from a content
 * that a caller wrote, or that another model has vectors of.
 */
export const piecesOf = async (record: DocumentRecord, ports: PiecePorts): Promise<StoredPiece[]> => {
  const { organization_id, document_id, content_source, content_path } = record;
  const { embedder, 'chunks.write': chunks } = ports;
  const of = content_source === 'caller' ? 'caller' : 'file';
  if (of === 'file') {
    const stored = await chunks.stored(organization_id, document_id, of, embedder.model);
    if (stored) return stored;
  }
  const text =
    holdsAllContent(record) || content_path === null
      ? record.content_excerpt
      : Buffer.from(await ports['files.read'].bytes(content_path)).toString('utf8');
  const pages = (text ?? '').split('\f').map((page, i) => ({ page: i + 1, text: page }));
  return chunks.replace(organization_id, document_id, of, chunkPages(pages), embedder);
};
