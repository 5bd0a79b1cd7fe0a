import type { PageText } from '../page-text.ts';
import { disciplineOf } from './discipline.ts';
import { sheetReferences } from './references.ts';
import type { Sheet } from './sheet.ts';

/**
 * Adds discipline and references to sheets; omits fields without a value. Pages of a specification have references, too.
 * @param pages in the order of the sheets
 */
export const withRelations = (sheets: readonly Sheet[], pages: readonly PageText[]): Sheet[] => {
  const numbers = sheets.flatMap(({ sheet_number }) => (sheet_number === null ? [] : [sheet_number]));
  return sheets.map((sheet, i) => {
    const page = pages[i];
    if (!page) return sheet;
    const isRead = sheet.sheet_number !== null || sheet.title !== null;
    const discipline = isRead && disciplineOf(sheet.sheet_number, sheet.title);
    const references = sheetReferences(page, sheet.sheet_number, numbers);
    return {
      ...sheet,
      ...(discipline && { discipline }),
      ...(references.length > 0 && { sheet_references: references }),
    };
  });
};
