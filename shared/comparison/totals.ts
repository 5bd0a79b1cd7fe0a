import { estimateOf, type PriceList, type QuantityUnit, signOf } from '../domain/comparisons/price-list.ts';
import { type ComparisonItem, singleChanges } from './engine/index.ts';
import type { JudgedItem } from './exports/judge.ts';

/** The sum of the quantities of one unit, by what was done. */
interface QuantityTotal {
  unit: QuantityUnit;
  added: number;
  removed: number;
  /** Of what was moved, redrawn or resized. */
  changed: number;
}

/** Several changes together. */
export interface Total {
  changes: number;
  /** The highest rating among them. */
  difference_rating: number;
  /** The sum of their effects. */
  cost_effect: number;
  quantities: QuantityTotal[];
  /** The sum of the estimates of those that were not rejected, by currency. */
  costs: { amount: number; currency: string }[];
}

interface KindTotal extends Total {
  kind: ComparisonItem['kind'];
}

export interface TradeTotal extends Total {
  /** Null for changes that no word or layer assigns to a trade. */
  trade: string | null;
  division: string | null;
}

/** The totals of a comparison, by kind of change and by trade. */
export interface Totals {
  kinds: KindTotal[];
  trades: TradeTotal[];
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

const addQuantity = (totals: QuantityTotal[], item: ComparisonItem): void => {
  if (!item.quantity) return;
  const { value, unit } = item.quantity;
  const known = totals.find((one) => one.unit === unit);
  const total = known ?? { unit, added: 0, removed: 0, changed: 0 };
  if (!known) totals.push(total);
  const sign = signOf(item);
  const side = sign > 0 ? 'added' : sign < 0 ? 'removed' : 'changed';
  total[side] = round(total[side] + value);
};

const addCost = (costs: Total['costs'], { cost_estimate, status }: JudgedItem): void => {
  if (!cost_estimate || status === 'rejected') return;
  const { amount, currency } = cost_estimate;
  const sum = costs.find((one) => one.currency === currency);
  if (sum) sum.amount = round(sum.amount + amount);
  else costs.push({ amount, currency });
};

const addUp = (changes: readonly JudgedItem[]): Total => {
  const total: Total = { changes: changes.length, difference_rating: 1, cost_effect: 0, quantities: [], costs: [] };
  for (const change of changes) {
    total.difference_rating = Math.max(total.difference_rating, change.difference_rating);
    total.cost_effect += change.cost_effect;
    addQuantity(total.quantities, change);
    addCost(total.costs, change);
  }
  return total;
};

const byImportance = (a: Total, b: Total): number => b.difference_rating - a.difference_rating || b.changes - a.changes;

/** Totals the single changes of a comparison; those of a group count one by one. */
export const totalsOf = (items: readonly JudgedItem[], prices: PriceList | null): Totals => {
  const changes = items.flatMap((item) =>
    singleChanges(item).map((single): JudgedItem => {
      if (single === item) return item;
      const { status, comment } = item;
      return { ...single, status, comment, cost_estimate: prices && estimateOf(single, prices) };
    }),
  );
  const trade = ({ trade: name, division }: ComparisonItem) => `${division}\n${name}`;
  return {
    kinds: [...Map.groupBy(changes, ({ kind }) => kind)]
      .map(([kind, some]) => ({ kind, ...addUp(some) }))
      .sort((a, b) => byImportance(a, b) || (a.kind < b.kind ? -1 : 1)),
    trades: [...Map.groupBy(changes, trade).values()]
      .map((some) => ({ trade: some[0]!.trade ?? null, division: some[0]!.division ?? null, ...addUp(some) }))
      .sort((a, b) => byImportance(a, b) || ((a.division ?? '~') < (b.division ?? '~') ? -1 : 1)),
  };
};
