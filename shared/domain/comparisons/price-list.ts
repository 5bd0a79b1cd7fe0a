import * as z from 'zod';
import { line } from '../fields.ts';

/** Rounds to hundredths of a cent, since tables cannot store numbers as small as JSON allows. */
const hundredths = (price: number): number => Math.round(price * 10_000) / 10_000;

/** The units of quantities and prices. */
export const QUANTITY_UNITS = ['m', 'm²', 'ft', 'ft²', 'each'] as const;
export type QuantityUnit = (typeof QUANTITY_UNITS)[number];

/** Prices of work: per unit of a division of the CSI MasterFormat. */
export const PriceList = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters, such as EUR'),
  prices: z
    .array(
      z.strictObject({
        unit: z.enum(QUANTITY_UNITS),
        division: z.string().regex(/^\d{2}$/, 'must be two digits, such as 08'),
        price: z.number().min(0).max(1e9).overwrite(hundredths),
        description: line(100).optional(),
      }),
    )
    .min(1)
    .max(300),
});
export type PriceList = z.infer<typeof PriceList>;

/** The cost of a change by a price list, and its calculation. Savings are negative. */
export interface CostEstimate {
  amount: number;
  currency: string;
  /** Such as `3.2 m × 85.00 EUR = 272.00 EUR`. */
  arithmetic: string;
}

/** The fields of a change that determine its cost. */
export interface Priced {
  kind: string;
  division?: string | undefined;
  quantity?: { value: number; unit: string } | undefined;
  parts?: readonly Priced[] | undefined;
}

const roundToCents = (amount: number): number => Math.round(amount * 100) / 100;

/**
 * Returns 1 for work that was added, −1 for work that was removed, and 0 for other changes. A repeated change
 * has the sign that all of its parts share.
 */
export const signOf = ({ kind, parts }: Pick<Priced, 'kind' | 'parts'>): number => {
  if (kind === 'repeated' && parts && parts.length > 0) {
    const signs = new Set(parts.map(signOf));
    return signs.size === 1 ? [...signs][0]! : 0;
  }
  return kind.endsWith('_added') ? 1 : kind.endsWith('_removed') ? -1 : 0;
};

/**
 * Returns the cost of a change: its quantity times the first price of its division and unit, negative if it was
 * removed. A group costs the sum of its parts. Returns null if there is no price, or if nothing was added or removed.
 */
export const estimateOf = (item: Priced, list: PriceList): CostEstimate | null => {
  const { currency } = list;
  const { kind, division, quantity, parts } = item;
  if (kind === 'group' && parts) {
    const amounts = parts.flatMap((part) => estimateOf(part, list)?.amount ?? []);
    if (amounts.length === 0) return null;
    const amount = roundToCents(amounts.reduce((sum, each) => sum + each, 0));
    const sum = amounts.map((each, i) => `${each < 0 ? '− ' : i > 0 ? '+ ' : ''}${Math.abs(each).toFixed(2)}`);
    return { amount, currency, arithmetic: `${sum.join(' ')} = ${amount.toFixed(2)} ${currency}` };
  }
  const sign = signOf(item);
  const price = list.prices.find((one) => one.division === division && one.unit === quantity?.unit);
  if (sign === 0 || !price || !quantity) return null;
  const amount = roundToCents(sign * quantity.value * price.price);
  const minus = sign < 0 ? '− ' : '';
  return {
    amount,
    currency,
    arithmetic: `${minus}${quantity.value} ${quantity.unit} × ${price.price.toFixed(2)} ${currency} = ${amount.toFixed(2)} ${currency}`,
  };
};
