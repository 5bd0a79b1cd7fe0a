import { boxOfText, type PlacedText } from '../placed-text.ts';
import { heaviestAscending } from './ascending.ts';
import type { Section, SectionSystem } from './section.ts';
import { type Heading, headingOf, SERIES_FROM_OUTERMOST } from './section-headings.ts';
import { type StyledSection, styledHeadings } from './styled-headings.ts';

/** A heading in its place: the index of its page, and where it begins in the page's text and in the document. */
interface Placed extends Heading {
  pageIndex: number;
  at: number;
  offset: number;
  /** Whether only running heads, or the heading of its division, precede it on its page. */
  opensPage: boolean;
}

/** Maximum sections of a document. */
const MOST = 5000;
/** A page up to about Legal size contains prose; on larger ones, which are drawings, only CSI sections are read. */
const TEXT_PAGE_AREA = 630_000;
/** Sections numbered without a word count as such from this number on. */
const FEWEST_NUMBERED = 3;
const FEWEST_NAMED = 2;
/** Share of the CSI sections that begin on a new page, from which on all do. */
const OPENING_SHARE = 0.5;
/** Share by which more headings must be explained if numbers are taken to start again. */
const RESTARTS_MORE = 1.3;
/** Maximum characters between headings of a list, and the minimum number of such headings. */
const LISTED_APART = 140;
const FEWEST_LISTED = 5;
/** Share of plain numbers from which on a list is an enumeration. */
const PLAIN_SHARE = 0.5;
/** Number of lines at the top and bottom of a page that may be running heads, and on how many pages they must recur. */
const MARGIN_LINES = 2;
const FEWEST_RUNNING = 4;
/** Maximum components of a number. */
const DEEPEST = 4;

const COST_GROUPS: Readonly<Record<string, RegExp>> = {
  100: /^Grundstück/,
  200: /^(?:Herrichten|Vorbereitende)/,
  300: /^Bauwerk/,
  400: /^(?:Bauwerk|Technische)/,
  500: /^(?:Außenanlagen|Aussenanlagen|Freianlagen)/,
  600: /^Ausstattung/,
  700: /^Baunebenkosten/,
};
const NRM = /\bNRM ?[123]\b|New Rules of Measurement/i;
const CCTP = /\bC\.?C\.?T\.?P\b|clauses techniques/i;

const maskOf = (line: string): string => line.trim().replace(/\d+/g, '#');

/** Returns the lines, without their digits, that recur at the top or bottom of pages. */
const runningHeads = (pages: readonly PlacedText[]): Set<string> => {
  const counts = new Map<string, number>();
  for (const { text } of pages) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const margins = [...lines.slice(0, MARGIN_LINES), ...lines.slice(-MARGIN_LINES)];
    for (const line of new Set(margins.map(maskOf))) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= FEWEST_RUNNING).map(([line]) => line));
};

/** Returns the headings that the lines of a document may be, in order. */
const candidatesIn = (pages: readonly PlacedText[]): Placed[] => {
  const running = runningHeads(pages);
  const found: Placed[] = [];
  let start = 0;
  for (const [pageIndex, { text, width = 0, height = 0 }] of pages.entries()) {
    let opensPage = true;
    const isDrawing = width * height > TEXT_PAGE_AREA;
    for (let from = 0; from < text.length; ) {
      const end = text.indexOf('\n', from);
      const to = end < 0 ? text.length : end;
      const at = from + (/^\s*/.exec(text.slice(from, to))?.[0].length ?? 0);
      const heading = headingOf({ text, from: at, to });
      const mask = maskOf(text.slice(from, to));
      const isExcluded = isDrawing || running.has(mask);
      if (heading && (heading.series.startsWith('csi') || !isExcluded)) {
        found.push({ ...heading, pageIndex, at, offset: start + at, opensPage });
      }
      opensPage &&= mask === '' || running.has(mask) || heading?.series === 'csi-division';
      from = to + 1;
    }
    start += text.length + 1;
  }
  return found;
};

