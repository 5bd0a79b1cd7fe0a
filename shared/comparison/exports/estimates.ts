import type { PriceList } from '../../domain/comparisons/price-list.ts';
import { formatKind, tradeName } from '../report/report-words.ts';
import { type Total, totalsOf } from '../totals.ts';
import type { JudgedItem } from './judge.ts';

const say = ({ costs }: Total): string =>
  costs.map(({ amount, currency }) => `${amount.toFixed(2)} ${currency}`).join(', ');

/** Returns the estimates of the report's totals, by table and row; empty without prices. */
export const estimatesOfTotals = (items: readonly JudgedItem[], prices: PriceList | null): Record<string, string> => {
  const { trades, kinds } = totalsOf(items, prices);
  const priced = [
    ...trades.map((total) => [`By trade: ${tradeName(total)}`, say(total)] as const),
    ...kinds.map((total) => [`By kind: ${formatKind(total.kind)}`, say(total)] as const),
  ];
  return Object.fromEntries(priced.filter(([, said]) => said !== ''));
};
