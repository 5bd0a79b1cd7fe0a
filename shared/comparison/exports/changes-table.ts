import { estimateOf, type PriceList } from '../../domain/comparisons/price-list.ts';
import type { ReportCell, ReportColumn, ReportTable } from '../../domain/reports/report-table.ts';
import type { ComparedSheet, ComparisonItem } from '../engine/index.ts';
import type { JudgedItem } from './judge.ts';

/** The columns of a table of changes. */
export const columns: readonly ReportColumn[] = [
  { key: 'number', title: 'No.', type: 'number', width: 1 },
  { key: 'part', title: 'Part', type: 'number', width: 1 },
  { key: 'status', title: 'Status', type: 'text', width: 2 },
  { key: 'division', title: 'Division', type: 'text', width: 2 },
  { key: 'trade', title: 'Trade', type: 'text', width: 4 },
  { key: 'layer', title: 'Layer', type: 'text', width: 3 },
  { key: 'sheet', title: 'Sheet', type: 'text', width: 2 },
  { key: 'view', title: 'View', type: 'text', width: 4 },
  { key: 'place', title: 'Place', type: 'text', width: 4 },
  { key: 'kind', title: 'Kind', type: 'text', width: 3 },
  { key: 'description', title: 'Change', type: 'text', width: 12 },
  { key: 'old_text', title: 'Was', type: 'text', width: 4 },
  { key: 'new_text', title: 'Is', type: 'text', width: 4 },
  { key: 'quantity', title: 'Quantity', type: 'number', width: 2 },
  { key: 'unit', title: 'Unit', type: 'text', width: 1 },
  { key: 'difference_rating', title: 'Rating', type: 'number', width: 1 },
  { key: 'cost_effect', title: 'Cost effect', type: 'number', width: 2 },
  { key: 'cost_estimate', title: 'Cost estimate', type: 'number', width: 2 },
  { key: 'currency', title: 'Currency', type: 'text', width: 2 },
  { key: 'arithmetic', title: 'Arithmetic', type: 'text', width: 5 },
  { key: 'clouded', title: 'Clouded', type: 'text', width: 2 },
  { key: 'comment', title: 'Comment', type: 'text', width: 6 },
  { key: 'link', title: 'Link', type: 'link', width: 3 },
];

const cloudedText = ({ clouded }: ComparisonItem): string | null =>
  clouded === undefined ? null : clouded ? 'yes' : 'no';

/**
 * Returns the table of changes: one row per single change, most important first; the changes of a group follow each
 * other and share its number. Links point to the report in the same folder.
 */
export const changesTable = (
  items: readonly JudgedItem[],
  sheets: readonly ComparedSheet[],
  prices: PriceList | null,
): ReportTable => {
  const rowOf = (whole: JudgedItem, item: ComparisonItem, part: number | null): ReportCell[] => {
    const sheet = sheets[(whole.sheet ?? 0) - 1];
    const cost = part === null ? whole.cost_estimate : prices && estimateOf(item, prices);
    return [
      whole.number!,
      part,
      whole.status,
      item.division ?? null,
      item.trade ?? null,
      item.layer ?? null,
      sheet?.sheet_number ?? `Page ${item.page}`,
      item.view ?? null,
      item.place ?? null,
      item.kind.replaceAll('_', ' '),
      item.description,
      item.old_text ?? null,
      item.new_text ?? null,
      item.quantity?.value ?? null,
      item.quantity?.unit ?? null,
      item.difference_rating,
      item.cost_effect,
      cost?.amount ?? null,
      cost?.currency ?? null,
      cost?.arithmetic ?? null,
      cloudedText(item),
      whole.comment,
      `report.html#change-${whole.number}`,
    ];
  };
  const rows = async function* () {
    for (const item of items) {
      const isGroup = (item.kind === 'group' || item.kind === 'title_block') && item.parts;
      if (!isGroup) yield rowOf(item, item, null);
      else for (const [i, part] of item.parts!.entries()) yield rowOf(item, part, i + 1);
    }
  };
  return { columns, rows: rows() };
};
