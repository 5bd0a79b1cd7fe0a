import type { PageText } from '../page-text.ts';
import { type Discipline, disciplineOf, mayNameDiscipline, namedDiscipline } from './discipline.ts';
import { linesOf } from './lines.ts';
import { sheetReferences } from './references.ts';
import { regionOf } from './region.ts';
import type { Sheet } from './sheet.ts';
import { minimumBlockRegionRatio } from './thresholds.ts';

/** Returns the discipline that the title block names; undefined if it names none, or several, as those of consultants. */
const disciplineInBlock = (page: PageText): Discipline | undefined => {
  if (!mayNameDiscipline(page.text)) return undefined;
  const inBlock = linesOf(page).lines.filter(({ place }) => regionOf(place) > minimumBlockRegionRatio);
  const named = new Set(inBlock.flatMap(({ text }) => namedDiscipline(text) ?? []));
  return named.size === 1 ? [...named][0] : undefined;
};

/**
 * Adds discipline (that of the title block before that of the number) and references to sheets; omits fields without a value. Pages of a specification have references, too.
 * @param pages in the order of the sheets
 */
export const withRelations = (sheets: readonly Sheet[], pages: readonly PageText[]): Sheet[] => {
  const numbers = sheets.flatMap(({ sheet_number }) => (sheet_number === null ? [] : [sheet_number]));
  return sheets.map((sheet, i) => {
    const page = pages[i];
    if (!page) return sheet;
    const isRead = sheet.sheet_number !== null || sheet.title !== null;
    const discipline = isRead && (disciplineInBlock(page) ?? disciplineOf(sheet.sheet_number, sheet.title));
    const references = sheetReferences(page, sheet.sheet_number, numbers);
    return {
      ...sheet,
      ...(discipline && { discipline }),
      ...(references.length > 0 && { sheet_references: references }),
    };
  });
};
