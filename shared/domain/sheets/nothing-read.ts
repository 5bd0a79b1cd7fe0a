import type { Sheet } from './sheet.ts';

/** The fields of a sheet whose title block could not be read. */
export const NOTHING_READ: Omit<Sheet, 'page'> = {
  sheet_number: null,
  title: null,
  revision: null,
  date: null,
  scale: null,
  confidence: { sheet_number: 0, title: 0, revision: 0, date: 0, scale: 0 },
};
