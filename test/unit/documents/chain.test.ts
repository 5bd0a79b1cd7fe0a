import { expect, test } from 'vitest';
import { isYounger, latestOf } from '../../../shared/domain/documents/latest-revision.ts';

test('the latest revision of a chain is the youngest that is not deleted, the greater identifier breaking ties', () => {
  const at = (document_id: string, created_at: string, is_deleted = false) => ({ document_id, created_at, is_deleted });
  const chain = [at('b', '2026-01-02'), at('c', '2026-01-02'), at('a', '2026-01-01'), at('d', '2026-01-03', true)];
  expect(latestOf(chain)?.document_id).toBe('c');
  expect(latestOf(chain.toReversed())?.document_id).toBe('c');
  expect(latestOf([at('d', '2026-01-03', true)])).toBeUndefined();
});

test('the order of two revisions is strict', () => {
  const [a, b, c] = [
    { document_id: 'a', created_at: '2026-01-02' },
    { document_id: 'b', created_at: '2026-01-02' },
    { document_id: 'a', created_at: '2026-01-03' },
  ] as const;
  expect([isYounger(b, a), isYounger(a, b), isYounger(a, a)]).toEqual([true, false, false]);
  expect([isYounger(c, b), isYounger(b, c)]).toEqual([true, false]);
});
