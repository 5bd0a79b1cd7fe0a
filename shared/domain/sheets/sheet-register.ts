import { inNfc } from '../composed.ts';
import { sheetKey } from './citations.ts';
import type { Discipline } from './discipline.ts';
import { compareByReceipt, compareTexts, type Issued, inIssueOrder } from './issue-order.ts';
import { leading } from './leading.ts';
import { haveSameTitle, isRunningNumber } from './running-number.ts';
import { type Corrections, type PageOf, UNCORRECTED } from './sheet-correction.ts';
import type { SheetLine } from './sheet-lines.ts';

/** A document that holds sheets. */
export interface SheetHolder {
  document_id: string;
  /** ISO 8601. */
  created_at: string;
  sheets: readonly SheetLine[];
}

/** One revision of a sheet. */
export interface SheetRevision extends Omit<SheetLine, 'sheet_number'>, Issued {
  sheet_number: string;
}

/** A sheet of a project, with its revisions. */
export interface RegisteredSheet {
  /** The normalised number: `A-101`, `A 101` and `a101` are the same sheet. */
  key: string;
  /** The number as it is printed. */
  sheet_number: string;
  title: string | null;
  discipline: Discipline | null;
  /** Whether the sheet was withdrawn from the set. */
  is_void: boolean;
  /** The normalised numbers whose sheets were merged into this one, in their order. */
  merged: string[];
  /** From the oldest to the latest issue; at least one. */
  revisions: SheetRevision[];
  current: SheetRevision;
  /** Pages whose number does not make them a revision of this sheet; they supersede nothing until confirmed. */
  proposals: SheetRevision[];
  /** Pages that were confirmed not to be a revision of this sheet. */
  rejected: SheetRevision[];
}

/** Confidence of a number below which a page does not supersede another by itself: a wrong sheet would be hidden. */
export const PROPOSED_BELOW = 0.6;

/** Returns whether another page is the same one. */
export const isAt = (page: PageOf) => (each: PageOf) =>
  each.document_id === page.document_id && each.page === page.page;

const isRead = ({ confidence }: SheetLine): boolean => confidence >= PROPOSED_BELOW;

/** Whether the number of a page says which sheet it is: it was read with certainty or entered, and is more than a count. */
export const isIdentified = (page: SheetLine): boolean =>
  isRead(page) && (page.confidence === 1 || !isRunningNumber(page.sheet_number));

const firstReceived = (pages: readonly SheetRevision[]): SheetRevision[] =>
  pages.toSorted(compareByReceipt).slice(0, 1);

/**
 * Returns the pages that are revisions of one sheet: those that were confirmed or whose number identifies them. Of pages
 * with a count for a number, the first and those with the title of a revision; of uncertain ones only the first.
 */
const revisionsAmong = (pages: readonly SheetRevision[], isConfirmed: (page: SheetRevision) => boolean) => {
  if (pages.length === 1) return pages;
  const isCertain = (page: SheetRevision): boolean => isConfirmed(page) || isIdentified(page);
  const byNumber = Map.groupBy(pages, ({ sheet_number }) => sheetKey(sheet_number));
  const counted = [...byNumber.values()].flatMap((same) => {
    const certain = same.filter(isCertain);
    const known = certain.length > 0 ? certain : firstReceived(same.filter(isRead));
    return same.filter(
      (page) => known.includes(page) || (isRead(page) && known.some((each) => haveSameTitle(each, page))),
    );
  });
  return counted.length > 0 ? counted : firstReceived(pages);
};

/** Returns the key of the sheet that a sheet was merged into, over any number of steps. */
export const rootOf = (key: string, corrections: ReadonlyMap<string, Corrections>): string => {
  const passed = new Set<string>();
  let at = key;
  while (!passed.has(at)) {
    passed.add(at);
    at = corrections.get(at)?.merged_into ?? at;
  }
  return at;
};

