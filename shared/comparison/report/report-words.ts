import type { Total, TradeTotal } from '../totals.ts';

/** A count with its noun: `1 change`, `2 changes`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export const signed = (value: number): string => (value > 0 ? `+${value}` : `${value}`);

/** Formats a kind of item, as in `graphic added`. */
export const formatKind = (kind: string): string => kind.replaceAll('_', ' ');

/** Formats a quantity, as in `1.2 m`; counted objects as in `3 pcs`. */
export const formatQuantity = ({ value, unit }: { value: number; unit: string }): string =>
  unit === 'each' ? `${value} ${value === 1 ? 'pc' : 'pcs'}` : `${value} ${unit}`;

/** Returns the name of a trade in the table of totals. */
export const tradeName = ({ trade, division }: Pick<TradeTotal, 'trade' | 'division'>): string =>
  trade === null ? 'No trade named' : [division, trade].filter(Boolean).join(' ');

/** Formats quantities, as in `+ 3 pcs, − 1.2 m`. */
export const formatQuantities = ({ quantities: totals }: Total): string =>
  totals
    .flatMap(({ unit, added, removed, changed }) => [
      ...(added ? [`+ ${formatQuantity({ value: added, unit })}`] : []),
      ...(removed ? [`− ${formatQuantity({ value: removed, unit })}`] : []),
      ...(changed ? [`${formatQuantity({ value: changed, unit })} changed`] : []),
    ])
    .join(', ');
