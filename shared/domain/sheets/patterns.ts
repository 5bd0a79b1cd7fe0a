import { memoizeByText } from './remembered.ts';

const MONTH =
  '(?:jan|ene|gen|feb|fev|fév|mar|mär|mae|mrz|maa|apr|avr|abr|may|mai|mei|maj|mag|jun|jui|giu|jul|lug|aug|aou|aoû|ago|' +
  'sep|set|oct|okt|ott|out|nov|dec|déc|dez|dic|mrt|sty|lut|kwi|cze|lip|sie|wrz|paź|lis|gru|' +
  'янв|фев|мар|апр|май|мая|июн|июл|авг|сен|окт|ноя|дек|' +
  'ian|iun|iul|avg|ápr|máj|jún|júl|szept|' +
  'leden|ledn|únor|břez|duben|dubna|květ|červ|srpen|srpn|září|říj|prosin|listopad|' +
  'siječ|velja|ožuj|trav|svib|lip|srp|kolov|ruj|stud|' +
  'ocak|şubat|n[iİ]san|haz[iİ]ran|temmuz|ağustos|eylül|ek[iİ]m|kas[ıI]m|aral[ıI]k|' +
  'jän|des|már|noiem|tammi|helmi|huhti|touko|kesä|heinä|eloku|syysk|lokak|marras|joulu|' +
  'ιαν|φεβ|μαρ|μάρ|απρ|μά[ιϊ]|μα[ιΐϊ]|ιουν|ιούν|ιουλ|ιούλ|αυγ|αύγ|σεπ|οκτ|νοε|νοέ|δεκ|' +
  'يناير|فبراير|مارس|أبريل|ابريل|مايو|يونيو|يوليو|أغسطس|اغسطس|سبتمبر|أكتوبر|اكتوبر|نوفمبر|ديسمبر|' +
  'ב?(?:ינואר|פברואר|מרץ|מרס|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר)|' +
  'січ|лют|берез|квіт|трав|черв|лип|серп|верес|жовт|листоп|груд)\\p{L}*\\.?';
const TIME = '(?:[ ,T]+\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]\\.?m\\.?)?)?';
const DATE = [
  '(?<![\\p{L}\\d./-])(?:\\d{1,2}([./-])\\d{1,2}\\1(?:19|20)?\\d{2}|(?:19|20)\\d{2}([./-])\\d{1,2}\\2\\d{1,2})(?![\\d/-]|\\.\\d)',
  `(?<![\\p{L}\\d])\\d{1,2}(?:st|nd|rd|th|er|\\.)?[ .\\-/]*(?:de |of )?${MONTH}[ .,\\-/]*(?:de |of )?'?(?:(?:19|20)\\d{2}|\\d{2})(?!\\d)`,
  `(?<![\\p{L}\\d])${MONTH}[ .\\-/]*\\d{1,2}(?:st|nd|rd|th)?[ .,\\-/]+'?(?:(?:19|20)\\d{2}|\\d{2})(?!\\d)`,
  `(?<![\\p{L}\\d])${MONTH}[ .,\\-/]*(?:del? |of )?'?(?:19|20)\\d{2}(?!\\d)`,
  `(?<![\\p{L}\\d./-])(?:19|20)\\d{2}[ .,\\-/]+${MONTH}[ .,\\-/]+\\d{1,2}(?!\\d)`,
  // `2022. június`
  `(?<![\\p{L}\\d./-])(?:19|20)\\d{2}\\. ?${MONTH}(?! ?\\d)`,
  // `4 - 6 - 2021`, `12. 5. 2023`, `2018- 12- 9`, `2023. 05. 12.`
  '(?<![\\d.-])(?:19|20)\\d{2} ?- ?\\d{1,2} ?- ?\\d{1,2}(?![\\d-])',
  '(?<![\\d.-] ?)\\d{1,2} ?(?:- \\d{1,2} -|\\. \\d{1,2}\\.) ?(?:19|20)\\d{2}(?!\\d)',
  '(?<![\\d.-])(?:19|20)\\d{2}\\. \\d{1,2}\\. \\d{1,2}(?!\\d)',
];
/** Years by imperial era or republic: `令和3年5月10日`, `平成21年8月`, `H21.8.10`. */
const ERA = '(?:令和|平成|昭和|民国|民國)\\s*(?:元|\\d{1,3})\\s*年';
const EAST_ASIAN_DATES = [
  `(?:${ERA}|(?:19|20)\\d{2}\\s*[年년])\\s*\\d{1,2}\\s*[月월](?:\\s*\\d{1,2}\\s*[日일])?`,
  '(?<![\\p{L}\\d])[RHS] ?\\d{1,2}\\. ?\\d{1,2}\\. ?\\d{1,2}(?!\\d)',
];
const DATE_PATTERN = new RegExp(`(?:${[...DATE, ...EAST_ASIAN_DATES].join('|')})${TIME}`, 'iu');
const NUMERIC_DATE = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})/;

