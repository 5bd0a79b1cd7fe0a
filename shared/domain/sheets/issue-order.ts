/** The order of a sheet's revisions, from what its title blocks state. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const time = (year: number, month: number, day: number): number | undefined => {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : undefined;
};

const fullYear = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year));

/**
 * Returns the time of a printed date in epoch milliseconds; undefined if it cannot be read with certainty, as in
 * `03/04/2026`, which may be in March or April.
 */
export const issueTime = (printed: string | null): number | undefined => {
  const date = printed?.trim().toLowerCase() ?? '';
  const iso = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})/.exec(date);
  if (iso) return time(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const named = /^(\d{1,2})[ .-]*([a-z]{3})[a-z]*[ ,.-]*(\d{4}|\d{2})$/.exec(date);
  if (named) {
    const month = MONTHS.indexOf(named[2] as string) + 1;
    return month === 0 ? undefined : time(fullYear(named[3] as string), month, Number(named[1]));
  }
  const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(date);
  if (!numbers) return undefined;
  const [first, second, year] = [Number(numbers[1]), Number(numbers[3]), fullYear(numbers[4] as string)];
  // Dates with dots state the day first; with slashes the order depends on the country.
  if (numbers[2] === '.' || first > 12 || first === second) return time(year, second, first);
  return second > 12 ? time(year, first, second) : undefined;
};

/** Stages before a number, in their order: preliminary, for tender, contractual (ISO 19650), as built. */
const STAGES = ['P', 'T', 'C', 'Z'];

/** The position of a revision among those of the same form. */
interface Rank {
  form: string;
  at: readonly number[];
}

const rankOf = (revision: string | null): Rank | undefined => {
  const label = (revision ?? '')
    .toUpperCase()
    .replace(/^REV(?:ISION)?\b[.: ]*/, '')
    .trim();
  if (/^\d+$/.test(label)) return { form: 'number', at: [Number(label)] };
  if (/^[A-Z]{1,2}$/.test(label)) return { form: 'letter', at: [label.length, ...Buffer.from(label)] };
  const staged = /^([A-Z])[-. ]?(\d+)(?:\.(\d+))?$/.exec(label);
  const stage = STAGES.indexOf(staged?.[1] ?? '');
  if (!staged || stage < 0) return undefined;
  return { form: 'stage', at: [stage, Number(staged[2]), Number(staged[3] ?? 0)] };
};

/** A revision of a sheet: what its title block states, and when its document was received. */
export interface Issued {
  revision: string | null;
  date: string | null;
  /** ISO 8601. */
  created_at: string;
  document_id: string;
  page: number;
}

const compareLists = (a: readonly number[], b: readonly number[]): number => {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Compares texts by their code units, which is the same everywhere. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares pages by receipt, then by document and page. */
export const compareByReceipt = (a: Issued, b: Issued): number =>
  compareTexts(a.created_at, b.created_at) || compareTexts(a.document_id, b.document_id) || a.page - b.page;

/**
 * Returns the revisions from the oldest to the current one: by issue date if all state one, then by revision if all
 * are of one form (`A`, `B`; `1`, `2`; `P01`, `C01`), then by receipt. A criterion that some of them lack is not used,
 * so that the order is the same whatever the order of uploads.
 */
export const inIssueOrder = <R extends Issued>(revisions: readonly R[]): R[] => {
  const times = new Map(revisions.map((each) => [each, issueTime(each.date)]));
  const ranks = new Map(revisions.map((each) => [each, rankOf(each.revision)]));
  const dated = [...times.values()].every((each) => each !== undefined);
  const forms = new Set([...ranks.values()].map((rank) => rank?.form));
  const ranked = forms.size === 1 && !forms.has(undefined);
  return [...revisions].sort(
    (a, b) =>
      (dated ? (times.get(a) as number) - (times.get(b) as number) : 0) ||
      (ranked ? compareLists((ranks.get(a) as Rank).at, (ranks.get(b) as Rank).at) : 0) ||
      compareByReceipt(a, b),
  );
};
