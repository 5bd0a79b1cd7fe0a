/** A line that may be the heading of a section. */
export interface Heading {
  /** Headings of one series have ascending numbers. */
  series: string;
  /** The components of the number, for sorting: `18.07` is 18 and 07. */
  parts: string[];
  number: string;
  title: string | null;
  /** Characters of the text that the heading takes up. */
  length: number;
  /** Whether the line ends in a page number after dots, as in a table of contents. */
  isListed: boolean;
}

const LONGEST_TITLE = 120;
/** Lines of a title in capitals. */
const TITLE_LINES = 3;

const LEADERS = /(?:[ \t]*[.·…_]){3,}[ \t]*\d*[ \t]*$|\t+\d+[ \t]*$/;
/** Verbs by which a numbered sentence differs from a title. */
const SENTENCE =
  /(?<![\p{L}])(?:shall|must|will|is|are|was|were|may|should|has|have|been|applies|muss|müssen|ist|sind|wird|werden|hat|haben|est|sont|doit|doivent|sera|seront|devra|devront|pourra)(?![\p{L}])/iu;

const isUpper = (text: string): boolean => text === text.toUpperCase() && /\p{Lu}{3}/u.test(text);
const startsTitle = (text: string): boolean =>
  /^["“«(]?(?:\p{Lu}|\p{Lt}|\p{Lo})/u.test(text) && /\p{L}{3}|\p{Lo}/u.test(text);

/** The lines from a position of a page on. */
export interface Lines {
  text: string;
  /** Where the line begins and ends. */
  from: number;
  to: number;
}

/** Returns the next line that is not empty; undefined if it is too far or there is none. */
const lineAfter = ({ text, to }: Lines): Lines | undefined => {
  const from = to + 1 + (/^[ \t]*\n?[ \t]*/.exec(text.slice(to + 1, to + 200))?.[0].length ?? 0);
  if (from >= text.length) return undefined;
  const end = text.indexOf('\n', from);
  return { text, from, to: end < 0 ? text.length : end };
};
const contentOf = ({ text, from, to }: Lines): string => text.slice(from, to).trim();

interface Title {
  title: string | null;
  /** Where the title ends in the page's text. */
  end: number;
  isListed: boolean;
}

/** Whether a line begins with a number, so that it does not continue the title before it. */
const isNumbered = (line: string): boolean =>
  /^(?:§|\p{Lu}{2,12}\s+)?\d|^\p{Lu}+\s+[IVXLC]+\b|^\p{Lu}\.\s|^\(/u.test(line);

/** Appends the lines that continue a title: further lines in capitals, or the end of its sentence in the next line. */
const continued = (title: string, line: Lines): { title: string; end: number } => {
  let [whole, last] = [title, line];
  for (let i = 1; i < TITLE_LINES; i++) {
    const next = lineAfter(last);
    const words = next ? contentOf(next) : '';
    if (!next || words === '' || isNumbered(words) || whole.length + words.length > LONGEST_TITLE) break;
    if (isUpper(whole) && isUpper(words.replace(/\p{Ll}{1,3}$/u, ''))) {
      [whole, last] = [`${whole} ${words}`, next];
      if (words.endsWith('.')) break;
      continue;
    }
    const rest = /^(\p{Ll}[^.]{0,60})\.(?:\s|$)/u.exec(words)?.[1];
    return rest && !isUpper(whole)
      ? { title: `${whole} ${rest}`, end: next.from + rest.length }
      : { title: whole, end: last.to };
  }
  return { title: whole, end: last.to };
};

/**
 * Reads the title that follows a number: up to the period after which its text runs on, else the line and, in capitals,
 * the following ones. Undefined if it is not a title.
 * @param at where the title begins in the page's text
 */
const titleAt = (line: Lines, at: number): Title | undefined => {
  const printed = line.text.slice(at, line.to);
  const leaders = LEADERS.exec(printed);
  const own = (leaders ? printed.slice(0, leaders.index) : printed).trimEnd();
  if (!startsTitle(own)) return undefined;
  const runIn = /^.*?(?:(?:\p{L}{3}|\))(?=\.(?:\s|$))|\)(?=\s+\d+\.\s))/u.exec(own)?.[0];
  if (runIn !== undefined && runIn.length <= LONGEST_TITLE) {
    return SENTENCE.test(runIn) ? undefined : { title: runIn, end: at + runIn.length, isListed: leaders !== null };
  }
  if (own.length > LONGEST_TITLE || /[;:,]$/.test(own)) return undefined;
  const { title, end } = leaders ? { title: own, end: line.to } : continued(own, line);
  if (SENTENCE.test(title) && !isUpper(title)) return undefined;
  return { title: title.replace(/[.\s]+$/, ''), end, isListed: leaders !== null };
};

