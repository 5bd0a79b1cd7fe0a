import type { Sheet } from '../documents/document.ts';
import { disciplineOf } from './discipline.ts';
import { type Corrected, LEARNT_FIELDS } from './learn/template.ts';
import { NOTHING_READ } from './nothing-read.ts';

/** A sheet with what somebody has said of it: beyond doubt, and kept whenever the file is read again. */
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

/** The sheets with what somebody has said of one page, read or not. */
export const correctedAt = (sheets: readonly Sheet[], page: number, given: Corrected): Sheet[] => {
  const sheet = sheets.find((each) => each.page === page) ?? { page, ...NOTHING_READ };
  return [...sheets.filter((each) => each.page !== page), corrected(sheet, given)].sort((a, b) => a.page - b.page);
};

/** What somebody has said of a sheet. */
const correctionsOf = (sheet: Sheet): Corrected =>
  Object.fromEntries(
    LEARNT_FIELDS.filter((field) => sheet.source?.[field] === 'correction').map((field) => [field, sheet[field]]),
  );

/** Newly read sheets with the corrections of the former ones; a corrected sheet that was not read again stays. */
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
