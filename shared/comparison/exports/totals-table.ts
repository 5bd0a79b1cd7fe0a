import type { PriceList } from '../../domain/comparisons/price-list.ts';
import type { ReportCell, ReportColumn, ReportTable } from '../../domain/reports/report-table.ts';
import { formatKind, formatQuantities, tradeName } from '../report/report-words.ts';
import { type Total, totalsOf } from '../totals.ts';
import type { JudgedItem } from './judge.ts';

const columns: readonly ReportColumn[] = [
  { key: 'by', title: 'By', type: 'text', width: 2 },
  { key: 'name', title: 'Name', type: 'text', width: 6 },
  { key: 'changes', title: 'Changes', type: 'number', width: 2 },
  { key: 'difference_rating', title: 'Highest rating', type: 'number', width: 2 },
  { key: 'cost_effect', title: 'Cost effect', type: 'number', width: 2 },
  { key: 'quantities', title: 'Quantities', type: 'text', width: 8 },
  { key: 'cost_estimate', title: 'Cost estimate', type: 'number', width: 2 },
  { key: 'currency', title: 'Currency', type: 'text', width: 2 },
];

/** Returns the table of totals: a row per trade and per kind of change, one more for each further currency. */
export const totalsTable = (items: readonly JudgedItem[], prices: PriceList | null): ReportTable => {
  const { trades, kinds } = totalsOf(items, prices);
  const rowsOf = (by: string, name: string, total: Total): ReportCell[][] => {
    const { changes, difference_rating, cost_effect, costs } = total;
    const sum = [by, name, changes, difference_rating, cost_effect, formatQuantities(total) || null];
    const [first, ...others] = costs;
    return [
      [...sum, first?.amount ?? null, first?.currency ?? null],
      ...others.map(({ amount, currency }) => [by, name, null, null, null, null, amount, currency]),
    ];
  };
  const rows = async function* () {
    for (const trade of trades) yield* rowsOf('Trade', tradeName(trade), trade);
    for (const kind of kinds) yield* rowsOf('Kind', formatKind(kind.kind), kind);
  };
  return { columns, rows: rows() };
};
