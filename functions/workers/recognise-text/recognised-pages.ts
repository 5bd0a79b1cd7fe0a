import { derivedPath } from '../../../shared/domain/uploads/store-path.ts';
import type { FilesRead, FilesWrite } from '../../../shared/ports.ts';
import type { RecognisedPage } from './recognise-pages.ts';

interface Target {
  organizationId: string;
  documentId: string;
}

/** Objects read at once. */
const PARALLEL = 8;

const pathOf = ({ organizationId, documentId }: Target, page: number): string =>
  derivedPath(organizationId, documentId, `recognised-${String(page).padStart(4, '0')}.json`);

/** Keeps what recognition made of a page until all pages are joined. */
export const storeRecognised = (target: Target, recognised: RecognisedPage, files: FilesWrite): Promise<void> =>
  files.put(pathOf(target, recognised.page), Buffer.from(JSON.stringify(recognised)), 'application/json');

/** @throws NotFound when a page is missing */
export const readRecognised = async (
  target: Target,
  pages: readonly number[],
  files: FilesRead,
): Promise<RecognisedPage[]> => {
  const all: RecognisedPage[] = [];
  for (let i = 0; i < pages.length; i += PARALLEL) {
    const some = pages.slice(i, i + PARALLEL).map(async (page) => {
      const bytes = await files.bytes(pathOf(target, page));
      return JSON.parse(Buffer.from(bytes).toString()) as RecognisedPage;
    });
    all.push(...(await Promise.all(some)));
  }
  return all;
};

export const deleteRecognised = (target: Target, pages: readonly number[], files: FilesWrite): Promise<void> =>
  files.delete(pages.map((page) => pathOf(target, page)));
