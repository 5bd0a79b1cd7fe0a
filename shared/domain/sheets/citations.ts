import type { DocumentRecord } from '../documents/document.ts';
import { foldWidth } from './fold-width.ts';
import type { Sheet } from './sheet.ts';

/** Returns the key of a sheet number: `A-501`, `A 501` and `a501` are the same sheet. */
export const sheetKey = (number: string): string =>
  foldWidth(number.normalize('NFKC'))
    .toUpperCase()
    .replace(/[\s\-–—_]/g, '')
    .slice(0, 64);

/** Maximum number of keys of a document: a set has hundreds of sheets, each with several references. */
const MAXIMUM_NUMBERS = 1500;

/** The relation of a document to a sheet number. */
export type SheetRole = 'holds' | 'cites';

const distinct = (numbers: readonly string[]): string[] =>
  [...new Set(numbers.map(sheetKey))].filter((key) => key !== '').slice(0, MAXIMUM_NUMBERS);

/** Returns the keys of a document's own sheets, and of the sheets that they cite. */
export const sheetKeysOf = (sheets: readonly Sheet[]): Record<SheetRole, string[]> => ({
  holds: distinct(sheets.flatMap(({ sheet_number }) => sheet_number ?? [])),
  cites: distinct(sheets.flatMap(({ sheet_references = [] }) => sheet_references.map((each) => each.sheet_number))),
});

type Found = Pick<DocumentRecord, 'document_id' | 'title' | 'revision' | 'is_latest' | 'sheets'>;

/** A sheet of a document in the project. */
interface SheetPlace {
  document_id: string;
  /** Title of the sheet, else of its document. */
  title: string | null;
  revision: string | null;
  is_latest: boolean;
  page: number;
  sheet_number: string | null;
}

interface Own {
  page: number;
  sheet_number: string | null;
}

export interface References {
  /** Each reference on the document's sheets, with the sheets of that number; empty if the project has none. */
  cites: { on: Own; sheet_number: string; detail: string | null; sheets: SheetPlace[] }[];
  /** Each reference to the document's sheets. */
  cited_by: { to: Own; detail: string | null; sheet: SheetPlace }[];
}

const ownOf = ({ page, sheet_number }: Sheet): Own => ({ page, sheet_number });

const placeOf = ({ document_id, title, revision, is_latest }: Found, sheet: Sheet): SheetPlace => ({
  ...{ document_id, title: sheet.title ?? title, revision: sheet.revision ?? revision, is_latest },
  ...ownOf(sheet),
});

/**
 * Returns the sheets that a document's sheets cite, and the sheets that cite them.
 * @param others documents that may contain or cite these sheets, including the document itself
 */
export const referencesOf = (document: Pick<Found, 'sheets'>, others: readonly Found[]): References => {
  const all = others.flatMap((other) => other.sheets.map((sheet) => ({ sheet, place: placeOf(other, sheet) })));
  const holders = Map.groupBy(all, ({ sheet }) => sheetKey(sheet.sheet_number ?? ''));
  const citing = all.flatMap(({ sheet, place }) =>
    (sheet.sheet_references ?? []).map(({ sheet_number, detail }) => ({ key: sheetKey(sheet_number), detail, place })),
  );
  const citers = Map.groupBy(citing, ({ key }) => key);
  return {
    cites: document.sheets.flatMap((sheet) =>
      (sheet.sheet_references ?? []).map(({ sheet_number, detail }) => ({
        ...{ on: ownOf(sheet), sheet_number, detail: detail ?? null },
        sheets: (holders.get(sheetKey(sheet_number)) ?? []).map(({ place }) => place),
      })),
    ),
    cited_by: document.sheets.flatMap((sheet) => {
      const key = sheetKey(sheet.sheet_number ?? '');
      const found = key === '' ? [] : (citers.get(key) ?? []);
      return found.map(({ detail, place }) => ({ to: ownOf(sheet), detail: detail ?? null, sheet: place }));
    }),
  };
};
