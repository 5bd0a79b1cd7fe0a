import type { PageText } from '../page-text.ts';
import { foldWidth } from './fold-width.ts';
import { sheetNumberLikeness } from './patterns.ts';

/** A reference to another sheet. */
export interface SheetReference {
  sheet_number: string;
  /** The detail, section or view on it: `3` in `3/A-501`. */
  detail?: string | undefined;
}

/** Maximum number of references kept per sheet. */
const MAXIMUM_REFERENCES = 60;
const NUMBER = String.raw`[A-Z]{1,4}[-–.]?\d{1,4}(?:[.-]\d{1,3})?[A-Z]?`;
const END = String.raw`(?![\p{L}\d/]|[-.]\d)`;
/** `3/A-501`, `12 / S2.01`, `A/S-201`. */
const DETAIL = new RegExp(String.raw`(?<![\p{L}\d/.'"-])(\d{1,2}[A-Z]?|[A-Z]\d?) ?/ ?(${NUMBER})${END}`, 'gu');
const SEE = 'SEE|REFER(?:ENCE)?(?: TO)?|REF|PER|ON|CF|SIEHE|VGL|VOIR|VER|V[ÉE]ASE|ZIE|VEDI|SE|PATRZ';
const SHEET =
  'SHEETS?|SHT|DRAWINGS?|DWGS?|DRG|PLANS?|DETAILS?|BLATT|ZEICHNUNG|PLANCHE|FEUILLE|PLANO|L[ÁA]MINA|TEKENING|BLAD|TAVOLA|TAV|RITNING|RYSUNEK|RYS';
/** `SEE S-201`, `refer to drawing S-201`, `siehe Plan A-12`; `on` and `per` only with the name of a sheet. */
const CITED = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${SEE})\.?,? (?:(?:\p{L}+ ){0,2}(?:${SHEET})\.?(?: (?:NO|NR|N°)\.?)? )|(?:SEE|REFER TO|SIEHE|VOIR|VER|ZIE|VEDI) )(${NUMBER}(?:(?:,| AND| &| UND| ET| Y) ${NUMBER})*)${END}`,
  'giu',
);

const shapeOf = (number: string): string => number.replace(/\p{L}/gu, 'A').replace(/\d/g, '9');

interface Mark {
  detail: string;
  number: string;
}

/** Finds section and detail marks: the view's number directly above the sheet's, as inside their circle. */
const marksOf = ({ words }: PageText): Mark[] => {
  const numbers = words.filter(({ text }) => text.length <= 10 && sheetNumberLikeness(text) >= 0.7);
  const short = words.filter(({ text }) => /^(?:\d{1,2}[A-Z]?|[A-Z]\d?)$/.test(text)).sort((a, b) => a.y - b.y);
  return numbers.flatMap((number): Mark[] => {
    const view = short.find(
      (word) =>
        word !== number &&
        word.angle === number.angle &&
        number.angle === 0 &&
        word.size > 0.6 * number.size &&
        word.size < 1.8 * number.size &&
        number.y - word.y > 0.7 * number.size &&
        number.y - word.y < 2.6 * number.size &&
        Math.abs(2 * word.x + word.width - 2 * number.x - number.width) < 1.2 * number.size,
    );
    return view ? [{ detail: view.text, number: number.text }] : [];
  });
};

/**
 * Finds the sheets that a page refers to: `3/A-501`, `SEE S-201`, and section and detail marks whose number has the
 * form of those in the set.
 * @param own the page's own number, which is not a reference
 * @param set the numbers of all sheets of the document
 */
export const sheetReferences = (page: PageText, own: string | null, set: readonly string[] = []): SheetReference[] => {
  const text = foldWidth(page.text).replace(/[ \t]+/g, ' ');
  const shapes = new Set(set.map(shapeOf));
  const found = new Map<string, SheetReference>();
  const add = (sheet_number: string, detail?: string): void => {
    if (sheet_number === own || found.size >= MAXIMUM_REFERENCES) return;
    found.set(`${detail ?? ''}/${sheet_number}`, detail === undefined ? { sheet_number } : { sheet_number, detail });
  };
  for (const [, detail, number] of text.matchAll(DETAIL))
    if (number && sheetNumberLikeness(number) > 0) add(number, detail);
  for (const [, numbers = ''] of text.matchAll(CITED)) {
    for (const [number] of numbers.toUpperCase().matchAll(new RegExp(NUMBER, 'g'))) {
      if (sheetNumberLikeness(number) > 0) add(number);
    }
  }
  for (const { detail, number } of marksOf(page)) if (shapes.has(shapeOf(number))) add(number, detail);
  const cited = [...found.values()];
  // `SEE DETAIL 3/A-501` is a single reference.
  return cited.filter(
    ({ sheet_number, detail }) =>
      detail !== undefined || !cited.some((other) => other.sheet_number === sheet_number && other.detail !== undefined),
  );
};
