import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { NotFound } from '../domain/errors.ts';
import type { BlockPage } from '../domain/sheets/index.ts';
import { derivedPath } from '../domain/uploads/store-path.ts';
import type { FilesRead, FilesWrite } from '../ports.ts';

interface Place {
  organization_id: string;
  document_id: string;
}

const pathOf = ({ organization_id, document_id }: Place): string =>
  derivedPath(organization_id, document_id, 'blocks.json.gz');

/** Stores the words of a document's title blocks, from which corrections learn. */
export const storeBlocks = async (document: Place, blocks: readonly BlockPage[], files: FilesWrite): Promise<void> =>
  files.put(pathOf(document), await promisify(gzip)(JSON.stringify(blocks)), 'application/gzip');

/** Returns the words of a document's title blocks; none if it was processed without title blocks. */
export const readBlocks = async (document: Place, files: FilesRead): Promise<BlockPage[]> => {
  try {
    const packed = await files.bytes(pathOf(document));
    return JSON.parse((await promisify(gunzip)(packed)).toString()) as BlockPage[];
  } catch (error) {
    if (error instanceof NotFound) return [];
    throw error;
  }
};