/** Returns the title on the line of a keyword and number, or else on the next line. */
const titleOfKeyword = (line: Lines, at: number): Title | undefined => {
  const rest = line.text.slice(at, line.to);
  if (rest.trim() !== '') return titleAt(line, at + rest.search(/\S/));
  const next = lineAfter(line);
  const none = { title: null, end: line.to, isListed: false };
  if (!next || isNumbered(contentOf(next))) return none;
  return titleAt(next, next.from) ?? none;
};

const CSI = /^(?:DOCUMENT|SECTION)[ \t]+(\d{2})[ \t.]?(\d{2})[ \t.]?(\d{2})((?:\.\d{2,4})?)(?![\d.])[ \t]*[-–—:]?/i;
const OLD_CSI = /^SECTION[ \t]+(\d{2})(\d{3})(?!\d)[ \t]*[-–—:]?/i;
const DIVISION = /^DIVISION[ \t]+(\d{1,2})(?!\d)[ \t]*[-–—:]?/i;
const COST_GROUP = /^(KGR?\.?|Kostengruppe)?[ \t]*([1-8])(\d)(\d)(?![\d.,])[ \t]*[-–—:]?/i;
/** Words for parts of a document, from the outermost; those of one group form a series. */
const KEYWORDS: readonly [series: string, words: string][] = [
  ['lot', 'LOT|LOS'],
  ['title', 'TITLE|TITEL|TITRE'],
  ['part', 'PART|TEIL|PARTIE'],
  ['chapter', 'CHAPTER|KAPITEL|CHAPITRE|CAPITOLO|CAP[IÍ]TULO|HOOFDSTUK|GROUP ELEMENT'],
  ['subchapter', 'SUBCHAPTER|ABSCHNITT'],
  ['article', 'ARTICLE|ARTIKEL'],
  ['appendix', 'APPENDIX|ANNEX|ANNEXE|ANHANG|ANLAGE'],
];
const KEYWORD = KEYWORDS.map(
  ([series, words]) =>
    [
      series,
      new RegExp(
        `^(${words})[ \\t]+(?:N[°ºo]\\.?|Nr\\.?|No\\.?)?[ \\t]*(\\d{1,3}[a-z]?|[IVXLC]+|[A-Z])(?![\\p{L}\\d.])[ \\t]*([-–—:.]?)`,
        'iu',
      ),
    ] as const,
);
export const SERIES_FROM_OUTERMOST = ['csi-division', ...KEYWORDS.map(([series]) => series)];

const DECIMAL =
  /^(§{1,2}[ \t]*|\p{Lu}{1,5}[ \t]+)?(\d{1,4}(?:\.\d{1,4}){0,4}|\d{1,4}-\d{1,4}(?:-\d{1,3})?)[.)]?(?=[ \t\u00a0])/u;

const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };
const romanValue = (text: string): number =>
  [...text].reduce((sum, letter, i) => {
    const value = ROMAN[letter] ?? 0;
    return sum + (value < (ROMAN[text[i + 1] ?? ''] ?? 0) ? -value : value);
  }, 0);

