import type { Sheet } from '../documents/document.ts';
import type { PageText } from '../page-text.ts';
import { type Block, betterCell, blockOf, regionOf } from './block.ts';
import {
  type Candidate,
  dateCandidates,
  LEAST,
  numberCandidates,
  revisionCandidates,
  scaleCandidates,
  titleCandidates,
} from './candidates.ts';
import type { RevisionTable } from './revision-table.ts';
import { isTextPage } from './text-page.ts';

const NONE: Omit<Sheet, 'page'> = {
  sheet_number: null,
  title: null,
  revision: null,
  date: null,
  scale: null,
  confidence: { sheet_number: 0, title: 0, revision: 0, date: 0, scale: 0 },
};

/** Side of the squares in which values of different pages count as standing at one place, fractions of the sheet. */
const SAME_PLACE = 0.025;

const samePlace = (a: Candidate, b: Candidate): boolean => {
  const [p, q] = [a.place, b.place];
  const across = Math.min(Math.abs(p.u0 - q.u0), Math.abs(p.u1 - q.u1), Math.abs(p.u0 + p.u1 - q.u0 - q.u1) / 2);
  const down = Math.min(Math.abs(p.v0 - q.v0), Math.abs(p.v1 - q.v1));
  return a.angle === b.angle && across < SAME_PLACE && down < SAME_PLACE && Math.abs(a.size / b.size - 1) < 0.2;
};

/** Candidates of one page that are looked at together with those of the others. */
const CONSIDERED = 12;
/** Pages that a page is compared with. */
const NEIGHBOURS = 24;

/**
 * Raises what varies from page to page at one place and lowers what every page repeats there.
 * @param weight points for a value whose place holds other values on all pages
 */
const compare = (pages: readonly (readonly Candidate[])[], weight: number): Candidate[][] => {
  const all = pages.map((candidates) => candidates.slice(0, CONSIDERED));
  if (all.length < 2) return all;
  return all.map((candidates, page) => {
    const from = Math.max(0, Math.min(page - NEIGHBOURS / 2, all.length - NEIGHBOURS));
    const others = all.slice(from, from + NEIGHBOURS).filter((_, i) => from + i !== page);
    return candidates
      .map((each) => {
        let same = 0;
        let different = 0;
        for (const other of others) {
          const there = other.find((candidate) => samePlace(each, candidate));
          if (!there) continue;
          if (there.text === each.text) same++;
          else different++;
        }
        const share = (count: number): number => count / others.length;
        // `Building Sections` may fill half a set; the project's name is on all of it.
        const repeated = share(same) <= 0.5 ? 0 : each.backed ? 0.6 : others.length > 1 ? 2.5 : 0.6;
        return { ...each, score: each.score + weight * share(different) - repeated };
      })
      .sort((a, b) => b.score - a.score);
  });
};

const certainty = (score: number, least: number, most: number): number =>
  Math.round(Math.max(0.3, Math.min(0.99, 0.4 + (0.59 * (score - least)) / (most - least))) * 100) / 100;

const revisionOf = (block: Block, title: Candidate | null): { text: string; confidence: number } | null => {
  const filled = block.tables.find((table: RevisionTable) => table.revision !== null);
  const [cell] = revisionCandidates(block, title);
  if (cell) return { text: cell.text, confidence: certainty(cell.score, 1.2, 3.5) };
  return filled?.revision ? { text: filled.revision, confidence: 0.8 } : null;
};

/** The sheet's own date, else that of the latest entry in its list of issues. */
const dateOf = (block: Block, number: Candidate | null): { text: string; confidence: number } | null => {
  const [own] = dateCandidates(block, number);
  if (own) return { text: own.text, confidence: certainty(own.score, LEAST.date, 5) };
  const listed = betterCell(block, 'date', null) ? undefined : block.tables.find((table) => table.date !== null)?.date;
  return listed ? { text: listed, confidence: 0.4 } : null;
};

const hasCells = (block: Block): boolean =>
  new Set(block.labels.filter((label) => regionOf(label.place) > 0.4).map((label) => label.kind)).size >= 4;

interface Read {
  page: PageText;
  block: Block | null;
}

/** @see readSheets */
export const readPages = (pages: readonly PageText[]): Sheet[] => {
  const read: Read[] = pages.map((page) => {
    const block = page.words.length > 0 ? blockOf(page) : null;
    return { page, block: block && !(block.small && isTextPage(page)) ? block : null };
  });
  const numbers = compare(
    read.map(({ block }) => (block ? numberCandidates(block) : [])),
    1,
  ).map((candidates, i) => {
    const [best] = candidates;
    return best && best.score >= LEAST.sheet_number + (read[i]?.block?.small ? 0.8 : 0) ? best : null;
  });
  const titles = compare(
    read.map(({ block }, i) => (block ? titleCandidates(block, numbers[i] ?? null) : [])),
    0.9,
  );
  return read.map(({ page, block }, i) => {
    if (!block) return { page: page.page, ...NONE };
    const number = numbers[i] ?? null;
    const [title = null] = titles[i] ?? [];
    return sheetOf(page, block, number, title);
  });
};

const sheetOf = (page: PageText, block: Block, number: Candidate | null, best: Candidate | null): Sheet => {
  const least = LEAST.title + (block.small && !number ? 1.5 : 0);
  const title = best && best.score >= least ? best : null;
  // Without a number, a title or the cells of a title block, dates and versions are those of a text.
  if (!number && !title && (block.small || !hasCells(block))) return { page: page.page, ...NONE };
  const revision = revisionOf(block, title);
  const date = dateOf(block, number);
  const [scale] = scaleCandidates(block, number);
  return {
    page: page.page,
    sheet_number: number?.text ?? null,
    title: title?.text ?? null,
    revision: revision?.text ?? null,
    date: date?.text ?? null,
    scale: scale?.text ?? null,
    confidence: {
      sheet_number: number ? certainty(number.score, LEAST.sheet_number, 6.5) : 0,
      title: title ? certainty(title.score, LEAST.title, 6) : 0,
      revision: revision?.confidence ?? 0,
      date: date?.confidence ?? 0,
      scale: scale ? certainty(scale.score, 1, 4.5) : 0,
    },
  };
};
