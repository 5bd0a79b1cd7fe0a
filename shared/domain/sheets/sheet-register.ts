import { sheetKey } from './citations.ts';
import type { Discipline } from './discipline.ts';
import { type Issued, inIssueOrder } from './issue-order.ts';
import { readSheetLines, type SheetLine } from './sheet-lines.ts';

/** A document that holds sheets. */
export interface SheetHolder {
  document_id: string;
  /** ISO 8601. */
  created_at: string;
  /** Its sheets as `writeSheetLines` writes them. */
  sheet_lines: string;
}

/** One revision of a sheet. */
export interface SheetRevision extends Omit<SheetLine, 'sheet_number'>, Issued {
  sheet_number: string;
}

/** A sheet of a project, with its revisions. */
export interface RegisteredSheet {
  /** The normalised number: `A-101`, `A 101` and `a101` are the same sheet. */
  key: string;
  /** From the oldest to the current one; at least one. */
  revisions: SheetRevision[];
  current: SheetRevision;
}

/**
 * Returns the sheets of a project by number, in the order of their numbers.
 * @param holders the project's documents that are not deleted
 */
export const registerSheets = (holders: Iterable<SheetHolder>): RegisteredSheet[] => {
  const byKey = new Map<string, SheetRevision[]>();
  for (const { document_id, created_at, sheet_lines } of holders) {
    for (const line of readSheetLines(sheet_lines)) {
      const key = sheetKey(line.sheet_number);
      if (key === '') continue;
      const revisions = byKey.get(key) ?? [];
      revisions.push({ ...line, document_id, created_at });
      byKey.set(key, revisions);
    }
  }
  const collator = new Intl.Collator('en', { numeric: true });
  return [...byKey]
    .map(([key, unordered]) => {
      const revisions = inIssueOrder(unordered);
      return { key, revisions, current: revisions.at(-1) as SheetRevision };
    })
    .sort((a, b) => collator.compare(a.key, b.key) || (a.key < b.key ? -1 : 1));
};

/** Returns the sheets of a discipline whose number or title contains a text in lower case. */
export const filterSheets = (
  sheets: readonly RegisteredSheet[],
  { discipline, text }: { discipline?: Discipline | undefined; text?: string | undefined },
): RegisteredSheet[] =>
  sheets.filter(
    ({ current }) =>
      (discipline === undefined || current.discipline === discipline) &&
      (text === undefined || `${current.sheet_number}\n${current.title ?? ''}`.toLowerCase().includes(text)),
  );
