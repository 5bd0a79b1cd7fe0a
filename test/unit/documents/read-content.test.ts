import { expect, test } from 'vitest';
import { answerBudget, readVersions } from '../../../functions/documents/lib/read-content.ts';
import { MAXIMUM_ANSWER_BYTES } from '../../../shared/domain/documents/values.ts';

test('a response takes as many bytes as it has room for, and any number of missing texts', () => {
  // Three letters, in two pairs of quotes of which the inner one is escaped.
  const fits = answerBudget(9);
  expect([fits(null), fits('abc'), fits(null), fits('')]).toEqual([true, true, true, false]);
});

test('versions beyond the size of a response are not even read', async () => {
  const version = (id: string, content_length: number) => ({
    ...{ version_id: id, content_path: id, content_length, version_number: 1 },
    ...{ created_at: '2026-03-12T00:00:00.000Z', updated_at: '2026-03-12T00:00:00.000Z' },
  });
  const versions = [version('new', 4), version('long', MAXIMUM_ANSWER_BYTES), version('old', 1)];
  const read: string[] = [];
  const files = {
    bytes: async (path: string) => {
      read.push(path);
      return Buffer.from('text');
    },
  };
  const entries = await readVersions({ versions, latest_version: 'new' } as never, files as never, 'text');
  expect(entries.map((entry) => 'content' in entry)).toEqual([true, false, false]);
  expect(read).toEqual([]);
});
