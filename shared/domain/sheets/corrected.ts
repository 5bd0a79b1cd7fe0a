import { disciplineOf } from './discipline.ts';
import { type Corrected, LEARNT_FIELDS } from './learn/template.ts';
import { NOTHING_READ } from './nothing-read.ts';
import type { Sheet } from './sheet.ts';

/**
 * Applies a user's correction to a sheet; corrected fields have full confidence and are kept when the file is
 * processed again.
 */
export const corrected = (sheet: Sheet, given: Corrected): Sheet => {
  const result: Sheet = { ...sheet, confidence: { ...sheet.confidence }, source: { ...sheet.source } };
  for (const field of LEARNT_FIELDS) {
    const value = given[field];
    if (value === undefined) continue;
    result[field] = value;
    result.confidence[field] = value === null ? 0 : 1;
    result.source = { ...result.source, [field]: 'correction' };
  }
  const { discipline: _, ...rest } = result;
  const discipline = disciplineOf(result.sheet_number, result.title);
  return { ...rest, ...(discipline && { discipline }) };
};

/** Applies a correction to one page, which may have been read or not. */
export const correctedAt = (sheets: readonly Sheet[], page: number, given: Corrected): Sheet[] => {
  const sheet = sheets.find((each) => each.page === page) ?? { page, ...NOTHING_READ };
  return [...sheets.filter((each) => each.page !== page), corrected(sheet, given)].sort((a, b) => a.page - b.page);
};

/** Returns the corrected fields of a sheet. */
const correctionsOf = (sheet: Sheet): Corrected =>
  Object.fromEntries(
    LEARNT_FIELDS.filter((field) => sheet.source?.[field] === 'correction').map((field) => [field, sheet[field]]),
  );

/** Applies the corrections of former sheets to newly read ones; keeps corrected sheets that were not read again. */
export const withCorrections = (read: readonly Sheet[], former: readonly Sheet[]): Sheet[] => {
  const kept = former.filter((sheet) => Object.keys(correctionsOf(sheet)).length > 0);
  if (kept.length === 0) return [...read];
  const byPage = new Map(kept.map((sheet) => [sheet.page, sheet]));
  const pages = new Set(read.map(({ page }) => page));
  return [
    ...read.map((sheet) => {
      const before = byPage.get(sheet.page);
      return before ? corrected(sheet, correctionsOf(before)) : sheet;
    }),
    ...kept.filter(({ page }) => !pages.has(page)),
  ].sort((a, b) => a.page - b.page);
};
