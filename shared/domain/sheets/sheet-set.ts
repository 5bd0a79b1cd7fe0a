import type { PageText } from '../page-text.ts';
import { type Block, blockOf, onOfficePaper } from './block.ts';
import type { Candidate } from './candidate.ts';
import { dateCandidates, revisionCandidates } from './cell-candidates.ts';
import { comparePages, withHabits } from './compare-pages.ts';
import { type Evidence, evidenceOf, type FileEvidence } from './evidence.ts';
import { linesOf } from './lines.ts';
import { NOTHING_READ } from './nothing-read.ts';
import { numberCandidates } from './number-candidates.ts';
import { withOtherFields } from './other-fields.ts';
import { scaleCandidates } from './scale-candidates.ts';
import { confidenceOf, isLikelierThanEmpty, MODELS, type ScoredField } from './score.ts';
import type { Sheet } from './sheet.ts';
import { isTextPage } from './text-page.ts';
import { headingConfidenceRatio, listedConfidenceRatio, minimumSetConfidenceRatio } from './thresholds.ts';
import { titleCandidates } from './title-candidates.ts';
import { viewHeading } from './view-heading.ts';

interface Read {
  page: PageText;
  block: Block | null;
}

/** The answer for a field; null without a candidate that is more likely than an empty field. */
interface Answer {
  text: string;
  confidence: number;
}

const answerOf = (candidates: readonly Candidate[], { recognised }: Block): Answer | null => {
  const [best] = candidates;
  if (!best || !isLikelierThanEmpty(best.score, MODELS[best.field].calibration.empty)) return null;
  const confidence = confidenceOf(best.field, candidates, recognised);
  return confidence < minimumSetConfidenceRatio ? null : { text: best.text, confidence };
};

/** The candidates of each page for each field, best first; empty lists for a page without a title block. */
export interface PageCandidates {
  page: PageText;
  block: Block | null;
  candidates: Record<ScoredField, Candidate[]>;
}

const likeliest = (candidates: readonly Candidate[] | undefined, block: Block): Candidate | null =>
  candidates?.[0] && answerOf(candidates, block) ? candidates[0] : null;

/** Returns the title block of a page; null for a page of text. */
const blockIn = (page: PageText): Block | null => {
  if (page.words.length === 0) return null;
  const lines = linesOf(page);
  return onOfficePaper(page) && isTextPage(page, lines) ? null : blockOf(page, lines);
};

/**
 * Returns the scored candidates of the pages: those for the number first, whose position supports the title, then those
 * for the other fields.
 */
export const candidatesOf = (
  pages: readonly PageText[],
  file?: FileEvidence,
  evidence: Evidence = evidenceOf(pages, file),
): PageCandidates[] =>
  scored(
    pages.map((page) => ({ page, block: blockIn(page) })),
    evidence,
  );

/** Returns the scored candidates of words that were recognised in the image of a title block. */
export const candidatesInBlock = (page: PageText, evidence: Evidence): PageCandidates =>
  scored([{ page, block: page.words.length > 0 ? blockOf(page) : null }], evidence)[0]!;

const scored = (read: readonly Read[], evidence: Evidence): PageCandidates[] => {
  const each = (find: (block: Block, i: number, page: number) => Candidate[]): Candidate[][] =>
    read.map(({ page, block }, i) => (block ? find(block, i, page.page) : []));
  const compared = (find: (block: Block, i: number, page: number) => Candidate[]): Candidate[][] =>
    withHabits(comparePages(each(find)));
  const numbers = compared((block, _, page) => evidence.numbers(page, numberCandidates(block)));
  const numberAt = (block: Block, i: number) => likeliest(numbers[i], block);
  const titles = compared((block, i, page) => {
    const number = numberAt(block, i);
    return evidence.titles(page, titleCandidates(block, number), number);
  });
  const titleAt = (block: Block, i: number) => likeliest(titles[i], block);
  const others = [revisionCandidates, dateCandidates, scaleCandidates].map((find) =>
    withHabits(each((block, i) => find(block, numberAt(block, i), titleAt(block, i)))),
  );
  return read.map(({ page, block }, i) => {
    const [revision = [], date = [], scale = []] = others.map((of) => of[i]);
    return {
      page,
      block,
      candidates: withOtherFields({ sheet_number: numbers[i] ?? [], title: titles[i] ?? [], revision, date, scale }),
    };
  });
};

/** Whether the best title of a page without a title block names a view: it has a scale, or a small page has others. */
const isOneView = ([best, ...others]: readonly Candidate[]): boolean =>
  best?.features.no_block === 1 &&
  (best.features.view === 1 ||
    (best.features.small_page === 1 && others.some(({ features }) => (features.words ?? 0) >= 1)));

/** Returns the sheet whose title block's image has these words. */
export const readBlock = (page: PageText, evidence: Evidence): Sheet => readPage(candidatesInBlock(page, evidence));

/** @see readSheets */
export const readPages = (pages: readonly PageText[], file?: FileEvidence): Sheet[] => {
  const evidence = evidenceOf(pages, file);
  return withIndex(candidatesOf(pages, file, evidence).map(readPage), evidence);
};

const readPage = ({ page, block, candidates }: PageCandidates): Sheet => {
  if (!block) return { page: page.page, ...NOTHING_READ };
  const number = answerOf(candidates.sheet_number, block);
  const heading = viewHeading(block);
  const title =
    (isOneView(candidates.title) ? null : answerOf(candidates.title, block)) ??
    (heading && { text: heading.text, confidence: headingConfidenceRatio });
  const revision = answerOf(candidates.revision, block);
  const date = answerOf(candidates.date, block);
  const scale = answerOf(candidates.scale, block);
  // On office paper, dates and revisions alone belong to running text.
  if (!number && !title && !scale && block.small) return { page: page.page, ...NOTHING_READ };
  return {
    page: page.page,
    sheet_number: number?.text ?? null,
    title: title?.text ?? null,
    revision: revision?.text ?? null,
    date: date?.text ?? null,
    scale: scale?.text ?? null,
    confidence: {
      sheet_number: number?.confidence ?? 0,
      title: title?.confidence ?? 0,
      revision: revision?.confidence ?? 0,
      date: date?.confidence ?? 0,
      scale: scale?.confidence ?? 0,
    },
  };
};

/** Fills the number of a sheet, or fills and corrects its title, from the set's index, which lists it with the other one. */
const withIndex = (sheets: readonly Sheet[], { listedTitle, listedNumber }: Evidence): Sheet[] => {
  const taken = new Set(sheets.map(({ sheet_number }) => sheet_number));
  return sheets.map((sheet) => {
    const isCertain = sheet.title !== null && sheet.confidence.title >= listedConfidenceRatio;
    const title = sheet.sheet_number === null || isCertain ? null : listedTitle(sheet.sheet_number);
    if (title !== null) return { ...sheet, title, confidence: { ...sheet.confidence, title: listedConfidenceRatio } };
    const number = sheet.title === null || sheet.sheet_number !== null ? null : listedNumber(sheet.title);
    if (number === null || taken.has(number)) return sheet;
    return { ...sheet, sheet_number: number, confidence: { ...sheet.confidence, sheet_number: listedConfidenceRatio } };
  });
};