/** Returns the current revision: the last, unless another one was chosen and none has been received since. */
const currentOf = (revisions: readonly SheetRevision[], chosen: Corrections['current']): SheetRevision => {
  const last = revisions.at(-1) as SheetRevision;
  const pinned = chosen && revisions.find(isAt(chosen));
  if (!pinned) return last;
  const since = revisions.filter((each) => each === pinned || each.created_at > chosen.at);
  return inIssueOrder(since).at(-1) as SheetRevision;
};

/**
 * Returns a sheet; undefined without a page that may be a revision of it.
 * @param pages those with its number or one that was merged into it, in any order
 * @param merged the numbers that were merged into it and that a page has
 */
export const toSheet = (
  key: string,
  pages: readonly SheetRevision[],
  corrections: Corrections,
  merged: string[],
): RegisteredSheet | undefined => {
  const decisionOn = (page: PageOf) => corrections.decided.find(isAt(page))?.accepted;
  const rejected = pages.filter((each) => decisionOn(each) === false);
  const possible = pages.filter((each) => decisionOn(each) !== false);
  if (possible.length === 0) return undefined;
  const revisions = inIssueOrder(revisionsAmong(possible, (each) => decisionOn(each) === true));
  const current = currentOf(revisions, corrections.current);
  // A merged sheet has the number of the one that it was merged into, if a page still prints it.
  const isNamed = sheetKey(current.sheet_number) === key;
  const printed = isNamed ? current : revisions.findLast((each) => sheetKey(each.sheet_number) === key);
  return {
    ...{ key, merged, revisions, current, is_void: corrections.is_void },
    sheet_number: (printed ?? current).sheet_number,
    title: corrections.title ?? current.title,
    discipline: corrections.discipline ?? current.discipline,
    proposals: inIssueOrder(possible.filter((each) => !revisions.includes(each))),
    rejected: inIssueOrder(rejected),
  };
};

/** Returns a text that sorts as people count: `A9` before `A10`. */
const countingOrder = (key: string): string => key.replace(/\d+/g, (digits) => digits.padStart(16, '0'));

const inNumberOrder = (keys: Iterable<string>): string[] => {
  const ordered = [...keys].map((key) => ({ key, order: countingOrder(key) }));
  ordered.sort((a, b) => compareTexts(a.order, b.order) || compareTexts(a.key, b.key));
  return ordered.map(({ key }) => key);
};

/** What finds the sheets of pages without going through all of them. */
interface Lookup {
  /** The numbers that were merged into others, with the one whose sheet has their revisions. */
  roots: ReadonlyMap<string, string>;
  /** Returns the numbered pages of a document at the time of the register; undefined if they are not kept any more. */
  pagesOf(document_id: string): readonly SheetRevision[] | undefined;
}

/** The sheets of a project at one time. It never changes, so that a request may keep it. */
export class SheetRegister {
  /** In the order of their numbers. */
  readonly sheets: readonly RegisteredSheet[];
  readonly #lookup: Lookup;

  constructor(sheets: readonly RegisteredSheet[], lookup?: Lookup) {
    this.sheets = sheets;
    const merged = sheets.flatMap((sheet) => (lookup ? [] : sheet.merged.map((key) => [key, sheet.key] as const)));
    this.#lookup = lookup ?? { roots: new Map(merged), pagesOf: () => undefined };
  }

  /**
   * Returns a register in which the sheets of some numbers are replaced.
   * @param keys the normalised numbers
   * @param sheets those that these numbers have now
   */
  with(keys: ReadonlySet<string>, sheets: readonly RegisteredSheet[], lookup: Lookup): SheetRegister {
    const replacing = new Map(sheets.map((sheet) => [sheet.key, sheet]));
    const next: RegisteredSheet[] = [];
    let at = 0;
    const keepUntil = (end: number) => {
      for (; at < end; at++) next.push(this.sheets[at] as RegisteredSheet);
    };
    for (const key of inNumberOrder(keys)) {
      const position = this.#positionOf(key);
      keepUntil(position);
      const sheet = replacing.get(key);
      if (sheet) next.push(sheet);
      if (this.sheets[position]?.key === key) at = position + 1;
    }
    keepUntil(this.sheets.length);
    return new SheetRegister(next, lookup);
  }

