import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { PageText } from '../../../shared/domain/page-text.ts';
import { derivedPath } from '../../../shared/domain/uploads/store-path.ts';
import type { FilesRead, FilesWrite, SlicePlan } from '../../../shared/ports.ts';
import type { PdfReading } from './read-pdf.ts';

type Target = PdfReading['target'];

/** Objects read at once. */
const PARALLEL = 8;

const pathOf = ({ organizationId, documentId }: Target, from: number): string =>
  derivedPath(organizationId, documentId, `slice-${String(from).padStart(4, '0')}.json.gz`);

const firstPages = ({ count, size }: SlicePlan): number[] =>
  Array.from({ length: Math.ceil(count / size) }, (_, i) => i * size + 1);

/** Keeps the texts of the slice that begins with page `from` until all slices are joined. */
export const storeSliceTexts = async (
  target: Target,
  from: number,
  texts: readonly PageText[],
  files: FilesWrite,
): Promise<void> => {
  const packed = await promisify(gzip)(JSON.stringify(texts));
  await files.put(pathOf(target, from), packed, 'application/gzip');
};

/** The texts of all pages in order. @throws NotFound when a slice is missing */
export const readSliceTexts = async (target: Target, plan: SlicePlan, files: FilesRead): Promise<PageText[]> => {
  const starts = firstPages(plan);
  const pages: PageText[] = [];
  for (let i = 0; i < starts.length; i += PARALLEL) {
    const slices = starts.slice(i, i + PARALLEL).map(async (from) => {
      const packed = await files.bytes(pathOf(target, from));
      return JSON.parse((await promisify(gunzip)(packed)).toString()) as PageText[];
    });
    for (const texts of await Promise.all(slices)) pages.push(...texts);
  }
  return pages;
};

export const deleteSliceTexts = (target: Target, plan: SlicePlan, files: FilesWrite): Promise<void> =>
  files.delete(firstPages(plan).map((from) => pathOf(target, from)));