const keyOf = ({ series, parts }: Heading): string => `${series}\n${parts.join('.')}`;
const startOf = (title: string | null): string =>
  (title ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '')
    .slice(0, 16);

/** Whether a word, such as `SECTION` or `LOT`, makes a line a heading. */
const isNamed = ({ series }: Heading): boolean => /^[a-z][a-z-]+$/.test(series);

/**
 * Separates tables of contents from headings: lines close to each other whose numbers recur. A list that the document
 * does not repeat has no sections.
 * @returns the other candidates, and the titles listed for each number
 */
const withoutContents = (candidates: readonly Placed[]): { headings: Placed[]; listed: Map<string, string> } => {
  const last = new Map<string, number>();
  for (const [i, heading] of candidates.entries()) if (!heading.isListed) last.set(keyOf(heading), i);
  const listed = new Map<string, string>();
  const headings: Placed[] = [];
  const isNear = (i: number): boolean => {
    const [one, next] = [candidates[i], candidates[i + 1]];
    return one !== undefined && next !== undefined && next.offset - one.offset - one.length <= LISTED_APART;
  };
  for (let from = 0; from < candidates.length; ) {
    let to = from + 1;
    while (to < candidates.length && isNear(to - 1)) to++;
    const run = candidates.slice(from, to);
    const keys = run.map(keyOf);
    // The first heading of the text may follow the list without a gap.
    const seen = new Set<string>();
    const again = keys.findIndex((key) => seen.size === seen.add(key).size);
    const listEnd = again < 0 ? run.length : again;
    // The numbers of an enumeration recur, too.
    const plain = run.slice(0, listEnd).filter(({ series, parts }) => series === '.' && parts.length === 1).length;
    const isList = listEnd >= FEWEST_LISTED && plain < PLAIN_SHARE * listEnd;
    const end = keys.slice(0, listEnd).findLastIndex((key, i) => (last.get(key) ?? -1) > from + i);
    for (const [i, heading] of run.entries()) {
      const isEntry = heading.isListed || (isList && (i <= end || (end < 0 && !isNamed(heading))));
      if (!isEntry) headings.push(heading);
      else if (heading.title) listed.set(keyOf(heading), heading.title);
    }
    from = to;
  }
  return { headings, listed };
};

