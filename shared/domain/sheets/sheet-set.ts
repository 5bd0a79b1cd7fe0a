import type { PageText } from '../page-text.ts';
import { type Block, betterCell, blockOf, onOfficePaper } from './block.ts';
import { type Candidate, MINIMUM_SCORE } from './candidate.ts';
import { dateCandidates, revisionCandidates, scaleCandidates } from './cell-candidates.ts';
import { comparePages } from './compare-pages.ts';
import { evidenceOf, type FileEvidence } from './evidence.ts';
import { NOTHING_READ } from './nothing-read.ts';
import { numberCandidates } from './number-candidates.ts';
import type { RevisionTable } from './revision-table.ts';
import type { Sheet } from './sheet.ts';
import { isTextPage } from './text-page.ts';
import { likeliestTitle, titleCandidates } from './title-candidates.ts';
import { viewHeading } from './view-heading.ts';

const certainty = (score: number, least: number, most: number): number =>
  Math.round(Math.max(0.3, Math.min(0.99, 0.4 + (0.59 * (score - least)) / (most - least))) * 100) / 100;

const revisionOf = (block: Block, title: Candidate | null): { text: string; confidence: number } | null => {
  const filled = block.tables.find((table: RevisionTable) => table.revision !== null);
  const [cell] = revisionCandidates(block, title);
  if (cell) return { text: cell.text, confidence: certainty(cell.score, 1.2, 3.5) };
  return filled?.revision ? { text: filled.revision, confidence: 0.8 } : null;
};

/** Returns the sheet's own date, else that of the latest entry in its list of issues. */
const dateOf = (
  block: Block,
  number: Candidate | null,
  title: Candidate | null,
): { text: string; confidence: number } | null => {
  const [own] = dateCandidates(block, number, title);
  if (own) return { text: own.text, confidence: certainty(own.score, MINIMUM_SCORE.date, 5) };
  const listed = betterCell(block, 'date', null) ? undefined : block.tables.find((table) => table.date !== null)?.date;
  return listed ? { text: listed, confidence: 0.4 } : null;
};

/** Additional points required of a title without a label or a word for a kind of drawing. */
const UNBACKED_PENALTY = 0.3;

interface Read {
  page: PageText;
  block: Block | null;
}

/** @see readSheets */
export const readPages = (pages: readonly PageText[], file?: FileEvidence): Sheet[] => {
  const evidence = evidenceOf(pages, file);
  const read: Read[] = pages.map((page) => {
    const silent = page.words.length === 0 || (onOfficePaper(page) && isTextPage(page));
    return { page, block: silent ? null : blockOf(page) };
  });
  const numbers = comparePages(
    read.map(({ page, block }) => (block ? evidence.numbers(page.page, numberCandidates(block)) : [])),
    1,
  ).map((candidates, i) => {
    const [best] = candidates;
    return best && best.score >= MINIMUM_SCORE.sheet_number + (read[i]?.block?.small ? 0.8 : 0) ? best : null;
  });
  const titles = comparePages(
    read.map(({ page, block }, i) => {
      const number = numbers[i] ?? null;
      return block ? evidence.titles(page.page, titleCandidates(block, number), number) : [];
    }),
    0.9,
  );
  return read.map(({ page, block }, i) => {
    if (!block) return { page: page.page, ...NOTHING_READ };
    const number = numbers[i] ?? null;
    return sheetOf(page, block, number, titles[i] ?? []);
  });
};

const sheetOf = (page: PageText, block: Block, number: Candidate | null, titles: readonly Candidate[]): Sheet => {
  const least = MINIMUM_SCORE.title + (number ? -0.3 : block.small ? 1.5 : 0);
  const [best] = titles;
  const known = best && best.score >= least + (best.backed ? 0 : UNBACKED_PENALTY) ? best : null;
  const title = known ?? (number && !block.small ? likeliestTitle(titles, number) : null) ?? viewHeading(block);
  // Without a number, a title or the cells of a title block, dates and revisions belong to running text.
  if (!number && !title && (block.small || !block.hasCells)) return { page: page.page, ...NOTHING_READ };
  const revision = revisionOf(block, title);
  const date = dateOf(block, number, title);
  const [scale] = scaleCandidates(block, number, title);
  return {
    page: page.page,
    sheet_number: number?.text ?? null,
    title: title?.text ?? null,
    revision: revision?.text ?? null,
    date: date?.text ?? null,
    scale: scale?.text ?? null,
    confidence: {
      sheet_number: number ? certainty(number.score, MINIMUM_SCORE.sheet_number, 6.5) : 0,
      title: title ? certainty(title.score, MINIMUM_SCORE.title, 6) : 0,
      revision: revision?.confidence ?? 0,
      date: date?.confidence ?? 0,
      scale: scale ? certainty(scale.score, 1, 4.5) : 0,
    },
  };
};
