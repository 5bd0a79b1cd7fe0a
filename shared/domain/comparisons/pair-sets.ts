import type { Discipline } from '../sheets/discipline.ts';
import { haveSameTitle, isRunningNumber } from '../sheets/running-number.ts';
import type { RegisteredSheet } from '../sheets/sheet-register.ts';

/** A page that represents a sheet in a set. */
export interface SetPage {
  document_id: string;
  page: number;
  sheet_number: string;
  title: string | null;
  revision: string | null;
  discipline: Discipline | null;
  image_digest: string | null;
}

/** A set of sheets: a page for each normalised number. */
export type SheetSet = ReadonlyMap<string, SetPage>;

type SheetChange = 'added' | 'removed' | 'renamed' | 'changed' | 'unchanged';

/** A sheet of two sets: at least one of the pages is present. */
export interface PairedSheet {
  change: SheetChange;
  older: SetPage | null;
  newer: SetPage | null;
}

const pageOf = (
  { document_id, page, sheet_number, revision, image_digest }: SetPage,
  { title, discipline }: Pick<SetPage, 'title' | 'discipline'>,
): SetPage => ({ document_id, page, sheet_number, title, revision, discipline, image_digest });

/** Returns the set that a register states: the current revision of every sheet that is not void. */
export const currentSet = (sheets: readonly RegisteredSheet[]): SheetSet =>
  new Map(sheets.filter(({ is_void }) => !is_void).map((sheet) => [sheet.key, pageOf(sheet.current, sheet)]));

/**
 * Returns the sheets of one document; of several pages with one number, the last by issue.
 * @param sheets the register of its project
 */
export const documentSet = (sheets: readonly RegisteredSheet[], documentId: string): SheetSet => {
  const own = sheets.flatMap((sheet) => {
    const pages = [...sheet.proposals, ...sheet.revisions].filter(({ document_id }) => document_id === documentId);
    const last = pages.at(-1);
    return last ? [[sheet.key, pageOf(last, last)] as const] : [];
  });
  return new Map(own);
};

/** Returns the texts that exactly one of the pages has as its title, with that page's key. */
const uniqueTitles = (set: SheetSet, keys: readonly string[]): Map<string, string> => {
  const found = new Map<string, string[]>();
  for (const key of keys) {
    const title = set.get(key)?.title?.trim().toLowerCase();
    if (title) found.set(title, [...(found.get(title) ?? []), key]);
  }
  return new Map([...found].flatMap(([title, [key, ...others]]) => (key && others.length === 0 ? [[title, key]] : [])));
};

const compare = (older: SetPage, newer: SetPage): SheetChange => {
  const isSamePage = older.document_id === newer.document_id && older.page === newer.page;
  const looksTheSame = older.image_digest !== null && older.image_digest === newer.image_digest;
  return isSamePage || looksTheSame ? 'unchanged' : 'changed';
};

/** Returns whether two pages with the same number are one sheet: not if it only counts and their titles differ. */
const areOneSheet = (older: SetPage, newer: SetPage): boolean =>
  !isRunningNumber(newer.sheet_number) || older.title === null || newer.title === null || haveSameTitle(older, newer);

/**
 * Pairs the sheets of two sets by number, and by title as well if the number only counts. Sheets that only one of the sets
 * contains are `renamed` if the other one lost or gained a sheet with the same title, and no second one has it; otherwise
 * `added` or `removed`. Pages whose images are equal are `unchanged`. The result is in the order of the newer set, followed
 * by removed sheets.
 */
export const pairSets = (older: SheetSet, newer: SheetSet): PairedSheet[] => {
  const unpaired = (set: SheetSet): string[] =>
    [...set.keys()].filter((key) => {
      const [before, after] = [older.get(key), newer.get(key)];
      return !before || !after || !areOneSheet(before, after);
    });
  const removed = unpaired(older);
  const added = new Set(unpaired(newer));
  const former = uniqueTitles(older, removed);
  const renamed = new Map(
    [...uniqueTitles(newer, [...added])].flatMap(([title, key]) => {
      const before = former.get(title);
      return before === undefined ? [] : [[key, before] as const];
    }),
  );
  const taken = new Set(renamed.values());
  return [
    ...[...newer].map(([key, page]): PairedSheet => {
      const same = added.has(key) ? undefined : older.get(key);
      if (same) return { change: compare(same, page), older: same, newer: page };
      const before = renamed.get(key);
      if (before === undefined) return { change: 'added', older: null, newer: page };
      return { change: 'renamed', older: older.get(before) as SetPage, newer: page };
    }),
    ...removed
      .filter((key) => !taken.has(key))
      .map((key): PairedSheet => ({ change: 'removed', older: older.get(key) as SetPage, newer: null })),
  ];
};
