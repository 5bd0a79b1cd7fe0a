import type { ComparedSheet, ComparisonItem, ComparisonResult, SheetFacts } from '../types.ts';
import { singleChanges, tally } from './describe.ts';

const list = (values: readonly (string | null | undefined)[]): string =>
  [...new Set(values.filter((value): value is string => Boolean(value)))].join(', ');

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

const revised = (before: string, after: string): string =>
  before && after && before !== after ? ` (revision ${before} → ${after})` : '';

/**
 * Combines the compared sheets into the result of the comparison.
 * @param items most important first
 */
export const summarize = (
  items: ComparisonItem[],
  sheets: ComparedSheet[],
  facts: { older: readonly (SheetFacts | null)[]; newer: readonly (SheetFacts | null)[] },
  files: { older: string | null; newer: string | null } = { older: null, newer: null },
): ComparisonResult => {
  const numbers = [facts.older, facts.newer].map((side) => list(side.map((sheet) => sheet?.sheet_number?.value)));
  const revisions = [facts.older, facts.newer].map((side) => list(side.map((sheet) => sheet?.revision?.value)));
  const [oldNumber, newNumber] = numbers as [string, string];
  const [oldRevision, newRevision] = revisions as [string, string];
  const matched = sheets.filter((sheet) => sheet.matched).length;
  const replaced = sheets.filter(
    (sheet) => !sheet.matched && sheet.page !== null && sheet.original_page !== null,
  ).length;
  const added = sheets.filter((sheet) => sheet.original_page === null).length;
  const removed = sheets.filter((sheet) => sheet.page === null).length;

  const what = newNumber || oldNumber ? ` ${newNumber || oldNumber}` : '';
  const parts = [
    `${plural(matched, 'sheet')} compared`,
    ...(replaced ? [`${plural(replaced, 'pair')} of sheets with different drawings`] : []),
    ...(added ? [`${plural(added, 'sheet')} only in the newer document`] : []),
    ...(removed ? [`${plural(removed, 'sheet')} only in the older document`] : []),
  ];
  const description = `Comparison of drawing${what}${revised(oldRevision, newRevision)}: ${parts.join(', ')}.`;

  const changes = items.flatMap(singleChanges).filter((item) => !item.kind.startsWith('sheet_'));
  const sentences: string[] = [];
  if (changes.length === 0 && replaced + added + removed === 0) sentences.push('No change found.');
  if (changes.length > 0) sentences.push(`${plural(changes.length, 'change')}: ${tally(items)}.`);
  const clouds = changes.filter((item) => item.kind === 'cloud_added');
  const withCloudState = changes.filter((item) => item.clouded !== undefined && item.kind !== 'title_block');
  if (clouds.length > 0) {
    const outside = withCloudState.filter((item) => !item.clouded).length;
    const empty = clouds.filter((item) => item.encloses === 0).length;
    const round = empty === 0 ? '' : `, ${empty === clouds.length ? 'all' : empty} around nothing that changed`;
    sentences.push(
      `${plural(clouds.length, 'revision cloud')}${round}; ${plural(outside, 'change')} outside every cloud.`,
    );
  }
  const foremost = items
    .filter((item) => item.difference_rating >= 3)
    .slice(0, 3)
    // The description of a group lists its parts; here its location is enough.
    .map((item) => (item.parts ? item.description.replace(/:.*$/s, '') : item.description));
  if (foremost.length > 0) sentences.push(`Most important: ${foremost.join('; ')}.`);
  if (replaced) sentences.push(`${plural(replaced, 'pair')} of sheets shows different drawings.`);
  if (added) sentences.push(`${plural(added, 'sheet')} added.`);
  if (removed) sentences.push(`${plural(removed, 'sheet')} removed.`);

  return {
    original_file: files.older,
    comparison_file: files.newer,
    original_drawing_number: oldNumber,
    comparison_drawing_number: newNumber,
    original_drawing_revision: oldRevision,
    comparison_drawing_revision: newRevision,
    description,
    summary: sentences.join(' '),
    items: items.map((item, i) => ({ ...item, number: i + 1 })),
    sheets,
  };
};
