import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { Ports } from '../../../shared/ports.ts';
import { storeBlocks } from '../../../shared/sheets/stored-blocks.ts';
import { storePages } from '../../../shared/sheets/stored-pages.ts';
import { storeSections } from '../../../shared/sheets/stored-sections.ts';
import type { FileDigest } from './file-digest.ts';
import { extractedVersion } from './finished-change.ts';

/** Stores the words of title blocks for later corrections. */
export const storeTitleBlocks = async (
  record: DocumentRecord,
  { blocks = [] }: FileDigest,
  ports: Pick<Ports, 'files.write'>,
): Promise<void> => {
  if (blocks.length > 0) await storeBlocks(record, blocks, ports['files.write']);
};

/**
 * Stores what the record will refer to: chunks with their vectors, title blocks, sections, the text and its pages. Running it twice
 * stores the same.
 */
export const storeDigest = async (
  record: DocumentRecord,
  digest: FileDigest,
  ports: Pick<Ports, 'chunks.write' | 'files.write' | 'embedder'>,
): Promise<void> => {
  const { organization_id, document_id } = record;
  await ports['chunks.write'].replace(organization_id, document_id, 'file', digest.chunks, ports.embedder);
  await storeTitleBlocks(record, digest, ports);
  if (digest.pages) await storePages(record, digest.pages, ports['files.write']);
  if (digest.text !== null) {
    await storeSections(record, digest.sections, ports['files.write']);
    const { path } = extractedVersion(record, digest.text);
    await ports['files.write'].put(path, Buffer.from(digest.text), 'text/plain; charset=utf-8');
  }
};
