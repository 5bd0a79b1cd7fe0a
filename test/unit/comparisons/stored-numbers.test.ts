import { expect, test } from 'vitest';
import { systemFields } from '../../../functions/external-systems/lib/system-schemas.ts';
import { PriceList } from '../../../shared/domain/comparisons/price-list.ts';

/** DynamoDB accepts numbers from 1e-130 to 9.99e125; JSON has more. */
test.each([
  [5e-324, 0],
  [12.345678, 12.3457],
  [600, 600],
])('a price of %d is stored as %d', (price, kept) => {
  const list = PriceList.parse({ currency: 'EUR', prices: [{ unit: 'm', division: '08', price }] });
  expect(list.prices[0]?.price).toBe(kept);
});

test.each([
  [{ a: 1e308 }, false],
  [{ a: { b: [5e-324] } }, false],
  [{ a: [0, -12.5, 'text', null] }, true],
])('metadata %j can be stored: %s', (metadata, expected) => {
  expect(systemFields.metadata.safeParse(metadata).success).toBe(expected);
});
