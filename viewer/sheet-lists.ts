import type { components } from '../client/api.d.ts';
import { texts } from './texts.ts';

export type ListedSheet = components['schemas']['RegisteredSheetListItem'];

/** What happened to a sheet between two sets. */
export type SheetChange = 'added' | 'revised';

/** Returns the disciplines in the order of their first sheet, each with its sheets. */
export const byDiscipline = (sheets: readonly ListedSheet[]): [discipline: string, sheets: ListedSheet[]][] => [
  ...Map.groupBy(sheets, ({ discipline }) => discipline ?? texts.noDiscipline),
];

/**
 * Compares two sets by sheet: those that the later one adds or whose current revision differs, and those that only the
 * earlier one has.
 */
export const compareSets = (
  earlier: readonly ListedSheet[],
  later: readonly ListedSheet[],
): { changes: ReadonlyMap<string, SheetChange>; removed: ListedSheet[] } => {
  const before = new Map(earlier.map((sheet) => [sheet.id, sheet.current]));
  const after = new Set(later.map(({ id }) => id));
  const changes = later.flatMap(({ id, current }): [string, SheetChange][] => {
    const former = before.get(id);
    if (!former) return [[id, 'added']];
    const isSame = former.document_id === current.document_id && former.page === current.page;
    return isSame ? [] : [[id, 'revised']];
  });
  return { changes: new Map(changes), removed: earlier.filter(({ id }) => !after.has(id)) };
};

/** Returns the sheets whose number or title contains a text, regardless of case. */
export const matchingSheets = (sheets: readonly ListedSheet[], text: string): ListedSheet[] => {
  const wanted = text.trim().toLowerCase();
  return sheets.filter(({ sheet_number, title }) => `${sheet_number}\n${title ?? ''}`.toLowerCase().includes(wanted));
};
