import type { SheetRole } from '../domain/sheets/index.ts';
import type { SheetIndexRead } from '../ports.ts';

/** Limits: sheet numbers looked up, documents per number, and documents in all. */
const MOST_NUMBERS = 200;
const MOST_OF_NUMBER = 50;
const MOST_DOCUMENTS = 200;
/** Concurrent queries. */
const PARALLEL = 10;

/** Returns the ids of the documents that may hold or cite sheets, and whether there may be more. */
export const lookUpSheets = async (
  { organization_id, project_id }: { organization_id: string; project_id: string },
  wanted: readonly { key: string; role: SheetRole }[],
  index: SheetIndexRead,
): Promise<{ ids: string[]; more: boolean }> => {
  const found = new Set<string>();
  let more = wanted.length > MOST_NUMBERS;
  const asked = wanted.slice(0, MOST_NUMBERS);
  for (let start = 0; start < asked.length; start += PARALLEL) {
    const some = asked.slice(start, start + PARALLEL).map(async (sheet) => {
      const ids = await index.documents(organization_id, project_id, sheet, MOST_OF_NUMBER);
      if (ids.length === MOST_OF_NUMBER) more = true;
      for (const id of ids) found.add(id);
    });
    await Promise.all(some);
  }
  return { ids: [...found].slice(0, MOST_DOCUMENTS), more: more || found.size > MOST_DOCUMENTS };
};