/** Whether three numbers can be day, month and year in some order. */
const possibleDate = (text: string): boolean => {
  const parts = NUMERIC_DATE.exec(text.replaceAll(' ', ''))?.slice(1).map(Number);
  if (!parts) return true;
  const [first = 0, second = 0, third = 0] = parts;
  const [a, b] = first > 31 ? [second, third] : [first, second];
  // `00/00/2021`: the year is known only.
  if (a === 0 && b === 0) return Math.max(first, third) > 1900;
  return a >= 1 && b >= 1 && a <= 31 && b <= 31 && Math.min(a, b) <= 12;
};

/** Returns the first date in a text as printed, with a time that follows it; null if there is none. */
export const findDate = memoizeByText((text: string): string | null => {
  const match = DATE_PATTERN.exec(text);
  const found = match?.[0];
  if (!match || !found || !possibleDate(found)) return null;
  // Part of a code: `ВКР – 09.03.02 – 16/114`.
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + found.length);
  if (/[\p{L}\d]\s?[-–—]\s?$/u.test(before) && /^\s?[-–—]\s?[\p{L}\d]/u.test(after)) return null;
  return found.trim();
});

/**
 * Dates next to a label, otherwise any text: `MAY 21`, `07.2013`, `2020-05`, `2025/07/`, `20200510`, `26 03 2024`, and `21.8.`
 * of an era.
 */
const SHORT_DATE = new RegExp(
  `^(?:${MONTH}[ .,/'-]*\\d{2}|(?:0?[1-9]|1[0-2])[./-](?:19|20)\\d{2}|(?:19|20)\\d{2} ?[./-] ?(?:0?[1-9]|1[0-2]) ?[./-]?|` +
    '(?:19|20)\\d{2} ?(?:0[1-9]|1[0-2]) ?(?:0[1-9]|[12]\\d|3[01])|(?:0?[1-9]|[12]\\d|3[01]) (?:0?[1-9]|1[0-2]) (?:19|20)\\d{2}|\\d{1,2} ?\\. ?(?:0?[1-9]|1[0-2]) ?\\.)$',
  'iu',
);

/** Whether a text is a date if a label denotes one. */
export const isShortDate = (text: string): boolean => SHORT_DATE.test(text.trim());

/** Whether a text consists of a date. */
export const isDate = (text: string): boolean => findDate(text)?.length === text.trim().length;

/** Returns a number that orders dates of one sheet; 0 if the date cannot be parsed. */
export const dateOrder = (text: string): number => {
  const [, first = '', second = '', third = ''] = NUMERIC_DATE.exec(text) ?? [];
  if (first.length === 4) return Number(first) * 10_000 + Number(second) * 100 + Number(third);
  if (third) {
    const dayFirst = Number(first) > 12;
    const year = Number(third) < 100 ? 2000 + Number(third) : Number(third);
    return year * 10_000 + Number(dayFirst ? second : first) * 100 + Number(dayFirst ? first : second);
  }
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? 0 : Number(new Date(parsed).toISOString().slice(0, 10).replaceAll('-', ''));
};

