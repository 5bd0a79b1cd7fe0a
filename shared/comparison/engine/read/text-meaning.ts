import type { TextMeaning } from '../types.ts';

const feetOrInches = /^[±+-]?\s*(\d+\s*['’′]\s*-?\s*)?(\d+\s*)?(\d+\s*\/\s*\d+\s*)?["”″]?$/;
const metric =
  /^[±+-]?\s*(\d+(\s\d{3})*([.,]\d+)?|[.,]\d+)\s*(mm|cm|m|in|ft)?\.?(\s*[x×]\s*\d+([.,]\d+)?\s*(mm|cm|m|in|ft)?)?$/i;
/** A length marked as uncertain, or as a bound. */
const unsure = /^[<>~≈]\s?\d+([.,]\d+)?\s?\??$|^\d+[.,]\d+\s?\?$/;
/** Prefixes and suffixes of a length: bound or approximate, or also valid elsewhere. */
const bound = /^[<>~≈]\s?/;
const qualifier = /\s*\(?\b(typ|clr|clear|min|max|v\.?i\.?f|hold|ref|nom|o\.?c)\b\.?\)?$/i;
const unit = /['’′"”″]|\d\s*(mm|cm|m|in|ft)\b/i;
const angle = /^[<>~≈]?\s?\d+([.,]\d+)?\s?°$/;
/** A level between two bounds, or one marked as uncertain. */
const unsureLevel = /^[±+-]\s?\d+([.,]\d+)?(\s?-\s?\d+([.,]\d+)?)?\s?\??$/;
const date = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(,? \d{1,2}:\d{2}(:\d{2})?( ?[AP]M)?)?$/i;
const scale = /(\d+\s*:\s*\d+$)|(["”″']\s*=\s*\d)/;
/** One or more scales as ratios; a text with other numbers beside them is more than a statement of scale. */
const ratios = /\d+([.,]\d+)?\s*:\s*\d+([.,]\d+)*/g;
const plotStamp = /\b(plotted|plot date|printed)\b.*\d|[a-z]:\\|\.(dwg|dgn|rvt|vwx|pln|dxf)\b/i;
const sheetNumber = /^[A-Z]{1,3}[-.]?\d{2,3}([.-]\d{1,3})?[A-Z]?$/;
const note = /^(note\b|general note|\(?\d{1,2}[.)]\s+\p{L})/iu;
const quantity =
  /\d[\d,.]*\s*(sf|sq\.?\s*ft|ft|m²|m2|m3|kn|psi|mpa|lbs?|kg|no\.?|pcs|ppl|people|persons?|seats?|ea|gal|kw|v|a)\b/i;

/** Removes words on precision or validity from a length; a bare number with such words counts bars or welds instead. */
const bareLength = (text: string): string => {
  const bare = text.replace(bound, '').replace(qualifier, '');
  return unit.test(bare) ? bare : text;
};

const statesLength = (text: string): boolean => {
  const bare = bareLength(text);
  return /\d/.test(bare) && (feetOrInches.test(bare) || metric.test(bare));
};

export const meaningOf = (text: string): TextMeaning => {
  const plain = text.replace(/\u2212/g, '-').trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return 'sign';
  if (plotStamp.test(plain)) return 'plot_stamp';
  if (date.test(plain)) return 'date';
  if (scale.test(plain) && (!plain.includes(':') || !/\d/.test(plain.replace(ratios, '')))) return 'scale';
  if (/^rev(ision)?\.?\s*[A-Z0-9]{1,3}$/i.test(plain)) return 'revision';
  if (unsureLevel.test(plain) || (/^[±+-]\s*\d/.test(plain) && feetOrInches.test(plain))) return 'level';
  // A bare number of up to three digits is a name: of an axis, a detail, a room.
  if (/^\d{1,3}$/.test(plain)) return 'label';
  if (angle.test(plain)) return 'dimension';
  if (statesLength(plain) || unsure.test(plain)) return 'dimension';
  if (sheetNumber.test(plain)) return 'sheet_number';
  if (note.test(plain) || (plain.split(/\s+/).length >= 7 && /\p{L}{3}/u.test(plain))) return 'note';
  if (quantity.test(plain)) return 'quantity';
  return 'label';
};

/** Whether a dimension states an angle, shown by an arc, rather than a length. */
export const isAngle = (text: string): boolean => angle.test(text.trim());

/** Whether a number states a length if it is next to a dimension line; elsewhere it may be a name. */
export const mayMeasure = (text: string): boolean => /^[<>~≈]?\s?(\d+([.,]\d+)?|[.,]\d+)\s?\??$/.test(text.trim());

/** Returns the meaning of a line of text by its spelling and position. */
export const meaningOfLine = ({
  text,
  dimensionLine,
  tag,
}: {
  text: string;
  dimensionLine?: unknown;
  tag?: true;
}): TextMeaning => (dimensionLine !== undefined && mayMeasure(text) ? 'dimension' : tag ? 'label' : meaningOf(text));

/**
 * Returns the length in millimetres that a dimension states; a number without a unit is in millimetres. Returns null
 * if the text states no length.
 */
export const millimetresOf = (text: string): number | null => {
  const plain = text
    .replace(/[’′]/g, "'")
    .replace(/[”″]/g, '"')
    .replace(/\u2212/g, '-')
    .trim();
  const sign = /^-/.test(plain) ? -1 : 1;
  const body = bareLength(plain).replace(/^[±+-]\s*/, '');
  const imperial =
    /^(?:(\d+(?:\.\d+)?)\s*'\s*-?\s*)?(?:(\d+(?:\.\d+)?)(?![\d.]|\s*\/)\s*)?(?:(\d+)\s*\/\s*(\d+)\s*)?("|in\.?)?$/.exec(
      body,
    );
  if (imperial && (imperial[1] || imperial[5])) {
    const [, feet = '0', inches = '0', top = '0', bottom = '1'] = imperial;
    return sign * (Number(feet) * 304.8 + (Number(inches) + Number(top) / Number(bottom)) * 25.4);
  }
  const decimal = /^(\d[\d\s]*(?:[.,]\d+)?|[.,]\d+)\s*(mm|cm|m|ft)?$/i.exec(body);
  if (!decimal) return null;
  const factors: Record<string, number> = { mm: 1, cm: 10, m: 1000, ft: 304.8 };
  return sign * Number(decimal[1]!.replace(/\s/g, '').replace(',', '.')) * factors[decimal[2]?.toLowerCase() ?? 'mm']!;
};

/** The number of a note, as in `NOTE 7: …` or `7. …`. */
export const noteNumber = (text: string): string | null =>
  /^(?:general\s+)?note\s+(\w{1,4})\b/i.exec(text.trim())?.[1] ?? /^\(?(\d{1,2})[.)]\s/.exec(text.trim())?.[1] ?? null;
