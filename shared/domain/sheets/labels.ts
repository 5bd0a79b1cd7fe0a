import { LABELS, type LabelKind } from './label-words.ts';
import { memoizeByText } from './remembered.ts';
import { withoutAccents } from './without-accents.ts';

/** Maximum number of words of a label. */
export const LONGEST_LABEL = 4;

/** A letter of Chinese, Japanese or Korean. */
export const EAST_ASIAN = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;

/**
 * Converts to upper case without accents, ordinal signs and closing punctuation: `Plan-Nr.:` → `PLAN NR`, `Nº plano`
 * → `N PLANO`.
 */
export const normalise = (text: string): string => {
  const plain = withoutAccents(text.replace(/[ºª°№]/g, (sign) => (sign === '№' ? ' No ' : ' ')))
    .toUpperCase()
    .replace(/["'’`()[\]״׳־]/g, ' ')
    .replace(/[.:;#=-]+(?=\s|$)|[.](?=\S)|-(?=[A-Z])|^[-:.]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (EAST_ASIAN.test(plain)) return plain.replaceAll(' ', '');
  // Letters spaced over a cell: `S C A L E`.
  return /^(?:\S ){2,}\S$/.test(plain) ? plain.replaceAll(' ', '') : plain;
};

let kinds: ReadonlyMap<string, LabelKind> | undefined;
/** Returns the kinds of all labels, normalised on first use. */
const kindsByLabel = (): ReadonlyMap<string, LabelKind> => {
  kinds ??= new Map(LABELS.map(([label, kind]) => [normalise(label), kind]));
  return kinds;
};

/** Returns the labels that need neither colon nor accent, normalised. */
export const writtenLabels = (): (readonly [label: string, kind: LabelKind])[] =>
  [...kindsByLabel()].filter(([label]) => !WITH_COLON.has(label) && !WITH_ACCENT.has(label));

let beginnings: ReadonlySet<string> | undefined;
/** Whether a text is the first word of a label of several words, or ends with a hyphen. */
export const startsLabel = (text: string): boolean => {
  if (text.length > 20) return false;
  if (/\p{L}[-‐]$/u.test(text)) return true;
  beginnings ??= new Set(
    [...kindsByLabel().keys()].flatMap((label) => (label.includes(' ') ? [label.slice(0, label.indexOf(' '))] : [])),
  );
  return beginnings.has(normalise(text));
};

/** Words that also occur in titles: labels only with a colon. */
const WITH_COLON = new Set(
  `LEVEL|ZONE|TYPE|BUILDING|VOLUME|ROLE|VIEW|SITE|NORTH|DESIGN|PHASE|STAGE|LOCATION|SURVEYOR|OBJET|DESENHO|STAVBA|OBSAH|ЧЕРТЕЖ|ПРОЕКТ|
    MATERIAL|SERIES|WEIGHT|CONTENT|CONTENTS|VSEBINA|NAZWA|NUME|MASSE|UBICACION|RAPPORTO|ASSUNTO|LIBELLE|OBJEKT|CLAVE|GRUPA|
    HANDLING|VORHABEN|DESSIN|DIRECCION|INGENIEUR|FINISH|ADRESSE|COMUNE|EDICION|AGGIORNAMENTO|KELT|PROVINCIA|DISTRITO|DEPARTAMENTO|MUNICIPIO|LOCALIDAD|CUSTOMER|ETAPA|PART|GAMBAR|
    MEGNEVEZES|NOSAUKUMS|JOONIS|QTY|UNITS|CHANGE|RATIO|ENG|ЦРТЕЖ|LEMBAR|KY HIEU|SO HIEU|TAJUK|ФАЗА|ЧАСТ|ОБЕКТ|PRILOHA|ZHOTOVITEL`
    .split('|')
    .map((word) => word.trim()),
);

/** Labels that are other words without their accents: `Änd.` in German, `and` in English. */
const WITH_ACCENT = new Set(['AND']);
const ACCENT = /\p{M}/u;

/** Returns the kind of a label; null for any other text. */
export const labelKind = (text: string): LabelKind | null => (text.length > 40 ? null : kindOf(text));

const kindOf = memoizeByText((text: string): LabelKind | null => {
  const plain = normalise(text);
  const whole = kindsByLabel().get(plain);
  if (WITH_ACCENT.has(plain) && !ACCENT.test(text.normalize('NFD'))) return null;
  if (whole) return WITH_COLON.has(plain) && !text.trim().endsWith(':') ? null : whole;
  // Bilingual cells: `SCALE / ÉCHELLE`.
  const parts = plain.split(/ ?[/|] ?/);
  const ofParts = parts.length === 2 ? parts.map((part) => kindsByLabel().get(part)) : [];
  return ofParts.length === 2 && ofParts[0] && ofParts[0] === ofParts[1] ? ofParts[0] : null;
});

/** Labels that head the number of a sheet in one block, and its place among the sheets in another one. */
const SHEET_WORD =
  /^(?:SHEET|SHEETS|SHT|SH|PAGE|BLATT|SEITE|FEUILLE|FOLIO|HOJA|PAGINA|FOGLIO|FOLHA|BLAD|LEHTI|ARKUSZ|STRONA|LIST|LAP|FOAIE|PAFTA|SAYFA|张|張|页)(?: (?:NO|NR|N))?$/u;

/** Whether a label may only count the sheets, unlike `DRAWING NO` and `SHEET NUMBER`. */
export const namesSheet = memoizeByText((text: string): boolean => SHEET_WORD.test(normalise(text)));

/** Labels that head the title of the drawing in one block, and its number in another one. */
const DRAWING_WORD =
  /^(?:DRAWING|DRWG|PLAN|PLANO|DIBUJO|ZEICHNUNG|DESSIN|TEKENING|RITNING|TEGNING|PIIRUSTUS|RYSUNEK|VYKRES|RAJZ|ELABORATO|DISEGNO|DESENHO|RISBA|CRTEZ|NACRT|BREZINYS|JOONIS|GAMBAR|LUKISAN|ЧЕРТЕЖ|ЦРТЕЖ|КРЕСЛЕННЯ|ΣΧΕΔΙΟ)$/u;

/** Whether a label names the drawing, without saying whether by its title or by its number. */
export const namesDrawing = memoizeByText((text: string): boolean => DRAWING_WORD.test(normalise(text)));

/** A label that ends with the sign of a number: `Plot No.`, `Reg. Nr.`, `Ward N°:`. */
const NUMERO =
  /^\p{L}[\p{L} ./&'-]{1,24}\s(?:No[.:]|Nos?[.:]|Nr[.:]?|Nro[.:]?|Num[.:]|N[º°]|№|Number|Nummer|Numero|Número)[.:]?$/iu;

/** Whether a text is the label of a number of any kind. */
export const endsWithNumero = (text: string): boolean => text.length <= 30 && NUMERO.test(text.trim());

/** Labels of dates that are not the sheet's: the expiry of a licence, the time of a plot. */
const OTHER_DATE = /EXP(?:IR|$| DATE)|RENEW|VALID UNTIL|PLOT|PRINT|SAVE|DRUCK/;

/** Whether a label is that of another date than the sheet's. */
export const namesOtherDate = memoizeByText((text: string): boolean => OTHER_DATE.test(normalise(text)));

/** Whether a word precedes the number of a counted sheet: `Лист 2`, `Hoja 1 de 3`. */
export const precedesCount = (word: string): boolean =>
  /^(?:ЛИСТ|АРКУШ|HOJA|L[AÁ]MINA|FEUILLE|FOLIO|BLATT|BLAD|FOGLIO|FOLHA|PRANCHA|PAFTA|LEHTI)$/iu.test(word);

/** Whether a text precedes the total of a count: the `OF` of `SHEET 1 OF 3`. */
export const precedesTotal = (text: string): boolean => /^(?:OF|VON|DE|VAN|SUR|DI|ИЗ|OUT OF|\/)$/iu.test(text.trim());

/** Whether a label is unambiguous, unlike `SHEET` or `ISSUE`. */
export const isCertain = (text: string): boolean =>
  /\s|:$|NUMMER|NR$|SZÁM$|NUMERO$/i.test(text.trim().replace(/\.$/, '')) || EAST_ASIAN.test(text);
