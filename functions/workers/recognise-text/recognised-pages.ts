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

/** A page may be two units: its lettering and its title block. */
const pathOf = ({ organizationId, documentId }: Target, { page, part }: RecognitionUnit): string => {
  const name = `recognised-${String(page).padStart(4, '0')}${part === 'lettering' ? '-lettering' : ''}.json`;
  return derivedPath(organizationId, documentId, name);
};

/** Stores what was recognised of a unit until all are joined. */
export const storeRecognised = (
  target: Target,
  unit: RecognitionUnit,
  recognised: RecognisedUnit,
  files: FilesWrite,
): Promise<void> => files.put(pathOf(target, unit), Buffer.from(JSON.stringify(recognised)), 'application/json');

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
    const some = units.slice(i, i + PARALLEL).map(async (unit) => {
      const bytes = await files.bytes(pathOf(target, unit));
      return JSON.parse(Buffer.from(bytes).toString()) as RecognisedUnit;
    });
    all.push(...(await Promise.all(some)));
  }
  return all;
};

export const deleteRecognised = (target: Target, units: readonly RecognitionUnit[], files: FilesWrite): Promise<void> =>
  files.delete(units.map((unit) => pathOf(target, unit)));
