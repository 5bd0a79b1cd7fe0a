import { createHash } from 'node:crypto';
import { NoSuchKey } from '@aws-sdk/client-s3';
import { headedText, type PageStarts } from '../../domain/search/rows.ts';
import type { TextChunk } from '../../domain/text/index.ts';
import { derivedPath } from '../../domain/uploads/store-path.ts';
import type { Environment } from '../../environment.ts';
import type { ChunksWrite, PiecesOf, StoredPiece } from '../../ports.ts';
import { bucketOf } from '../clients/files.ts';
import { readingFrom, writingTo } from '../search/blobs.ts';
import { pack, unpack } from '../search/packed.ts';
import { quantised } from '../search/segments/clusters.ts';

/** The content of an object: a document's pieces, each with the digest of its text. */
interface Stored {
  model: string;
  pieces: (StoredPiece & { digest: string })[];
}

/** Returns the pages of a piece with its boxes and, on the first, its section. */
const pagesOf = ({ page_from, page_starts, section, boxes }: TextChunk): PageStarts =>
  [{ page: page_from, from: 0 }, ...page_starts].map((start, i) => ({
    ...start,
    ...(boxes[i] && { box: boxes[i] }),
    ...(section && i === 0 && { section }),
  }));

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Returns a string that identifies the pieces of one model. */
const fingerprintOf = (pieces: Stored['pieces']): string =>
  JSON.stringify(pieces.map(({ digest, pages }) => [digest, pages]));

export const adapter = (environment: Environment): ChunksWrite => {
  const bucket = bucketOf(environment);
  const [readBlob, writeBlob] = [readingFrom(bucket), writingTo(bucket)];
  const pathOf = (organizationId: string, documentId: string, of: PiecesOf) =>
    derivedPath(organizationId, documentId, `pieces-${of}.bin`);

  const read = async (path: string): Promise<Stored | undefined> => {
    try {
      return unpack<Stored>(await readBlob(path));
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  };
  const withoutDigests = (pieces: Stored['pieces']): StoredPiece[] =>
    pieces.map(({ pages, text, vector }) => ({ pages, text, vector }));

  return {
    replace: async (organizationId, documentId, of, chunks, embedder) => {
      const path = pathOf(organizationId, documentId, of);
      const former = await read(path);
      if (chunks.length === 0 && !former) return [];
      const { model } = embedder;
      const known = new Map(former?.model === model ? former.pieces.map(({ digest, vector }) => [digest, vector]) : []);
      const headed = chunks.map(({ section, text }) => headedText(section, text));
      const texts = new Map(headed.map((text) => [digestOf(text), text]));
      const missing = [...texts].filter(([digest, text]) => !known.has(digest) && text.trim() !== '');
      const made = missing.length > 0 ? await embedder.embed(missing.map(([, text]) => text)) : [];
      for (const [i, [digest]] of missing.entries()) known.set(digest, quantised(made[i] ?? []) ?? null);
      const pieces = chunks.map((chunk, i) => {
        const digest = digestOf(headed[i]!);
        const pages = of === 'caller' ? [] : pagesOf(chunk);
        return { pages, text: chunk.text, vector: known.get(digest) ?? null, digest };
      });
      const isStored = former?.model === model && fingerprintOf(former.pieces) === fingerprintOf(pieces);
      if (!isStored) await writeBlob(path, pack({ model, pieces } satisfies Stored));
      return withoutDigests(pieces);
    },
    stored: async (organizationId, documentId, of, model) => {
      const found = await read(pathOf(organizationId, documentId, of));
      return found?.model === model ? withoutDigests(found.pieces) : undefined;
    },
  };
};
