import * as z from 'zod';
import type { DocumentRecord } from '../../domain/documents/document.ts';
import type { PageStarts } from '../../domain/search/rows.ts';
import { chunkPages } from '../../domain/text/index.ts';
import type { IndexTools } from '../../ports.ts';
import { chunkPartition } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { queryItems } from '../dynamodb/items.ts';

const PageStart = z.object({ page: z.number(), from: z.number() });

const StoredChunk = z.object({
  index: z.number(),
  page_from: z.number(),
  page_starts: z.array(PageStart).default([]),
  text: z.string(),
  embedding: z.instanceof(Uint8Array),
  model: z.string().optional(),
});

/** Vectors as they are stored: little-endian float32. */
const unpacked = (bytes: Uint8Array): number[] => Array.from(new Float32Array(Uint8Array.from(bytes).buffer));

export interface ReadChunk {
  index: number;
  pages: PageStarts;
  text: string;
  vector: readonly number[] | null;
}

/** Texts of one call of the embedder. */
const TEXTS = 64;

const embedded = async (chunks: ReadChunk[], { embedder }: IndexTools): Promise<ReadChunk[]> => {
  const missing = chunks.filter(({ vector, text }) => vector === null && text.trim() !== '');
  for (let start = 0; start < missing.length; start += TEXTS) {
    const some = missing.slice(start, start + TEXTS);
    const vectors = await embedder.embed(some.map(({ text }) => text));
    for (const [i, chunk] of some.entries()) chunk.vector = vectors[i] ?? null;
  }
  // A text without words has the zero vector, which is near to nothing.
  for (const chunk of chunks) if (chunk.vector?.every((value) => value === 0)) chunk.vector = null;
  return chunks;
};

/**
 * The pieces of a document's content with their vectors: those of its file as they were stored, with vectors of the
 * embedder's own model made anew where another model made them; those of a content that a caller wrote, cut here.
 */
export const readChunks = async (table: Table, record: DocumentRecord, tools: IndexTools): Promise<ReadChunk[]> => {
  if (record.content_source === 'caller') {
    const text = (await tools.contentOf(record)) ?? '';
    const cut = chunkPages([{ page: 1, text }]);
    return embedded(
      cut.map(({ index, text }) => ({ index, pages: [], text, vector: null })),
      tools,
    );
  }
  if (record.chunks_count === 0) return [];
  const partition = chunkPartition(record.organization_id, record.document_id);
  const stored = await queryItems(table, StoredChunk, { partition });
  return embedded(
    stored.map(({ index, page_from, page_starts, text, embedding, model }) => ({
      index,
      pages: [{ page: page_from, from: 0 }, ...page_starts],
      text,
      vector: model === tools.embedder.model ? unpacked(embedding) : null,
    })),
    tools,
  );
};
