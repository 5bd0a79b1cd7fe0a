import { millimetresOf } from '../read/text-meaning.ts';
import { numberOf } from './plain-text.ts';

/** A kind of value on drawings, recognised by its pattern, its unit or the word before it. */
export interface ValueKind {
  /** The beginning of a change's description: `Fire rating`. */
  name: string;
  /** Applied to {@link plainText}; all patterns are global. */
  pattern: RegExp;
  /** Returns a number that grows with what the value demands or costs; null if the match is no such value. */
  magnitude: (match: RegExpMatchArray, plain: string) => number | null;
  /** The rating of a change of this kind of value. */
  rating: 3 | 4 | 5;
  /** Whether a larger magnitude costs more (1), less (−1), or does not determine the cost (0). */
  cost: -1 | 0 | 1;
  /** The division of the CSI MasterFormat, where the value alone determines it. */
  division?: string;
}

const num = '\\d+(?:[.,]\\d+)*';
const fraction = '(?:\\d+[ -])?\\d+/\\d+';
const group = ({ groups }: RegExpMatchArray, name: string): string => groups?.[name] ?? '';
const value = (match: RegExpMatchArray, name = 'n'): number => numberOf(group(match, name));
/** In American units a comma before three digits separates thousands. */
const american = (match: RegExpMatchArray): number => Number(group(match, 'n').replaceAll(',', ''));
/** Returns the number of the alternative that matched. */
const single = (match: RegExpMatchArray): number => numberOf(group(match, 'n') || group(match, 'm'));

/** Fire resistance in minutes: the classes of EN 13501-2 and older national standards. */
const MINUTES = '15|20|30|45|60|90|120|180|240';
const FIRE_WORDS = /fire|rat(ed|ing)|door|wall|brand|feuer|feu\b|fuoco|fuego|ppoz/;

/** Approximate weight of a section relative to HEB of the same height. */
const WEIGHTS: Readonly<Record<string, number>> = {
  a: 0.7,
  b: 1,
  m: 1.9,
  ipe: 0.5,
  ipn: 0.5,
  upn: 0.45,
  unp: 0.45,
  upe: 0.4,
};

/** Yield strength in MPa of steel grades by name. */
const GRADES: Readonly<Record<string, number>> = { a36: 250, a572: 345, a992: 345, a500: 315, a53: 240 };

const product = (...factors: number[]): number => factors.reduce((all, one) => all * one, 1);
const dimensions = (text: string): number => product(...text.split(/\s?[x/]\s?/).map((each) => numberOf(each)));

/**
 * Returns a magnitude for bars from their number, cross-section and spacing (millimetres or inches), as far as
 * stated.
 */
const bars = (match: RegExpMatchArray): number => {
  const count = group(match, 'count') === '' ? 1 : value(match, 'count');
  const written = group(match, 'spacing') === '' ? 1 : value(match, 'spacing');
  return (count * value(match) ** 2) / written;
};

