import { derivedPath } from '../../../shared/domain/uploads/store-path.ts';
import type { FilesRead, FilesWrite } from '../../../shared/ports.ts';
import type { RecognisedUnit } from './recognise-pages.ts';
import type { RecognitionUnit } from './recognition.ts';

interface Target {
  organizationId: string;
  documentId: string;
}

/** Objects read concurrently. */
const PARALLEL = 8;

const pathOf = ({ organizationId, documentId }: Target, page: number): string =>
  derivedPath(organizationId, documentId, `recognised-${String(page).padStart(4, '0')}.json`);

/** Stores the recognised text of a page or its title block until all are joined. */
export const storeRecognised = (target: Target, recognised: RecognisedUnit, files: FilesWrite): Promise<void> =>
  files.put(pathOf(target, recognised.page), Buffer.from(JSON.stringify(recognised)), 'application/json');

/**
 * Returns the results of all units.
 * @throws NotFound if one is missing
 */
export const readRecognised = async (
  target: Target,
  units: readonly RecognitionUnit[],
  files: FilesRead,
): Promise<RecognisedUnit[]> => {
  const all: RecognisedUnit[] = [];
  for (let i = 0; i < units.length; i += PARALLEL) {
    const some = units.slice(i, i + PARALLEL).map(async ({ page }) => {
      const bytes = await files.bytes(pathOf(target, page));
      return JSON.parse(Buffer.from(bytes).toString()) as RecognisedUnit;
    });
    all.push(...(await Promise.all(some)));
  }
  return all;
};

export const deleteRecognised = (target: Target, units: readonly RecognitionUnit[], files: FilesWrite): Promise<void> =>
  files.delete(units.map(({ page }) => pathOf(target, page)));
