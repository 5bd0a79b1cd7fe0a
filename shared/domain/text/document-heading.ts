import { cutText } from '../cut-text.ts';
import type { PageText, Word } from '../page-text.ts';

const LONGEST = 512;
/** Maximum lines of a heading. */
const LINES = 4;
/** A page up to about Legal size (8.5 x 14 in) may contain prose; larger ones are drawings. */
const TEXT_PAGE_AREA = 630_000;
/** Letters at least this much larger than the page's median are prominent. */
const STANDS_OUT = 1.15;

interface Line {
  text: string;
  size: number;
  top: number;
  bottom: number;
}

const BARE =
  /^(?:chapter|subchapter|part|division|section|appendix|volume|book|title|kapitel|teil|abschnitt)\s+[\w.\- ]{1,12}$/i;

/** Generic headings, of which the following lines state the subject. */
const GENERIC = /^(?:project manual|(?:technical |construction |project )?specifications?|contract documents|report)$/i;

const linesOf = (page: PageText): Line[] => {
  const level = page.words.filter((word) => word.angle === 0);
  level.sort((a, b) => a.y + a.height / 2 - b.y - b.height / 2 || a.x - b.x);
  const rows: Word[][] = [];
  for (const word of level) {
    const row = rows[rows.length - 1];
    const [first] = row ?? [];
    const near = first && Math.abs(first.y + first.height / 2 - word.y - word.height / 2) < 0.4 * first.size;
    if (row && near) row.push(word);
    else rows.push([word]);
  }
  return rows.map((row) => {
    row.sort((a, b) => a.x - b.x);
    return {
      text: row.map((word) => word.text).join(' '),
      size: Math.max(...row.map((word) => word.size)),
      top: Math.min(...row.map((word) => word.y)),
      bottom: Math.max(...row.map((word) => word.y + word.height)),
    };
  });
};

const isUpper = (text: string): boolean => text === text.toUpperCase() && /\p{Lu}{3}/u.test(text);
const isTitle = (text: string): boolean => /\p{L}{3}/u.test(text) && text.length <= 120 && !/[.;:,]$|\.{4}/.test(text);

/**
 * Returns the line at which a heading starts: a bare `CHAPTER 18`, else the largest prominent line, else one in
 * capitals.
 */
const startOf = (lines: readonly Line[], body: number): number => {
  const largest = Math.max(...lines.map((line) => line.size));
  const bare = lines.findIndex(({ text }) => BARE.test(text));
  const large = lines.findIndex((line) => line.size >= 0.95 * largest && isTitle(line.text));
  if (largest > STANDS_OUT * body && large >= 0) return bare >= 0 && bare === large - 1 ? bare : large;
  return bare >= 0 ? bare : lines.findIndex(({ text }) => isUpper(text) && isTitle(text));
};

/**
 * Returns the heading of a text document, from the upper part of its first page with words: `CHAPTER 18 LAND DIVISION`.
 * Returns null for drawings, and if no line is prominent.
 * @param pages words in points from the top left of the displayed page
 */
export const documentHeading = (pages: readonly PageText[]): string | null => {
  const page = pages.find(({ words }) => words.length > 0);
  if (!page || page.width * page.height > TEXT_PAGE_AREA) return null;
  const lines = linesOf(page).filter(({ top, text }) => top < page.height * 0.6 && /\p{L}{2}/u.test(text));
  if (lines.length === 0) return null;
  const sizes = page.words.map((word) => word.size).sort((a, b) => a - b);
  const body = sizes[Math.floor(sizes.length / 2)]!;
  const start = startOf(lines, body);
  const first = lines[start];
  if (!first) return null;
  const heading = [first];
  for (const line of lines.slice(start + 1, start + LINES)) {
    const last = heading[heading.length - 1]!;
    const together = line.top - last.bottom < 2.5 * first.size && isTitle(line.text) && !/^[\d§]/.test(line.text);
    const large = Math.abs(line.size - last.size) < 0.08 * last.size && (isUpper(line.text) || first.size > 1.3 * body);
    if (
      !together ||
      !(BARE.test(last.text) || GENERIC.test(last.text) || (large && isUpper(line.text) === isUpper(last.text)))
    )
      break;
    if (/^(?:table|contents|inhalt|index)\b/i.test(line.text)) break;
    heading.push(line);
  }
  return cutText(heading.map(({ text }) => text).join(' '), LONGEST);
};