const length = (text: string): number | null => millimetresOf(text.trim());
/** Returns the product of the sides of a size such as `900 x 2100` or `3'-0" x 7'-0"`. */
const sizeOf = (sides: string): number | null => {
  const parts = sides.split('x').flatMap((side) => (/\d \d+\/\d|"/.test(side) ? [side] : side.split('/')));
  const lengths = parts.map((side) => (/['"]/.test(side) ? length(side) : numberOf(side.replace(/[a-z]/g, ''))));
  return lengths.some((side) => side === null || Number.isNaN(side)) ? null : product(...(lengths as number[]));
};

const LENGTH = `\\d+'\\s?-?\\s?(?:(?:\\d+ )?\\d+(?:/\\d+)?")?|${num}\\s?(?:mm|cm|m)?\\b`;

/** Names of sides, as in the headings of schedules. */
const SIDES =
  'width|height|length|depth|breite|hohe|lange|tiefe|largeur|hauteur|longueur|profondeur|larghezza|altezza|lunghezza|ancho|alto|largo|bredd|hojd|langd|szerokosc|wysokosc|dlugosc|largura|altura|comprimento';

/** Kinds in the order in which they claim parts of a text; specific kinds come first. */
export const valueKinds: readonly ValueKind[] = [
  // Fire resistance
  {
    name: 'Fire rating',
    pattern: new RegExp(
      `\\b(?<class>r?eiw?[12]?|rew?|ew|e|rf|crf|fd|f|k|to?|pf|cf|sf)[ -]?(?<n>${MINUTES})(?![\\d.,]|\\s?(?:cm|mm|m)\\b)`,
      'g',
    ),
    magnitude: (match) =>
      group(match, 'class') === 't' && ['20', '45'].includes(group(match, 'n')) ? null : single(match),
    rating: 5,
    cost: 1,
  },
  {
    name: 'Fire rating',
    pattern:
      /\b(?<n>\d+(?:[ -]1\/2)?|1\/2|\d[.,]5)[ -]?(?:hr|hour)s?\b|\b(?:cf|pf|sf)\s?(?<h>\d+(?:[ -]1\/2)?|1\/2)\s?h\b/g,
    magnitude: (match) => 60 * (group(match, 'n') === '' ? value(match, 'h') : value(match)),
    rating: 5,
    cost: 1,
  },
  {
    name: 'Fire rating',
    pattern: new RegExp(`\\b(?<n>${MINUTES})[ -]?min(?:\\.|utes?|uten|uti|utos)?\\b`, 'g'),
    magnitude: (match, plain) => (plain === match[0] || FIRE_WORDS.test(plain) ? single(match) : null),
    rating: 5,
    cost: 1,
  },
  // Concrete
  {
    name: 'Concrete class',
    pattern: /\bl?c\s?(?<n>\d{1,3})\s?\/\s?\d{2,3}\b/g,
    magnitude: single,
    rating: 5,
    cost: 1,
    division: '03',
  },
  {
    name: 'Concrete class',
    pattern: /\bha-?(?<n>\d{2})(?=\/|\b(?!\s?e=))/g,
    magnitude: (match, plain) => (/\bha-?\d{2}\s?(e\s?=|\/\d{2,3}\b|c\/)/.test(plain) ? null : single(match)),
    rating: 5,
    cost: 1,
    division: '03',
  },
  {
    name: 'Concrete class',
    pattern: /\bb\s?(?<n>\d{2})\b/g,
    magnitude: (match, plain) => (/b[eé]ton|hormig|calcestr|concrete|betao|betong/.test(plain) ? single(match) : null),
    rating: 5,
    cost: 1,
    division: '03',
  },
  {
    name: 'Concrete strength',
    pattern: /\b(?:rck|fck|f'?c)\s?=?\s?(?<n>\d{2,3})\b(?:\s?mpa)?/g,
    magnitude: single,
    rating: 5,
    cost: 1,
    division: '03',
  },
  {
    name: 'Concrete strength',
    pattern: new RegExp(`(?<n>${num})\\s?psi\\b`, 'g'),
    magnitude: american,
    rating: 5,
    cost: 1,
    division: '03',
  },
  {
    name: 'Exposure class',
    pattern: /\bx(?<class>[cdsfam])\s?(?<n>[1-4])\b/g,
    magnitude: single,
    rating: 4,
    cost: 1,
    division: '03',
  },
  // Steel and timber
  {
    name: 'Steel grade',
    pattern: /\bs\s?(?<n>235|275|355|420|450|460|500|690)(?:\s?[a-z]\w{0,2})?\b/g,
    magnitude: single,
    rating: 5,
    cost: 1,
    division: '05',
  },
  {
    name: 'Steel grade',
    pattern: /\b(?<name>a36|a572|a992|a500|a53)\b|\b(?:grade|gr\.?)\s?(?<n>36|40|50|60|65|75|80)\b/g,
    magnitude: (match) => GRADES[group(match, 'name')] ?? value(match) * 6.9,
    rating: 5,
    cost: 1,
    division: '05',
  },
  {
    name: 'Reinforcing steel',
    pattern: /\bb\s?st\s?(?<n>\d{3})|\bb(?<m>[45]\d0)[abc]?\b/g,
    magnitude: single,
    rating: 5,
    cost: 1,
    division: '03',
  },
  {
    name: 'Timber grade',
    pattern: /\b(?<class>gl|c|d)\s?(?<n>14|16|18|20|22|24|27|28|30|32|35|36|40)\s?[hc]?\b(?!\s?\/)/g,
    magnitude: (match) => value(match) * (group(match, 'class') === 'gl' ? 1.5 : 1),
    rating: 5,
    cost: 1,
    division: '06',
  },
  {
    name: 'Steel section',
    pattern: /\b(?<family>he[abm]?|ipe|ipn|upn|unp|upe|uap|inp|hp|hea|heb)\s?(?<n>\d{2,4})(?:\s?(?<type>[abm])\b)?/g,
    magnitude: (match) =>
      value(match) * (WEIGHTS[group(match, 'type') || group(match, 'family').replace(/^he/, '')] ?? 1),
    rating: 5,
    cost: 1,
    division: '05',
  },
  {
    name: 'Steel section',
    pattern: /\b(?:(?:w|wt|mc|hp)\s?\d{1,2}\s?x\s?(?<n>\d{1,3}(?:\.\d)?)|[cs]\d{1,2}x(?<m>\d{1,3}\.\d))\b(?!\s?x)/g,
    magnitude: single,
    rating: 5,
    cost: 1,
    division: '05',
  },
  {
    name: 'Steel section',
    pattern: new RegExp(
      `\\b(?:hss|rhs|shs|chs|qro|rro|ror|l|pl|fl|bl)\\s?(?<sides>(?:${fraction}|${num})(?:\\s?x\\s?(?:${fraction}|${num}))*)`,
      'g',
    ),
    magnitude: (match) => dimensions(group(match, 'sides')),
    rating: 5,
    cost: 1,
    division: '05',
  },
  {
    name: 'Steel section',
    pattern:
      /\b(?:ub|uc|ubp|pfc|ukb|ukc)\s?\d{2,4}\s?x\s?\d{2,4}(?:\s?x\s?(?<n>\d{1,3}))?|\b\d{3}\s?x\s?\d{3}\s?x\s?(?<m>\d{1,3})\s?(?:ub|uc|ubp|pfc)\b/g,
    magnitude: (match) => single(match) || dimensions(match[0].replace(/^\D+/, '')),
    rating: 5,
    cost: 1,
    division: '05',
  },
  {
    name: 'Bolt',
    pattern: /\bm\s?(?<n>8|10|12|16|20|22|24|27|30|36)\b(?!\s?[23])/g,
    magnitude: single,
    rating: 4,
    cost: 1,
    division: '05',
  },
  // Framing and reinforcement
  {
    name: 'Framing',
    pattern: /(?:\((?<count>\d)\)\s?)?\b(?<a>[2-46])\s?x\s?(?<b>[468]|1[02])\b(?:\s?@\s?(?<spacing>\d{1,2})\s?")?/g,
    magnitude: (match) =>
      ((value(match, 'count') || 1) * value(match, 'a') * value(match, 'b') ** 2) / (value(match, 'spacing') || 1),
    rating: 5,
    cost: 1,
    division: '06',
  },
  {
    name: 'Timber section',
    pattern: new RegExp(
      `\\b(?:bsh|kvh|glulam|lvl|psl|lsl|sparren|pfetten?|rafters?|joists?)\\s(?<sides>(?:\\d+ \\d+/\\d+|${num})(?:\\s?[x/]\\s?(?:\\d+ \\d+/\\d+|${num}))+)`,
      'g',
    ),
    magnitude: (match) => sizeOf(group(match, 'sides')),
    rating: 5,
    cost: 1,
    division: '06',
  },
  {
    name: 'Reinforcement',
    pattern:
      /(?:\b(?<count>\d{1,2})\s?)?(?:ø\s?|\bfi\s|\bha|\b[ht](?=\d{1,2}[-@/]))(?<n>[5-9]|[1-3]\d|40)(?![\d.,])(?:\s?(?:\/|@|-|s\s?=|e\s?=|co|c\/c|a|à)\s?(?<spacing>\d{1,3}))?/g,
    magnitude: bars,
    rating: 5,
    cost: 1,
    division: '03',
  },
  {
    name: 'Reinforcement',
    pattern:
      /(?:\(?(?<count>\d{1,3})\)?[ -])?#\s?(?<n>[3-9]|1[0148]|18)\b(?:\s(?:bars?|ties?|stirrups?|dowels?|verts?))?(?:\s?(?:@|at)\s?(?<spacing>\d{1,2}))?/g,
    magnitude: (match, plain) =>
      /@|o\.?c|e\.?w|cont|bar|rebar|t\s?&\s?b|vert|horiz|\(\d+\)/.test(plain) ? bars(match) : null,
    rating: 5,
    cost: 1,
    division: '03',
  },
  {
    name: 'Reinforcing mesh',
    pattern: /\b[qr]\s?(?<n>[1-6]\d{2})\s?a?\b|\b(?:st(?=\s?\d\d\s?c\b)|ts|w(?=[\d.]+xw))\s?(?<m>\d{1,2}(?:\.\d)?)/g,
    magnitude: single,
    rating: 5,
    cost: 1,
    division: '03',
  },
  {
    name: 'Load',
    pattern: new RegExp(`(?<n>${num})\\s?(?:kn/m2?|kpa|psf|plf|kn\\b)`, 'g'),
    magnitude: single,
    rating: 5,
    cost: 1,
  },
  // Levels
  {
    name: 'Level',
    pattern: new RegExp(
      `\\b(?:okf{1,2}b?|okrf?b?|ok|uk|fbok|rfb|ffl|ssl|tos|tow|tof|bof|el\\.?|elev\\.?|ngf|nn|nhn|cota|quota|niv(?:eau|\\.)?|rzedna|ffb|t\\.?o\\.?\\s?\\w*|b\\.?o\\.?\\s?\\w*)(?:\\s[a-z]{1,3})?[ :=]+(?<n>[+±-]?\\s?(?:\\d+'-?\\s?\\d*(?:\\s?\\d+/\\d+)?"?|${num}))|(?:^|\\s)(?<m>[+±-]\\s?\\d+[.,]\\d{2,3})\\b`,
      'g',
    ),
    magnitude: (match) => {
      const written = (group(match, 'n') || group(match, 'm')).replace(/[\s±+]/g, '');
      return written.includes("'")
        ? length(written)
        : (written.startsWith('-') ? -1 : 1) * numberOf(written.replace('-', ''));
    },
    rating: 4,
    cost: 1,
  },
  // Thermal and acoustic
  {
    name: 'U-value',
    pattern: new RegExp(`\\bu[wgfdn]?\\s?[=≤<:]\\s?(?<n>${num})|(?<m>${num})\\s?w/\\(?m2\\s?[·.*]?k`, 'g'),
    magnitude: single,
    rating: 4,
    cost: -1,
  },
  {
    name: 'R-value',
    pattern: /\br-(?<n>\d{1,2}(?:\.\d)?)\b(?!-)/g,
    magnitude: single,
    rating: 4,
    cost: 1,
    division: '07',
  },
  {
    name: 'Thermal conductivity',
    pattern: new RegExp(`\\bwl[gs]\\s?(?<n>\\d{2,3})|(?:λ|lambda)\\s?=?\\s?(?<m>${num})`, 'g'),
    magnitude: (match) => (group(match, 'n') === '' ? 1000 * value(match, 'm') : value(match)),
    rating: 4,
    cost: -1,
    division: '07',
  },
  {
    name: 'Sound insulation',
    pattern: /\b(?:(?:r'?w|dnt,?w|stc|iic|rw\+c)[ :=-]{0,3}(?<n>\d{2})|(?<m>\d{2})\s?db)\b/g,
    magnitude: single,
    rating: 4,
    cost: 1,
  },
  // Building services
  {
    name: 'Cable',
    pattern: new RegExp(
      `\\b(?<count>\\d{1,2})\\s?[xg]\\s?(?<n>${num})\\s?mm2|\\b(?:ny|h0)\\S*\\s(?<wires>\\d{1,2})\\s?[xg]\\s?(?<m>${num})`,
      'g',
    ),
    magnitude: (match) =>
      group(match, 'n') === '' ? value(match, 'wires') * value(match, 'm') : value(match, 'count') * value(match),
    rating: 4,
    cost: 1,
    division: '26',
  },
  {
    name: 'Current',
    pattern: /(?<![\d.,a-z]|[a-z]{2})(?:\b[bcdk])?(?<n>\d{1,4})\s?(?:a|amps?|at|af)(?=\s?\/\s?\d\s?p\b|\b)(?!\w)/g,
    magnitude: single,
    rating: 4,
    cost: 1,
    division: '26',
  },
  { name: 'Protection class', pattern: /\bip\s?(?<n>\d{2})\b/g, magnitude: single, rating: 4, cost: 1, division: '26' },
  {
    name: 'Voltage',
    pattern: /(?<![\w.,])(?<n>\d{2,5})\s?v\b/g,
    magnitude: single,
    rating: 4,
    cost: 1,
    division: '26',
  },
  {
    name: 'Air flow',
    pattern: new RegExp(`(?<n>${num})\\s?(?:cfm|m3\\s?/\\s?h)`, 'g'),
    magnitude: (match) => (match[0].endsWith('cfm') ? american(match) : single(match)),
    rating: 4,
    cost: 1,
    division: '23',
  },
  {
    name: 'Water flow',
    pattern: new RegExp(`(?<n>${num})\\s?(?:l/s|l/min|gpm)`, 'g'),
    magnitude: single,
    rating: 4,
    cost: 1,
    division: '22',
  },
  {
    name: 'Power',
    pattern: new RegExp(`(?<n>${num})\\s?(?:kva|kw|w|hp|btuh?|mbh|tons?)\\b(?!/)`, 'g'),
    magnitude: single,
    rating: 4,
    cost: 1,
  },
  {
    name: 'Pipe size',
    pattern: new RegExp(
      `\\bdn\\s?(?<n>\\d{2,4})\\b|(?<m>${fraction}|${num})\\s?"\\s?(?:cw|hw|hwr|gas|san|vent|w\\b|v\\b|g\\b|dia\\b|ø)`,
      'g',
    ),
    magnitude: single,
    rating: 4,
    cost: 1,
    division: '22',
  },
  { name: 'Diameter', pattern: /ø\s?(?<n>\d{2,4}(?:[.,]\d+)?)/g, magnitude: single, rating: 4, cost: 1 },
  {
    name: 'Slope',
    pattern: new RegExp(
      `(?<n>${num})\\s?(?:%|:\\s?12\\b)|(?<m>${fraction}|${num})\\s?"\\s?(?:per f(?:oo)?t|/\\s?ft|/ ?1'-?0?")`,
      'g',
    ),
    magnitude: single,
    rating: 4,
    cost: 0,
  },
  // Stairs
  {
    name: 'Stair',
    pattern: new RegExp(
      `\\b(?<n>\\d{1,2})\\s?(?:x|stg\\.?|steigungen|stufen|contremarches|alzate|pedate|contrahuellas|h)\\s?${num}\\s?[x/]\\s?${num}|\\b(?<m>\\d{1,2})\\s?risers?\\b`,
      'g',
    ),
    magnitude: single,
    rating: 4,
    cost: 1,
  },
  // Sizes and lengths
  {
    name: 'Size',
    pattern: new RegExp(
      `(?<![\\w.,])(?<sides>(?:\\d+'-?\\s?\\d*"?|${num})(?:\\s?(?:mm|cm|m))?(?:\\s?[x/]\\s?(?:\\d+'-?\\s?\\d*"?|${num})(?:\\s?(?:mm|cm|m))?)+)`,
      'g',
    ),
    magnitude: (match) => sizeOf(group(match, 'sides')),
    rating: 4,
    cost: 1,
  },
  {
    name: 'Thickness',
    pattern: new RegExp(
      `\\b(?:d|t|e|s|h|b)\\s?=\\s?(?<n>${num})|\\b(?:ep|gr|tj|esp|sp|grub|thk|dicke|starke)\\.?\\s?[=:]?\\s?(?<m>${num})`,
      'g',
    ),
    magnitude: single,
    rating: 4,
    cost: 1,
  },
  {
    name: 'Dimension',
    pattern: new RegExp(
      `\\b(?:${SIDES}|brh|ch|hsp|lrh|rh|h|b|l|r|ukd|hfp|ht|w|dia)\\.?\\s?[=:]?\\s(?<n>${LENGTH})`,
      'g',
    ),
    magnitude: (match) => length(group(match, 'n')),
    rating: 4,
    cost: 1,
  },
  {
    name: 'Dimension',
    pattern: new RegExp(
      `(?<n>${num}\\s?(?:mm|cm|m)\\b(?!\\s?[23]))|(?<m>(?:\\d+ )?\\d+(?:/\\d+)?"(?!\\s?=))|\\b[a-z]{2,}\\s(?<k>\\d,\\d{2})\\b`,
      'g',
    ),
    magnitude: (match) => length(group(match, 'n') || group(match, 'm')) ?? value(match, 'k'),
    rating: 4,
    cost: 1,
  },
  // Quantities
  {
    name: 'Area',
    pattern: new RegExp(`(?<n>${num})\\s?(?:m2|sq\\.?\\s?m\\b|qm\\b)`, 'g'),
    magnitude: single,
    rating: 3,
    cost: 1,
  },
  {
    name: 'Area',
    pattern: new RegExp(`(?<n>${num})\\s?(?:sf|sq\\.?\\s?ft\\.?|gsf|nsf)\\b`, 'g'),
    magnitude: american,
    rating: 3,
    cost: 1,
  },
  {
    name: 'Count',
    pattern:
      /^x\s?(?<m>\d{1,3})$|\bqty\.?\s?:?\s?(?<k>\d{1,4})\b|\b(?<n>\d{1,4})\s?(?:stk|stck|st|ea|each|pcs?|no|nos|szt|pz|uds?|un|u)\.?(?!\w)/g,
    magnitude: (match) => single(match) || value(match, 'k'),
    rating: 3,
    cost: 1,
  },
];
