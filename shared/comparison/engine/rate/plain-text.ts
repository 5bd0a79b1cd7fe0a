const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/[−–‐]/g, '-'],
  [/[×✕]/g, 'x'],
  [/[’′‘]/g, "'"],
  [/[”″“]/g, '"'],
  [/[⌀φϕ∅]/g, 'ø'],
  [/ß/g, 'ss'],
  [/ł/g, 'l'],
  [/²/g, '2'],
  [/³/g, '3'],
  [/¼/g, ' 1/4'],
  [/½/g, ' 1/2'],
  [/¾/g, ' 3/4'],
];

/**
 * Normalises a text for patterns: lower case, without accents, one spelling of each sign. `ø`, the diameter sign, is
 * the only letter outside ASCII that is kept.
 */
export const plainText = (text: string): string => {
  let plain = text.toLowerCase();
  for (const [pattern, replacement] of REPLACEMENTS) plain = plain.replace(pattern, replacement);
  return plain.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim();
};

/** Parses a number as written on drawings: `2,5`, `1.250`, `4,000`, `1 1/2`, `3/8`. Returns NaN for anything else. */
export const numberOf = (text: string): number => {
  const [, whole, top, bottom] = /^(?:(\d+)[\s-]+)?(\d+)\s*\/\s*(\d+)$/.exec(text.trim()) ?? [];
  if (top !== undefined) return Number(whole ?? 0) + Number(top) / Number(bottom);
  return Number(text.replace(/(\d)[\s'](?=\d{3}\b)/g, '$1').replace(',', '.'));
};

/**
 * Returns every value that a number may have: a separator before three digits is a decimal sign in some offices and a
 * thousands separator in others.
 */
const readings = (signed: string): number[] => {
  const number = signed.replace(/[-\s]/g, '');
  const sign = signed.startsWith('-') ? -1 : 1;
  const joined = Number(number.replace(/[.,]/g, ''));
  const separators = number.match(/[.,]/g) ?? [];
  const groups = /^\d{1,3}([.,]\d{3})+$/.test(number);
  if (separators.length > 1) return [groups ? sign * joined : Number.NaN];
  const decimal = Number(number.replace(',', '.'));
  return groups && separators.length === 1 ? [sign * decimal, sign * joined] : [sign * decimal];
};

/** A number with the minus sign directly before it, unless that joins it to a letter or another number. */
const NUMBER = /(?:(?<![\p{L}\d]\s?)-\s?)?\d+(?:[.,]\d+)*/gu;

/** Reduces the text between two numbers to its letters and the signs that change what the numbers mean. */
const joint = (text: string, between: boolean): string => {
  const kept = text.replace(/[^\p{L}/%-]/gu, '');
  if (!between) return kept.replace(/[/-]/g, '');
  return kept === '' ? '_' : /\p{L}/u.test(kept) ? kept.replace(/[/-]/g, '') : kept;
};

const partsOf = (text: string): { joints: string[]; numbers: string[] } => {
  const plain = plainText(text);
  const around = plain.split(NUMBER);
  return {
    joints: around.map((each, index) => joint(each, index > 0 && index < around.length - 1)),
    numbers: plain.match(NUMBER) ?? [],
  };
};

/**
 * Compares the spelling of two texts. `same`: differs at most in case, spaces, punctuation or the spelling of a
 * number. `format`: also in a separator that may mean thousands or decimals. `different`: in a word, or in the value
 * of a number.
 */
export const compareSpelling = (before: string, after: string): 'same' | 'format' | 'different' => {
  const [one, other] = [partsOf(before), partsOf(after)];
  if (one.joints.join('#') !== other.joints.join('#')) return 'different';
  let result: 'same' | 'format' = 'same';
  for (const [index, number] of one.numbers.entries()) {
    const otherNumber = other.numbers[index]!;
    if (number === otherNumber) continue;
    const [first, second] = [readings(number), readings(otherNumber)];
    if (!first.some((value) => second.includes(value))) return 'different';
    if (first.length > 1 || second.length > 1) result = 'format';
  }
  return result;
};