/** The paper size that a scale applies to: `1/50 @ A1`, `A1: 1/100`. */
const PAPER = '(?: ?[@(/]? ?(?:at|auf|à|en|a)? ?(?:DIN )?A[0-4]\\)?)';
const FRACTION = new RegExp(
  `^(?:[SE] ?[=:] ?|E[. ] ?|A[0-4] ?[:=_] ?)?1/\\d{1,5}(?:e|ème|th)?(?:[ ・,、&+/]+(?:A[0-4] ?[:=] ?)?(?:1/)?\\d{1,5})*${PAPER}?$`,
  'iu',
);
const RATIO =
  /^(?:[MМ][.=]? ?|[SE] ?[=:] ?|E[. ] ?|SCALE ?|(?:DIN )?A[0-4] ?[:=/_] ?)?(?!0+ ?:)\d{1,3}(?:[.,]\d{1,2})? ?: ?(?:\d{1,3}\.000|\d{1,5}(?:[.,]\d{1,2})?)(?![\d:])/iu;
const EQUATION = /^\d[\d /.-]* ?(?:"|''|”|″|“|'|’|IN\.?|CM|MM)? ?-?\d? ?= ?\d[\d /.-]*/i;
const SCALE_WORDS =
  /^(?:(?:AS|SEE) (?:NOTED|INDICATED|SHOWN|STATED|DRAWINGS?|DRAWN|PLANS?|DETAILS?)\b.*|NOTED|SHOWN|INDICATED|SIN ESCALA|SENZA SCALA|SANS [EÉ]CHELLE|S\/E|B\/S|VERSCHIEDEN|DIVERSE|VARIE|БЕЗ МАСШТАБА|图示|圖示|见图|如图|図示|(?:A[0-4] ?: ?N\.? ?T?\.? ?S\.? ?)+|N\.? ?T?\.? ?S\.?|NOT TO SCALE|NONE|VARIES|VARIOUS|FULL(?: SIZE)?|VARIABLE|VARIAS|DIVERS|OHNE|INDICADAS?|COMO SE INDICA|SEGUN PLANO|LA INDICADA|WIE ANGEGEBEN|SIEHE PLAN|DIV|OHNE MASSSTAB|O\.M\.|BEZ SKALI|JAK PODANO|BREZ|ENLIGT RITNING|SKALA VARIERAR|BEZ MĚŘÍTKA|ZIE TEKENING|INDICATO|COME INDICATO|INDIQUEE|VOIR PLAN|见图示|詳図示|図示による|ノンスケール|NON SCALE|N\/?A|VARIERAR|VARIERER|VAIHTELEE|MUHTELIF|MUHTELİF|ÖLÇEKS[İI]Z|B\.?\/?M\.?|Б\/М|JAK PODANO|UDEN MÅL|ΔΙΑΦΟΡΕΣ|ΧΩΡΙΣ ΚΛΙΜΑΚΑ|ΩΣ ΣΗΜΕΙΩΝΕΤΑΙ|حسب الرسم|بدون مقياس|כמצוין|ללא קנה מידה|לא בקנה מידה|도면참조|없음|N\.?V\.?T\.?|FUORI SCALA|SEM ESCALA|DIVERS(?:ES)?|VARI[EO]|V[AÁ]RIAS|ΔΙΆΦΟΡΕΣ|SHOWN ON PLAN|NOT IN SCALE|NO SCALE|(?:UN|NICHT )MA(?:SS|[ßẞ])ST(?:[AÄ]|AE)BLICH|OHNE MA[ßẞ]STAB|DIV(?:ERSE|\.)? MA(?:SS|[ßẞ])ST[AÄ]BE|SELON PLAN|COMME INDIQU[EÉ]E?|[EÉ]CHELLES? DIVERSES|SEG[UÚ]N DETALLE|S\/ ?ESC(?:ALA)?\.?|F\.S\.|NIET OP SCHAAL|GEEN SCHAAL|ZIE TEK\.?|EJ SKALENLIG|UTEN M[AÅ]L(?:ESTOKK)?|IKKE I M[AÅ]LESTOKK|SOM VIST|EI MITTAKAAVASSA|R[OÓ][ZŻ]NE|R[UŮ]ZN[EÉ]|DLE V[YÝ]KRESU|[ΑΆ]ΝΕΥ ΚΛ[ΙΊ]ΜΑΚΑΣ|ノースケール|N\.S\.?|无比例|不按比例|無比例|표기참조|도면표기|بدون مقياس رسم|ללא קנ["״]מ|כמסומן)$/iu;

/** A month of a year, `1/2025`, unlike the scale `1/2000`. */
const JANUARY = /^1 ?\/ ?(?:19\d{2}|20(?!00)\d{2})$/;

/** Whether a text is a drawing scale: `1:100 @ A1`, `1/4" = 1'-0"`, `As indicated`. */
export const isScale = memoizeByText((text: string): boolean => {
  const value = text.trim();
  return (
    value.length < 60 &&
    !isDate(value) &&
    !JANUARY.test(value) &&
    (RATIO.test(value) || FRACTION.test(value) || EQUATION.test(value) || SCALE_WORDS.test(value))
  );
});

/** Whether a text is a scale if a label denotes one: `.25` and `0,5` without their one, or `1 / 2`. */
export const isShortScale = (text: string): boolean => /^(?:0?[.,]\d{1,3}|1 ?\/ \d{1,4})$/.test(text.trim());

/** Returns the paper size that a scale applies to, 0 for A0; null if it states none. */
export const paperOfScale = (scale: string): number | null => {
  const size = /(?:^|[ @(/])A([0-4])(?![\p{L}\d])/u.exec(scale.trim())?.[1];
  return size === undefined ? null : Number(size);
};

/** The letter for scale before a ratio: `M 1:100`, `M. 1 : 500`. */
const SCALE_LETTER = /^[MМ][.=]? ?(?=1 ?[:/])/u;

/** The paper size after a sign that separates the fields of a cell: `1:100 · A3`. */
const NEXT_FIELD = /(?<=\d) ?[·•|] ?A[0-4]$/u;

/**
 * Returns the full-size scale of a text with several, without a letter before it: `1:200 AT A1 SHEET | 1:400 AT A3 SHEET` →
 * `1:200`, `M 1:50` → `1:50`.
 */
export const fullSizeScale = (text: string): string => {
  const [first, ...others] = [...text.matchAll(/(\d+ ?: ?\d+)[^:\d]{1,6}A[0-4]\b/g)];
  return first && others.length > 0 ? (first[1] ?? text) : text.replace(SCALE_LETTER, '').replace(NEXT_FIELD, '');
};

/** Returns the scale at the end of a text, `1:500` of `Разбивочный план (1:500)`; null for a scale alone and other texts. */
export const trailingScale = memoizeByText((text: string): string | null =>
  isScale(text)
    ? null
    : (/\p{L}[)\]]?(?:[\s,;–-]|[([])+(?:[MМ][.=:]? ?|SCALE:? ?)?(1 ?[:/] ?\d{2,5})[)\]]?$/iu.exec(text.trim())?.[1] ??
      null),
);

/** A bare revision mark: `B`, `2`, `P01`, `C3`, `1.2`, `A.1`. */
const REVISION = /^(?:[A-Z]{1,2}|[a-z]|[A-Z]{0,2}[-.]?\d{1,2}(?:(?:\.\d{1,2})?[A-Z]?|[a-z]))$/;

export const isRevision = (text: string): boolean => REVISION.test(text.trim());

/** A revision with its own label: `Version 3.0`, `REV B`, `Revision: 2`. */
export const namedRevision = memoizeByText((text: string): string | null => {
  const found =
    /^(REV(?:ISION)?|VERSION|VER)\b[ .:#-]*([A-Z]{0,2}\d{1,3}(?:\.\d{1,3})*[A-Za-z]?|[A-Z])(?: [-–:] \p{L}.{2,40})?$/iu.exec(
      text.trim(),
    );
  if (!found) return null;
  const [whole, name = '', mark = ''] = found;
  return /^VERSION/i.test(name) ? whole.replace(/ [-–:] .*/, '') : mark;
});

/** A revision at the end of a title: `GROUND FLOOR rev.002`; null if it has none. */
export const trailingRevision = memoizeByText(
  (text: string): string | null =>
    /[\p{L}\d)] +[([]?rev(?:isi[oó]n)?(?:[.: ]{1,3}|(?=\d))([A-Z]{0,2}\d{1,3}|[A-Z])[)\]]?$/iu.exec(text.trim())?.[1] ??
    null,
);

/** Designators that look like a sheet number but name a place, a standard, a size or a revision. */
const NOT_A_SHEET =
  /^R\d$|^(?:(?:STE|SUITE|BOX|FAX|TEL|REV|ISO|DIN|ASTM|ANSI|HWY|TYP|MIN|MAX|ROOM|BLDG|PAGE|ZIP|APT|QTY|DIA|PHASE|LEVEL|LOTE|LOTTO|GRUPA|GRUPO|PISO|CASA|HAUS|RAUM|SALA)[-. ]*|(?:PO|PH|NO|EN|UL|RM|UNIT|LOT|BLD|AREA|LVL|EL|ELEV|PG|FLR|BLK|TAX|MAP|SEC|CTH|STH|US|USH|IH)[. ]+)\d/i;
const DISCIPLINE = /^[A-Z]{1,4}[-–—. ]{0,3}\d{1,4}(?:\.\d{1,3})?(?:[-.]\d{1,3})?[A-Za-z]?(?:\.\d)?$/;
const LEVEL_FIRST = /^\d{1,3}[-–.]?[A-Z]{1,3}[-–.]?\d{1,4}(?:\.\d{1,3})?[A-Z]?$/;
/** Parts of a standardised number joined by hyphens: `PRJ-ABC-ZZ-01-DR-A-1001`, `4711-GR-02`. */
const JOINED = /^(?=.*\d)[A-Z0-9.]{1,8}(?:[-–_/][A-Z0-9.]{1,8}){2,8}$/;
const PLAIN = /^(?:\d{1,4}(?:[.-]\d{1,3})?[A-Za-z]?|\d{3,5}[/-]\d{2,4}|\d{1,3} ?(?:OF|\/|DE|VON|VAN|SUR) ?\d{1,3})$/i;

/**
 * Returns how closely a text resembles a sheet number: 1 for a discipline and number, 0.8 for joined parts, 0.3 for
 * text that only a label makes one (`101`, `3 OF 12`), otherwise 0.
 */
export const sheetNumberLikeness = memoizeByText((text: string): number => {
  const value = text.trim();
  if (value.length > 40 || NOT_A_SHEET.test(value) || isDate(value)) return 0;
  if (DISCIPLINE.test(value)) return /^[A-Z]\d$/.test(value) ? 0.7 : 1;
  if (DISCIPLINE_EAST.test(value)) return 0.9;
  if (LEVEL_FIRST.test(value)) return 0.9;
  if (JOINED.test(value)) return /[A-Z]/.test(value) ? 0.8 : 0.4;
  return PLAIN.test(value) ? 0.3 : 0;
});

/** Standardised disciplines before a number: `建施-01`, `КЖ-12`. */
const DISCIPLINE_EAST =
  /^(?:(?:建|结|結|电|電|水|暖|设|設|意|構|装|裝|总|總|园|園|景|弱电|给排水|給排水|机|機)[施初方]?[-–— ]?|[А-ЯЁІЇЄ]{2,4}\d?[-–. ])\d{1,3}(?:\.\d{1,3})?$/u;

const WHATEVER = /^[\p{L}\p{N}]{1,16}(?:(?: ?[-–._/] ?| )[\p{L}\p{N}]{1,16}){0,9}$/u;

/** Whether a text may be a sheet number if its label is unambiguous: `COV-S`, `TX17886.00 - S2.01`, `a.3.2`. */
export const canBeNumbered = (text: string): boolean => {
  const value = text.trim();
  if (value.length > 40 || !WHATEVER.test(value) || isDate(value) || isScale(value)) return false;
  if (/\d/.test(value)) return !/\p{L}{4}.* /u.test(value);
  return /^\p{Lu}{1,4}[-–.]\p{Lu}{1,4}$/u.test(value);
};

/** Splits `Roof Framing - (A152)` or `A152 – Roof Framing` into title and sheet number; null for any other text. */
export const numberedTitle = memoizeByText((text: string): { title: string; number: string } | null => {
  const [, first, rest] = /^(\S{2,12})\s+[-–—]\s+(.*\p{L}{3}.*)$/u.exec(text.trim()) ?? [];
  const [, title = rest, number = first] =
    /^(.*\p{L}{3}.*?)[\s\-–:]*[([]([^()[\]]{2,12})[)\]]$/u.exec(text.trim()) ?? [];
  if (!title || !number || !/^\p{Lu}/u.test(number) || sheetNumberLikeness(number) < 1) return null;
  return { title, number };
});
