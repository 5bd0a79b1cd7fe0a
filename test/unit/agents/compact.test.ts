import { expect, test } from 'vitest';
import { asText } from '../../../functions/mcp/lib/compact.ts';

test('a list that is too long is shortened, and the note says how many entries to ask for', () => {
  const items = Array.from({ length: 100 }, (_, id) => ({ id, text: 'x'.repeat(1000) }));
  const shown = JSON.parse(asText({ items, total: 250 }));
  const { length } = shown.items;
  expect(length).toBeGreaterThan(10);
  expect(shown.items).toEqual(items.slice(0, length));
  expect(shown.shortened).toBe(
    `${length} of 100 entries are shown: narrow the request, or ask again for pages of at most ${length}`,
  );
  expect(asText({ items: items.slice(0, length) })).not.toContain('shortened');
});
