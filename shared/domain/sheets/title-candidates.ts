import { type Block, betterCell, claim, nearness } from './block.ts';
import { bestFirst, type Candidate, candidate } from './candidate.ts';
import { commonFeatures, rivalClaims } from './features.ts';
import type { Line } from './lines.ts';
import { type Paragraph, paragraphs } from './paragraphs.ts';
import { findDate, isDate, isScale, namedRevision, numberedTitle, sheetNumberLikeness } from './patterns.ts';
import { type Features, when } from './score.ts';
import { drawingWords, foreignWords, headsList, isContact } from './vocabulary.ts';

/** A scale at the end of a title: `GROUND FLOOR PLAN 1:100`. */
const FINAL_SCALE = /(?:[\s|,;–-]|\bI\b)+(?:[MМ]\.?\s?[=:]?\s?|SCALE:? ?)?1 ?[:/] ?\d{1,4}$/iu;

const tidyTitle = (text: string): string => {
  const date = findDate(text);
  return (date ? text.replace(date, ' ') : text)
    .replace(FINAL_SCALE, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–—:|,]+|[\s\-–—:|,]+$/g, '')
    .trim();
};

/** The blank of a form that is to be filled in: `Drawn by ______`. */
const BLANK = /_{3}/;

/** Whether a text has the letters of a title and is no other field of a title block. */
const canBeTitle = (text: string): boolean =>
  (text.match(/\p{L}/gu)?.length ?? 0) >= 3 &&
  text.length <= 120 &&
  !isDate(text) &&
  !isScale(text) &&
  !isContact(text) &&
  !BLANK.test(text) &&
  sheetNumberLikeness(text) < 0.7 &&
  !namedRevision(text);

/** The mark of an item of a numbered list. */
const ITEM_MARK = /^\d{1,2}[.)]$/;
/** Maximum distance of an item from its mark, in font sizes. */
const MAXIMUM_MARK_SIZES = 4;

/** Returns the marks of the numbered lists of a page: at least two in one column. */
const listMarks = ({ values }: Block): Line[] => {
  const marks = values.filter(({ text }) => ITEM_MARK.test(text));
  return marks.filter((mark) =>
    marks.some(
      (other) =>
        other !== mark &&
        other.angle === mark.angle &&
        Math.min(Math.abs(other.u0 - mark.u0), Math.abs(other.u1 - mark.u1)) < mark.size,
    ),
  );
};

/** Whether a line is an item of a numbered list, a mark being directly before it, or its mark. */
const isItem = (line: Line, marks: readonly Line[]): boolean =>
  marks.some(
    (mark) =>
      mark === line ||
      (mark.angle === line.angle &&
        Math.abs(mark.v1 - line.v1) < 0.3 * line.size &&
        line.u0 > mark.u0 &&
        line.u0 - mark.u1 < MAXIMUM_MARK_SIZES * line.size),
  );

/**
 * Minimum number of texts that differ only in their marks, which shows them to be views: `SECTION A - A`, `SECTION B
 * - B`.
 */
const MINIMUM_VIEWS = 3;

/** Removes the counting letters and digits of a text. */
const uncounted = (text: string): string => text.replace(/(?<![\p{L}\d])[\p{L}\d]{1,2}(?![\p{L}\d])/gu, '').trim();

/** Groups the texts of a page that differ only in such marks. */
const series = (texts: readonly Line[]): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { text } of texts) {
    const common = uncounted(text);
    if (common !== text) found.set(common, (found.get(common) ?? new Set()).add(text));
  }
  return found;
};

/** Returns what the letters of a text say: titles are short phrases, often in capitals. */
const formOf = (text: string): Features => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const words = text.split(/\s+/);
  return {
    capitals: letters > 0 ? capitals / letters : 0,
    words_count: Math.min(1, words.length / 10),
    digits_share: (text.match(/\d/g)?.length ?? 0) / text.length,
    small_start: when(/^\p{Ll}/u.test(text)),
    sentence: when(/\p{Ll}[.;]$/u.test(text) || /\p{Ll}[.;] \p{Lu}/u.test(text)),
    bullet: when(/^(?:[-–•*·]|\d{1,2}[.)])\s/u.test(text)),
    explains: when(/\p{L}\s?[:=]\s?\S/u.test(text)),
    comma: when(text.includes(',')),
    slash: when(/[\\/]/.test(text)),
    short_words: words.filter((word) => word.length <= 2).length / words.length,
  };
};

/** Returns what a text leaves out that its neighbouring lines add to it. */
const leftOut = ({ above, below }: Paragraph): Features => {
  const most = (lines: readonly Line[], of: (text: string) => number): number =>
    Math.max(0, ...lines.map(({ text }) => of(text)));
  return {
    above: above.length > 0 ? 1 : 0,
    below: below.length > 0 ? 1 : 0,
    words_above: most(above, drawingWords),
    words_below: most(below, drawingWords),
    foreign_above: most(above, foreignWords),
    foreign_below: most(below, foreignWords),
  };
};

