import { knownWords } from './lexicon.ts';
import { memoizeByText } from './remembered.ts';

/** Returns how clearly a text names a kind of drawing, 0..1.5. */
export const drawingWords = (text: string): number => {
  const { kinds, parts } = knownWords(text);
  if (kinds === 0) return parts > 0 ? 0.3 + 0.25 * Math.min(2, parts) : 0;
  return Math.min(1.5, 1 + 0.25 * (parts + kinds - 1));
};

/** Whether a text heads a list next to the drawing. */
export const headsList = (text: string): boolean =>
  /^\p{L}+(?: \p{L}+){0,2}\s*:?$/u.test(text.trim()) && knownWords(text).all === 1 && knownWords(text).headings === 1;

const HOUSE_FIRST = /^[NSEW]?\d+[A-Z]?(?:-\d+)?[,.]?\s+\p{L}/iu;
const HOUSE_LAST = /\p{L}[.,]?\s+\d+(?:[-/]\d+)?\s?[A-Za-z]?$/u;
/** States and provinces after a town. */
const REGION =
  /,\s*(?:[A-Z]{2}|ALABAMA|ALASKA|ARIZONA|ARKANSAS|CALIFORNIA|COLORADO|CONNECTICUT|DELAWARE|FLORIDA|GEORGIA|HAWAII|IDAHO|ILLINOIS|INDIANA|IOWA|KANSAS|KENTUCKY|LOUISIANA|MAINE|MARYLAND|MASSACHUSETTS|MICHIGAN|MINNESOTA|MISSISSIPPI|MISSOURI|MONTANA|NEBRASKA|NEVADA|NEW HAMPSHIRE|NEW JERSEY|NEW MEXICO|NEW YORK|NORTH CAROLINA|NORTH DAKOTA|OHIO|OKLAHOMA|OREGON|PENNSYLVANIA|RHODE ISLAND|SOUTH CAROLINA|SOUTH DAKOTA|TENNESSEE|TEXAS|UTAH|VERMONT|VIRGINIA|WASHINGTON|WEST VIRGINIA|WISCONSIN|WYOMING|ALBERTA|BRITISH COLUMBIA|MANITOBA|NEW BRUNSWICK|NOVA SCOTIA|ONTARIO|QUEBEC|SASKATCHEWAN|NSW|QLD|VIC|TAS|U\.?A\.?E|U\.?K|U\.?S\.?A)\.?(?:\s+\d{5}(?:-\d{4})?)?$/iu;
/** Postal codes with their town or state. */
const POSTCODE =
  /\b[A-Z]{2}\.?\s+\d{5}(?:-\d{4})?\b|^(?:[A-Z]{1,2}-)?\d{4,5}\s+\p{Lu}\p{L}+$|^\d{3} \d{2}\s+\p{Lu}\p{L}+$|^\d{2}-\d{3}\s+\p{Lu}\p{L}+|\b\d{4} ?[A-Z]{2}\s+\p{Lu}\p{L}+$|\b[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}$|〒 ?\d{3}/u;
const CONTACT =
  /@|\bWWW\.|\.(?:COM|ORG|NET|DE|FR|EU)\b|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}|\b(?:TEL|PHONE|FAX|SUITE|P\.?O\.? BOX)\b/i;

export const isContact = (text: string): boolean => CONTACT.test(text);

/** Whether a text is the name of a street with the number of a house, in the order of its language. */
const isStreet = (text: string): boolean => {
  const [first, last] = [HOUSE_FIRST.test(text), HOUSE_LAST.test(text)];
  if (!first && !last) return false;
  const { kinds, roads, streets } = knownWords(text);
  return kinds === 0 && ((first && roads > 0) || (last && streets > 0));
};

export const isAddress = memoizeByText(
  (text: string): boolean => isStreet(text) || REGION.test(text) || POSTCODE.test(text) || CONTACT.test(text),
);

export const isFirm = (text: string): boolean => knownWords(text).firms > 0;

/** Paths of files, reservations, and marks of north. */
const MARK = /©|^[NESW]$|\.(?:RVT|DWG|DXF|DGN)\b|\b[A-Z]:\\/iu;

/** Whether a text states what a drawing may be used for, how far it is, or what to observe. */
export const hasStampWords = (text: string): boolean => {
  const { stamps, kinds } = knownWords(text);
  return (stamps > 0 && kinds === 0) || MARK.test(text);
};

/** Returns the evidence against a text as the title of a sheet, 0..3. */
export const foreignWords = memoizeByText((text: string): number => {
  if (isAddress(text)) return 2.5;
  // A status in brackets belongs to a title: `MACHINERY PLAN (PRELIMINARY)`.
  if (hasStampWords(text.replace(/\([^()]*\)/g, ''))) return 3;
  const { firms, projects, roles, all } = knownWords(text);
  const headsCell = roles > 0 && roles === all;
  return (firms > 0 ? 1.2 : 0) + (projects > 0 ? 0.7 : 0) + (headsCell ? 1.2 : 0);
});
