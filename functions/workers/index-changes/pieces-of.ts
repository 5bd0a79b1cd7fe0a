import { holdsAllContent } from '../../../shared/domain/documents/content.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { chunkPages } from '../../../shared/domain/text/index.ts';
import type { Ports, StoredPiece } from '../../../shared/ports.ts';

type PiecePorts = Pick<Ports, 'chunks.write' | 'files.read' | 'embedder'>;

/**
 * Returns the pieces of a document's content with the embedder's vectors: those that processing stored, or, for content
 * written by a caller or embedded with another model, pieces cut here.
 */
export const contentPiecesOf = async (record: DocumentRecord, ports: PiecePorts): Promise<StoredPiece[]> => {
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