/** Returns the number as digits for sorting: of `IV` 4, of the appendix `B` 2. */
const ordinal = (number: string, series: string): string => {
  if (/^\d/.test(number)) return number.toLowerCase();
  if (series !== 'appendix' && /^[IVXLC]+$/i.test(number)) return String(romanValue(number.toUpperCase()));
  return String(number.toUpperCase().charCodeAt(0) - 64);
};

const csiHeading = (line: Lines, content: string): Heading | undefined => {
  const found = CSI.exec(content) ?? OLD_CSI.exec(content);
  const division = found ? null : DIVISION.exec(content);
  const match = found ?? division;
  if (!match) return undefined;
  const at = line.from + match[0].length;
  const title = titleOfKeyword(line, at);
  if (!title) return undefined;
  const [, ...parts] = match;
  const suffix = parts[3] ?? '';
  const number = division
    ? parts[0]!.padStart(2, '0')
    : parts.length === 2
      ? parts.join('')
      : `${parts.slice(0, 3).join(' ')}${suffix}`;
  return {
    series: division ? 'csi-division' : 'csi',
    parts: [number.replace(/\D/g, '').padEnd(10, '0')],
    number,
    title: title.title,
    length: title.end - line.from,
    isListed: title.isListed,
  };
};

const keywordHeading = (line: Lines, content: string): Heading | undefined => {
  for (const [series, pattern] of KEYWORD) {
    const match = pattern.exec(content);
    if (!match) continue;
    const [printed, word = '', number = '', separator] = match;
    const rest = content.slice(printed.length);
    // `Part of`, `Titel der`: a letter is a number only at the end of a line or before a separator.
    if (rest.trim() !== '' && !separator && !(/^\d/.test(number) && startsTitle(rest.trim()))) return undefined;
    const title = titleOfKeyword(line, line.from + printed.length);
    if (!title) return undefined;
    const parts = [ordinal(number, series)];
    return {
      series,
      parts,
      number: `${word} ${number}`,
      title: title.title,
      length: title.end - line.from,
      isListed: title.isListed,
    };
  }
  return undefined;
};

const costGroup = (line: Lines, content: string): Heading | undefined => {
  const match = COST_GROUP.exec(content);
  if (!match) return undefined;
  const title = titleAt(
    line,
    line.from + match[0].length + (/^\s*/.exec(content.slice(match[0].length))?.[0].length ?? 0),
  );
  if (!title) return undefined;
  const [, word, ...digits] = match;
  const number = digits.join('');
  return {
    series: word ? 'kg' : 'din276',
    parts: [number],
    number,
    title: title.title,
    length: title.end - line.from,
    isListed: title.isListed,
  };
};

const decimalHeading = (line: Lines, content: string): Heading | undefined => {
  const match = DECIMAL.exec(content);
  if (!match) return undefined;
  const [printed, prefix = '', digits = ''] = match;
  const parts = digits.split(/[.-]/);
  const rest = content.slice(printed.length);
  const dash = /^[ \t\u00a0]*(?:[-–—:][ \t]*)?/.exec(rest)?.[0].length ?? 0;
  if (prefix !== '' && !prefix.startsWith('§') && parts.length === 1) return undefined;
  const title = titleAt(line, line.from + printed.length + dash);
  if (!title) return undefined;
  const number = `${prefix.trim()} ${digits}`.trim();
  const series = `${prefix.trim()}${digits.includes('-') ? '-' : '.'}`;
  return { series, parts, number, title: title.title, length: title.end - line.from, isListed: title.isListed };
};

/** Returns the heading that a line may be; undefined if it is none. */
export const headingOf = (line: Lines): Heading | undefined => {
  const content = line.text.slice(line.from, line.to);
  return (
    csiHeading(line, content) ??
    keywordHeading(line, content) ??
    costGroup(line, content) ??
    decimalHeading(line, content)
  );
};
