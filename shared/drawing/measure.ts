/** The unit of a written measure. */
export type LengthUnit = 'mm' | 'cm' | 'm' | 'ft-in';

/** A length that a text may state. */
export interface Measure {
  /** The length in millimetres if `unit` is correct. */
  millimetres: number;
  unit: LengthUnit;
  /** Whether the text names its unit, so that no other one is possible. */
  isCertain: boolean;
  /** Whether it is written with decimals. */
  isDecimal: boolean;
}

/** Maximum number of digits of whole metres without a unit. */
const maximumMetreDigits = 2;

const perUnit = { mm: 1, cm: 10, m: 1000, 'ft-in': 25.4 } as const;

const fractions: Readonly<Record<string, string>> = {
  '½': '1/2',
  '¼': '1/4',
  '¾': '3/4',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
};
const raised: Readonly<Record<string, string>> = { '⁵': '5', '²': '2', '⁸': '8', '³': '3' };

const imperial = /^(?:(\d+)\s*['′’]\s*-?\s*)?(?:(\d+)?\s*(?:(\d+)\s*\/\s*(\d+))?\s*(?:["″”]|'')?)$/u;
const feetAlone = /^\d+(?:\.\d+)?\s*['′’]$/u;
const inchesNeeded = /['′’"″”]/u;

const readImperial = (text: string): number | undefined => {
  if (!inchesNeeded.test(text)) return undefined;
  if (feetAlone.test(text)) return Number.parseFloat(text) * 12;
  // 3'-0 1/2" may have lost the space between inches and fraction: 3'-01/2".
  const found = imperial.exec(text.replace(/(\d)(\d\/\d)/u, '$1 $2'));
  if (!found) return undefined;
  const [, feet, inches, top, bottom] = found;
  if (feet === undefined && inches === undefined && top === undefined) return undefined;
  const rest = top !== undefined && bottom !== undefined ? Number(top) / Number(bottom) : 0;
  return Number(feet ?? 0) * 12 + Number(inches ?? 0) + rest;
};

/**
 * Returns the lengths that a text may state, in each unit that its spelling allows: `2.40` may be metres, `240`
 * centimetres or millimetres, `7'-10 1/2"` only feet and inches. Returns none for other texts.
 */
export const measuresOf = (said: string): Measure[] => {
  let text = said.trim();
  for (const [sign, plain] of Object.entries(fractions)) text = text.replace(sign, ` ${plain}`);
  // 3×120=360 states a length and how it is divided.
  text = text.replace(/^(?:[~≈±Øø⌀∅]|\d{1,3}\s*[xх×]\s*[\d.,]+\s*=)\s*/u, '').trim();
  const inches = readImperial(text);
  if (inches !== undefined)
    return inches > 0
      ? [{ millimetres: Math.round(inches * 2540) / 100, unit: 'ft-in', isCertain: true, isDecimal: false }]
      : [];
  // German drawings append half centimetres as a superscript.
  const half = /^(\d+(?:[.,]\d+)?)([⁵²⁸³])$/u.exec(text);
  if (half) text = `${half[1]}${/[.,]/u.test(half[1]!) ? '' : '.'}${raised[half[2]!]}`;
  const found = /^(\d{1,6}(?:[.,\s]\d{3})*(?:[.,]\d{1,3})?|[.,]\d{2,3})\s*(mm|cm|m)?$/u.exec(text);
  if (!found) return [];
  const unit = found[2] as 'mm' | 'cm' | 'm' | undefined;
  const digits = found[1]!.replaceAll(/\s/gu, '');
  // A single separator before three digits may be for thousands or decimals: 12,500 is 12.5 or 12500.
  const readings = /^\d{1,3}[.,]\d{3}$/u.test(digits)
    ? [Number(digits.replace(',', '.')), Number(digits.replace(/[.,]/u, ''))]
    : [Number(digits.replaceAll(',', '.').replace(/\.(?=.*\.)/gu, ''))];
  // Drawings in metres write two decimals, and lengths below a metre in whole or half centimetres.
  const isDecimal = /[.,]\d{1,3}$/u.test(half?.[1] ?? digits);
  const isShort = digits.length <= maximumMetreDigits;
  const units: ('mm' | 'cm' | 'm')[] = unit ? [unit] : isDecimal || isShort ? ['mm', 'm', 'cm'] : ['mm', 'cm'];
  return readings
    .filter((value) => value > 0 && Number.isFinite(value))
    .flatMap((value) =>
      units.map((each) => ({
        millimetres: value * perUnit[each],
        unit: each,
        isCertain: unit !== undefined,
        isDecimal,
      })),
    );
};
