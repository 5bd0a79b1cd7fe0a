import type { FileKind } from '../domain/files/kinds.ts';
import { walkPart } from './walk-markup.ts';
import type { ZipReader } from './zip.ts';

interface Level {
  start: number;
  format: string;
  /** The number's text, in which `%1` stands for the number of the outermost level. */
  text: string;
  /** The paragraph style that has this level. */
  style?: string;
  /** Whether the numbers of outer levels are printed as decimals, too. */
  isDecimal?: boolean;
}

interface List {
  /** The definition, whose numbers continue in all its lists. */
  definition: string;
  starts: Map<number, number>;
}

interface Definitions {
  levels: Map<string, Map<number, Level>>;
  lists: Map<string, List>;
}

/** Levels of a list. */
const DEEPEST = 9;
const LONGEST = 64;
const LETTERS = 26;
/** Larger numbers are printed as decimals. */
const HIGHEST_IN_LETTERS = 780;
const HIGHEST_ROMAN = 3999;

const ROMAN: readonly [value: number, sign: string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

const roman = (value: number): string => {
  if (value < 1 || value > HIGHEST_ROMAN) return String(value);
  let [rest, text] = [value, ''];
  for (const [worth, sign] of ROMAN) {
    for (; rest >= worth; rest -= worth) text += sign;
  }
  return text;
};

/** After `Z` follow `AA`, `BB`, …, as Word prints them. */
const letters = (value: number): string =>
  value < 1 || value > HIGHEST_IN_LETTERS
    ? String(value)
    : String.fromCharCode(65 + ((value - 1) % LETTERS)).repeat(Math.ceil(value / LETTERS));

const FORMATS: Readonly<Record<string, (value: number) => string>> = {
  decimal: String,
  decimalZero: (value) => String(value).padStart(2, '0'),
  upperRoman: roman,
  lowerRoman: (value) => roman(value).toLowerCase(),
  upperLetter: letters,
  lowerLetter: (value) => letters(value).toLowerCase(),
};

/** Adds the property that an element within `w:lvl` states. */
const addToLevel = (level: Level, element: string, value: string): void => {
  if (element === 'w:start') level.start = Number.parseInt(value, 10) || 0;
  else if (element === 'w:numFmt') level.format = value;
  else if (element === 'w:lvlText') level.text = value;
  else if (element === 'w:pStyle') level.style = value;
  else if (element === 'w:isLgl') level.isDecimal = value !== '0' && value !== 'false';
};

const readDefinitions = (zip: ZipReader, kind: FileKind): Definitions => {
  const levels: Definitions['levels'] = new Map();
  const lists: Definitions['lists'] = new Map();
  let definition = new Map<number, Level>();
  let list: List = { definition: '', starts: new Map() };
  let level: Level = { start: 1, format: 'decimal', text: '' };
  let depth = 0;
  walkPart(zip, 'word/numbering.xml', kind, {
    open: (name, attributes) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:abstractNum') {
        definition = new Map();
        levels.set(attributes['w:abstractNumId'] ?? '', definition);
      } else if (name === 'w:num') {
        list = { definition: '', starts: new Map() };
        lists.set(attributes['w:numId'] ?? '', list);
        // Levels that a list redefines replace those of its definition.
        definition = new Map();
      } else if (name === 'w:lvl' || name === 'w:lvlOverride') {
        depth = Number.parseInt(attributes['w:ilvl'] ?? '', 10) || 0;
        level = { start: 1, format: 'decimal', text: '' };
        if (name === 'w:lvl') definition.set(depth, level);
      } else if (name === 'w:abstractNumId') list.definition = value;
      else if (name === 'w:startOverride') list.starts.set(depth, Number.parseInt(value, 10) || 0);
      else addToLevel(level, name, value);
    },
  });
  return { levels, lists };
};

/** The numbers that Word prints before paragraphs, which are not part of their text. */
export class Numbering {
  readonly #definitions: Definitions;
  /** The last number of each level, by definition. */
  readonly #counts = new Map<string, (number | undefined)[]>();
  /** The lists whose numbers have begun. */
  readonly #begun = new Set<string>();

  constructor(zip: ZipReader, kind: FileKind) {
    this.#definitions = readDefinitions(zip, kind);
  }

  /**
   * Counts the next paragraph of a list.
   *
   * @param depth its level; without one, that of its style or else the outermost
   * @returns its number as printed; null if it has a bullet, or a number in a format other than decimals, letters and
   * Roman numerals
   */
  next(listId: string, depth: number | undefined, style: string | undefined): string | null {
    const list = this.#definitions.lists.get(listId);
    const levels = list && this.#definitions.levels.get(list.definition);
    if (!levels) return null;
    const own = [...levels].find(([, level]) => style !== undefined && level.style === style)?.[0];
    const at = Math.min(depth ?? own ?? 0, DEEPEST - 1);
    const counts = this.#counts.get(list.definition) ?? [];
    this.#counts.set(list.definition, counts);
    if (!this.#begun.has(listId)) for (const each of list.starts.keys()) counts[each] = undefined;
    this.#begun.add(listId);
    const startOf = (level: number): number => list.starts.get(level) ?? levels.get(level)?.start ?? 1;
    counts[at] = (counts[at] ?? startOf(at) - 1) + 1;
    counts.length = at + 1;
    const level = levels.get(at);
    if (!level || !(level.format in FORMATS)) return null;
    const printed = level.text.slice(0, LONGEST).replace(/%([1-9])/g, (_, digit: string) => {
      const each = Number(digit) - 1;
      const format = level.isDecimal ? 'decimal' : (levels.get(each)?.format ?? '');
      return (FORMATS[format] ?? String)(counts[each] ?? startOf(each));
    });
    return printed.trim() === '' ? null : printed.trim();
  }
}
