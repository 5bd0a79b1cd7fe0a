import type { components } from '../client/api.d.ts';
import { texts } from './texts.ts';

type Item = components['schemas']['DrawingComparisonItem'];
/** A change in the list; texts only exist on some kinds. */
export type ShownChange = Item & { old_text?: string; new_text?: string };

export interface Filters {
  /** The lowest rating shown. */
  rating: number;
  /** Empty for all; `texts.other` for changes without a trade. */
  trade: string;
  status: ShownChange['status'] | '';
}

export const NO_FILTERS: Filters = { rating: 1, trade: '', status: '' };

const tradeOf = ({ trade }: ShownChange): string => trade ?? texts.other;

/** Returns the trades of the changes in alphabetical order, those without one last. */
export const tradesOf = (changes: readonly ShownChange[]): string[] =>
  [...new Set(changes.map(tradeOf))].sort(
    (a, b) => Number(a === texts.other) - Number(b === texts.other) || a.localeCompare(b),
  );

export const filterChanges = (changes: readonly ShownChange[], { rating, trade, status }: Filters): ShownChange[] =>
  changes.filter(
    (change) =>
      change.difference_rating >= rating &&
      (trade === '' || tradeOf(change) === trade) &&
      (status === '' || change.status === status),
  );

/** Returns the sum of the cost estimates per currency; rejected changes do not count. */
export const estimatesOf = (changes: readonly ShownChange[]): { currency: string; amount: number }[] => {
  const sums = new Map<string, number>();
  for (const { cost_estimate, status } of changes) {
    if (!cost_estimate || status === 'rejected') continue;
    sums.set(cost_estimate.currency, (sums.get(cost_estimate.currency) ?? 0) + cost_estimate.amount);
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
};