/** The mark of a view at the end of a text: `SECTION A - A`, `Elevation "B"`, `DETAIL 3`. */
const VIEW_MARK = /(?<![\p{L}\d])["“”']?(?:\p{Lu}['’]?|\d{1,2})["“”]?(?: ?[-–—] ?\p{Lu}['’]?)?$/u;

const LABEL_LIKE = /:$|(?<!\p{L})(?:no|nr|num|nº|n°|№)\.?:?$/iu;

/** Words before a title that name the sheet. */
const PREFIX = /^(?:SHEET|DRAWING|TITLE) (?=\S+ .*\b(?:PLANS?|ELEVATIONS?|SECTIONS?|DETAILS?)\b)/i;

interface Surroundings {
  block: Block;
  number: Candidate | null;
  /** Whether a cell of the block is labelled as the title. */
  hasCell: boolean;
  counted: Map<string, Set<string>>;
  /** The scales, and the labels of scales. */
  scales: readonly Line[];
}

const featuresOf = (
  line: Paragraph,
  { text, named }: { text: string; named: boolean },
  { block, number, hasCell, counted, scales }: Surroundings,
): Features => {
  const first = line.lines[0] ?? line;
  const owner = block.owned(first);
  const labelled = claim(block, first, 'title');
  const region = block.regionOf(line.place);
  const words = drawingWords(text);
  const relative = Math.min(1, line.size / block.largestText);
  const foreign = owner.nearest !== null && owner.nearest !== 'title' && owner.nearestCost < 0.9 && labelled < 0.5;
  const unlabelled = labelled < 0.5;
  const elsewhere = unlabelled && (!number || line.size < 0.6 * block.largest);
  const plain =
    !foreign && !hasCell && foreignWords(text) === 0 && region > 0.4 && line.size > 1.2 * block.common && words < 1;
  return {
    ...commonFeatures(block, first),
    ...rivalClaims(block, first, 'title'),
    ...formOf(text),
    ...{ labelled, words, relative, region, foreign_words: foreignWords(text), numbered: when(named) },
    beside_number: number ? nearness(line.place, number.place) : 0,
    no_number: when(!number),
    no_block: when(!number && !block.cluster && !block.labels.some((label) => block.regionOf(label.place) > 0.4)),
    small_page: when(!number && block.small),
    // Headings of notes; a title at the top of a sheet does not occur with a number at its bottom.
    high: when(number !== null && line.place.v1 < 0.25 && line.place.u1 < 0.85 && number.place.v0 > 0.5),
    // A label such as REV or SCALE does not own a text of words; one such as PROJECT or CLIENT does.
    foreign_other: when(foreign && owner.nearest === 'other'),
    foreign_field: when(foreign && owner.nearest !== 'other'),
    missed_cell: when(hasCell && unlabelled && words < 1),
    missed_cell_words: when(hasCell && unlabelled && words >= 1),
    outside: when(region < 0.2),
    small_print: when(labelled < 0.3 && (line.size < 1.1 * block.common || (relative < 0.45 && words < 1))),
    view: when(elsewhere && viewTitle(line, scales)),
    series: when(unlabelled && (counted.get(uncounted(line.text))?.size ?? 0) >= MINIMUM_VIEWS),
    long: when(text.length > 70),
    // An unknown label.
    label_like: when(LABEL_LIKE.test(line.text.trim())),
    single_word: when(!/\s/.test(text)),
    view_mark: when(VIEW_MARK.test(text)),
    unbacked: when(labelled <= 0.5 && words < 1),
    plain: when(plain && number !== null && !block.small && line.angle === number.angle),
    plain_near: plain && number && line.angle === number.angle ? nearness(line.place, number.place) : 0,
    plain_large: plain && number ? relative : 0,
    lines: Math.min(3, line.lines.length - 1) / 3,
    ...leftOut(line),
    gost_name: when(block.gost?.isName(line) === true),
    gost_other: when(block.gost?.isName(line) === false),
    whole_cell: when(first.cell !== null && block.byCell.get(first.cell)?.length === line.lines.length),
    repeated_on_page: Math.min(3, (block.counts.get(first.text) ?? 1) - 1) / 3,
  };
};

/** Returns candidates for the title, best first. The sheet number's position is used if there is one. */
export const titleCandidates = (block: Block, number: Candidate | null): Candidate[] => {
  const texts = paragraphs(block);
  const scales = [
    ...block.fields.filter((line) => isScale(line.text)),
    ...block.labels.filter(({ kind }) => kind === 'scale'),
  ];
  const marks = listMarks(block);
  const surroundings = { block, number, scales, hasCell: betterCell(block, 'title', null), counted: series(texts) };
  return bestFirst(
    texts.flatMap((line) => {
      const numbered = numberedTitle(line.text);
      const named = numbered !== null && numbered.number === number?.text;
      const text = tidyTitle((named ? numbered.title : line.text).replace(PREFIX, ''));
      if (!canBeTitle(text) || (number && text === number.text)) return [];
      const labelled = claim(block, line.lines[0] ?? line, 'title');
      if (labelled < 0.5 && (headsList(text) || line.lines.some((each) => isItem(each, marks)))) return [];
      const features = featuresOf(line, { text, named }, surroundings);
      return [candidate('title', line, text, features, labelled > 0.5 || drawingWords(text) >= 1)];
    }),
  );
};

/** Whether a text has a scale below it, like the title of a view. */
const viewTitle = (line: Line, scales: readonly Line[]): boolean =>
  scales.some(
    (other) =>
      other.angle === line.angle &&
      other.v0 > line.v0 + 0.3 * line.size &&
      other.v0 - line.v1 < 1.2 * line.size &&
      Math.abs(other.u0 - line.u0) < 3 * line.size,
  );
