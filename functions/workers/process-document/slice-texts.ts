import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { PageText } from '../../../shared/domain/page-text.ts';
import type { FileEvidence } from '../../../shared/domain/sheets/index.ts';
import { derivedPath } from '../../../shared/domain/uploads/store-path.ts';
import type { FilesRead, FilesWrite, SlicePlan } from '../../../shared/ports.ts';

interface Target {
  organizationId: string;
  documentId: string;
}

/** Objects read concurrently. */
const PARALLEL = 8;

const pathOf = ({ organizationId, documentId }: Target, from: number): string =>
  derivedPath(organizationId, documentId, `slice-${String(from).padStart(4, '0')}.json.gz`);

const firstPages = ({ count, size }: SlicePlan): number[] =>
  Array.from({ length: Math.ceil(count / size) }, (_, i) => i * size + 1);

/** The texts of some pages; the first slice of a document also has the facts about the file. */
export interface SliceTexts {
  pages: PageText[];
  file?: FileEvidence;
}

/** Stores the texts of the slice that begins with page `from` until all slices are joined. */
export const storeSliceTexts = async (
  target: Target,
  from: number,
  texts: SliceTexts,
  files: FilesWrite,
): Promise<void> => {
  const packed = await promisify(gzip)(JSON.stringify(texts));
  await files.put(pathOf(target, from), packed, 'application/gzip');
};

/**
 * Returns the texts of all pages in order, and the facts about the file.
 * @throws NotFound if a slice is missing
 */
export const readSliceTexts = async (target: Target, plan: SlicePlan, files: FilesRead): Promise<SliceTexts> => {
  const starts = firstPages(plan);
  const all: SliceTexts = { pages: [] };
  for (let i = 0; i < starts.length; i += PARALLEL) {
    const slices = starts.slice(i, i + PARALLEL).map(async (from) => {
      const packed = await files.bytes(pathOf(target, from));
      return JSON.parse((await promisify(gunzip)(packed)).toString()) as SliceTexts;
    });
    for (const { pages, file } of await Promise.all(slices)) {
      all.pages.push(...pages);
      if (file) all.file = file;
    }
  }
  return all;
};

export const deleteSliceTexts = (target: Target, plan: SlicePlan, files: FilesWrite): Promise<void> =>
  files.delete(firstPages(plan).map((from) => pathOf(target, from)));