type Compare = (a: string, b: string) => number;
/** `18.095` follows `18.09`; in other documents `1.10` follows `1.9`. */
const asText: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const asNumber: Compare = (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || asText(a, b);

const comparing =
  (compare: Compare) =>
  (a: readonly string[], b: readonly string[]): number => {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const order = compare(a[i]!, b[i]!);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  };

/** Returns the headings of one series in the ascending order of their numbers that best explains them. */
const inOrder = (headings: readonly Placed[], listed: ReadonlyMap<string, string>): Placed[] => {
  const weights = headings.map((heading) => {
    const title = listed.get(keyOf(heading));
    const isConfirmed = title !== undefined && startOf(title) === startOf(heading.title);
    const isUpper = heading.title !== null && heading.title === heading.title.toUpperCase();
    return 1 + (isConfirmed ? 3 : 0) + (isUpper ? 1 : 0);
  });
  const chains = [asNumber, asText].map((compare) => {
    const order = comparing(compare);
    const sorted = headings.map(({ parts }) => parts).sort(order);
    const ranks = new Map<string, number>();
    for (const parts of sorted) if (!ranks.has(parts.join('.'))) ranks.set(parts.join('.'), ranks.size + 1);
    const chain = heaviestAscending(
      headings.map(({ parts }) => ranks.get(parts.join('.'))!),
      weights,
    );
    return { chain, weight: chain.reduce((sum, i) => sum + weights[i]!, 0) };
  });
  const [numeric, textual] = chains as [(typeof chains)[number], (typeof chains)[number]];
  return (textual.weight > numeric.weight ? textual : numeric).chain.map((i) => headings[i]!);
};

/**
 * Drops numbers below the outermost ones that do not begin with the first of their parent: references and values at
 * the start of a line. Plain numbers are kept only if numbers below them follow.
 */
const plausible = (headings: readonly Placed[]): Placed[] => {
  const dotted = headings.filter(({ parts }) => parts.length > 1 && parts.length <= DEEPEST);
  const parents = new Set(dotted.map(({ parts }) => parts[0]));
  const kept = headings.filter(({ parts }) => parts.length <= DEEPEST && (parts.length > 1 || parents.has(parts[0])));
  const outermost = kept.reduce((least, { parts }) => Math.min(least, parts.length), DEEPEST);
  const first = new Map<string, number>();
  const parentOf = ({ parts }: Placed): string => parts.slice(0, -1).join('.');
  for (const heading of kept) {
    const value = Number.parseInt(heading.parts.at(-1)!, 10);
    first.set(parentOf(heading), Math.min(value, first.get(parentOf(heading)) ?? value));
  }
  const isFirst = (value: number | undefined): boolean => value !== undefined && [0, 1, 10, 100].includes(value);
  return kept.filter((heading) => heading.parts.length === outermost || isFirst(first.get(parentOf(heading))));
};

const isCostGroups = (headings: readonly Placed[]): boolean =>
  headings.length >= FEWEST_NUMBERED &&
  headings.some(({ series, number, title }) => series === 'kg' || COST_GROUPS[number]?.test(title ?? ''));

/** A heading with its system and depth, the outermost 1. */
type Chosen = Placed & { system: SectionSystem; level: number };

/** Returns the chain of each series, with the levels in which the present ones nest. */
const levelled = (
  chains: ReadonlyMap<string, Placed[]>,
  series: readonly string[],
  system: SectionSystem,
): Chosen[] => {
  const present = series.filter((name) => (chains.get(name)?.length ?? 0) > 0);
  return present.flatMap((name, i) => chains.get(name)!.map((heading) => ({ ...heading, system, level: i + 1 })));
};

/** Returns the headings of each series, and the chain of them whose numbers ascend. */
const chainsOf = (candidates: readonly Placed[]) => {
  const { headings, listed } = withoutContents(candidates);
  const groups = Map.groupBy(headings, ({ series }) => series);
  return { groups, chains: new Map([...groups].map(([series, all]) => [series, inOrder(all, listed)])) };
};

/** Returns decimal headings that start again in each outer section (in each lot of a CCTP), if that explains more of them. */
const restarting = (all: readonly Placed[], outer: readonly Placed[], whole: readonly Placed[]): Placed[] => {
  const borders = outer.map(({ offset }) => offset);
  const parts = Map.groupBy(all, ({ offset }) => borders.findLastIndex((border) => border <= offset));
  const pieces = [...parts.values()].map((part) => plausible(inOrder(part, new Map())));
  const joined = pieces.filter((piece) => piece.length >= FEWEST_NUMBERED).flat();
  return joined.length > RESTARTS_MORE * whole.length ? joined : [...whole];
};

/**
 * Returns the first heading of each number that opens a page, if that is how the document begins its sections; then they
 * may be in any order, as in a manual of several buildings.
 */
const openingPages = (headings: readonly Placed[]): Placed[] | undefined => {
  const seen = new Set<string>();
  const opening = headings.filter(({ opensPage, number }) => opensPage && seen.size < seen.add(number).size);
  const all = new Set(headings.map(({ number }) => number)).size;
  return opening.length > OPENING_SHARE * all ? opening : undefined;
};

/**
 * Returns the headings that form the sections of a document.
 * @param plain the system of those that have no other one
 */
const chosenOf = (candidates: readonly Placed[], plain: SectionSystem): Chosen[] => {
  if (candidates.some(({ series }) => series === 'csi')) {
    // Parts and articles are numbered from the start in each section.
    const { groups, chains } = chainsOf(candidates.filter(({ series }) => series.startsWith('csi')));
    const opening = openingPages(groups.get('csi') ?? []);
    if (opening) chains.set('csi', opening);
    return levelled(chains, ['csi-division', 'csi'], 'csi');
  }
  const { groups, chains } = chainsOf(candidates);
  for (const name of ['kg', 'din276']) {
    const group = chains.get(name) ?? [];
    if (!isCostGroups(group)) continue;
    return group.map((each) => ({ ...each, system: 'din276', level: 3 - (/0+$/.exec(each.number)?.[0].length ?? 0) }));
  }
  const system = chains.has('lot') ? 'cctp' : plain;
  const words = levelled(chains, SERIES_FROM_OUTERMOST, system).map((each) =>
    each.series === 'appendix' ? { ...each, level: 1 } : each,
  );
  const outer = words.filter(({ series }) => series !== 'appendix').sort((a, b) => a.offset - b.offset);
  const deepest = outer.reduce((most, { level }) => Math.max(most, level), 0);
  const decimals = [...chains].flatMap(([series, chain]) => {
    if (!/[.-]$/.test(series)) return [];
    const group = restarting(groups.get(series) ?? [], outer, plausible(chain));
    if (group.length < FEWEST_NUMBERED) return [];
    const least = group.reduce((few, { parts }) => Math.min(few, parts.length), DEEPEST);
    return group.map((each): Chosen => ({ ...each, system, level: deepest + 1 + each.parts.length - least }));
  });
  return decimals.length === 0 && words.length < FEWEST_NAMED ? [] : [...words, ...decimals];
};

/** Returns the sections that the first 5,000 headings begin, each up to the next one of its level or a higher one. */
const nest = (
  headings: readonly (StyledSection & { system: SectionSystem })[],
  pages: readonly PlacedText[],
): Section[] => {
  const sections: Section[] = [];
  const open: { section: Section; level: number }[] = [];
  const endAt = (level: number, pageIndex: number): void => {
    for (let last = open.at(-1); last && last.level >= level; last = open.at(-1)) {
      last.section.page_to = Math.max(last.section.page_from, pages[pageIndex]!.page);
      open.pop();
    }
  };
  for (const heading of headings.slice(0, MOST)) {
    const { number, title, system, level, pageIndex, at } = heading;
    endAt(level, heading.opensPage && pageIndex > 0 ? pageIndex - 1 : pageIndex);
    const page = pages[pageIndex]!;
    const box = boxOfText(page, at, at + heading.length);
    const section = { number, title, system, level, page_from: page.page, page_to: page.page, at, box };
    open.push({ section, level });
    sections.push(section);
  }
  endAt(0, pages.length - 1);
  return sections;
};

/**
 * Finds the sections of a document, at most 5,000, in its order: the headings that the file marks as such, or else those
 * whose numbers ascend, by which lines of tables of contents, running heads and references are distinguished. CSI sections
 * and cost groups are always found by their numbers. Drawings have none, except CSI sections printed on them.
 */
export const findSections = (pages: readonly PlacedText[]): Section[] => {
  const isIn = (pattern: RegExp): boolean => pages.some(({ text }) => pattern.test(text));
  const plain = isIn(CCTP) ? 'cctp' : isIn(NRM) ? 'nrm' : 'numbered';
  const numbered = chosenOf(candidatesIn(pages), plain).sort((a, b) => a.offset - b.offset || a.level - b.level);
  const styled = styledHeadings(pages);
  const isByNumber =
    styled.length < FEWEST_NAMED || numbered.some(({ system }) => system === 'csi' || system === 'din276');
  return nest(isByNumber ? numbered : styled.map((heading) => ({ ...heading, system: plain })), pages);
};