  /** Returns the sheet of a normalised number, or the one that it was merged into. */
  find(key: string): RegisteredSheet | undefined {
    const root = this.#lookup.roots.get(key) ?? key;
    const sheet = this.sheets[this.#positionOf(root)];
    return sheet?.key === root && (root === key || sheet.merged.includes(key)) ? sheet : undefined;
  }

  /** Returns the sheets whose numbers the pages of a document have, as revisions or not, each with the page. */
  ofDocument(document_id: string): { page: SheetRevision; sheet: RegisteredSheet }[] {
    const pages = this.#lookup.pagesOf(document_id);
    if (!pages) {
      return this.sheets.flatMap((sheet) => {
        const all = [...sheet.revisions, ...sheet.proposals, ...sheet.rejected];
        return all.filter((page) => page.document_id === document_id).map((page) => ({ page, sheet }));
      });
    }
    return pages.flatMap((page) => {
      const sheet = this.find(sheetKey(page.sheet_number));
      return sheet ? [{ page, sheet }] : [];
    });
  }

  /** Returns the sheet whose number a page has, as a revision or not. */
  withPage(page: PageOf): RegisteredSheet | undefined {
    return this.ofDocument(page.document_id).find((each) => each.page.page === page.page)?.sheet;
  }

  #positionOf(key: string): number {
    const order = countingOrder(key);
    return leading(
      this.sheets,
      ({ key: other }) => (compareTexts(countingOrder(other), order) || compareTexts(other, key)) < 0,
    );
  }
}

/**
 * Returns the sheets of a project by number, in the order of their numbers. `SheetIndex` keeps the same up to date.
 * @param holders the project's documents that are not deleted
 * @param corrected what people have corrected; it takes precedence over what was read
 */
export const registerSheets = (
  holders: Iterable<SheetHolder>,
  corrected: readonly Corrections[] = [],
): RegisteredSheet[] => {
  const corrections = new Map(corrected.map((each) => [each.key, each]));
  const byKey = new Map<string, { pages: SheetRevision[]; keys: Set<string> }>();
  for (const { document_id, created_at, sheets } of holders) {
    for (const line of sheets) {
      const own = sheetKey(line.sheet_number);
      if (own === '') continue;
      const key = rootOf(own, corrections);
      const found = byKey.get(key) ?? { pages: [], keys: new Set() };
      found.pages.push({ ...line, document_id, created_at });
      found.keys.add(own);
      byKey.set(key, found);
    }
  }
  return inNumberOrder(byKey.keys()).flatMap((key) => {
    const { pages, keys } = byKey.get(key) as { pages: SheetRevision[]; keys: Set<string> };
    const merged = [...keys].filter((each) => each !== key).sort();
    return toSheet(key, pages, corrections.get(key) ?? { key, ...UNCORRECTED }, merged) ?? [];
  });
};

/** Returns the sheet of which a page is a revision, current or not. */
export const sheetOnPage = (register: SheetRegister, page: PageOf): RegisteredSheet | undefined => {
  const sheet = register.withPage(page);
  return sheet?.revisions.some(isAt(page)) ? sheet : undefined;
};

/** Returns the sheets of a discipline whose number or title contains a text in lower case. */
export const filterSheets = (
  sheets: readonly RegisteredSheet[],
  {
    discipline,
    text,
    includeVoid = false,
  }: { discipline?: Discipline | undefined; text?: string | undefined; includeVoid?: boolean },
): RegisteredSheet[] => {
  const number = sheetKey(text ?? '');
  const contains = ({ key, sheet_number, title }: RegisteredSheet, wanted: string) =>
    inNfc(`${sheet_number}\n${title ?? ''}`)
      .toLowerCase()
      .includes(wanted) ||
    (number !== '' && key.includes(number));
  return sheets.filter(
    (sheet) =>
      (includeVoid || !sheet.is_void) &&
      (discipline === undefined || sheet.discipline === discipline) &&
      (text === undefined || contains(sheet, text)),
  );
};
