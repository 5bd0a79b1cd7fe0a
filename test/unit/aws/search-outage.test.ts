import type { Table } from '@lancedb/lancedb';
import { expect, test } from 'vitest';
import { IndexTable } from '../../../shared/aws/search/lance.ts';
import { Unavailable } from '../../../shared/domain/errors.ts';

/** A query of any form whose answer cannot be read. */
const unreadable: unknown = new Proxy(
  {},
  {
    get: (_, name) => (name === 'toArrow' ? () => Promise.reject(new Error('LanceError(IO)')) : () => unreadable),
  },
);
const index = new IndexTable<{ key: string }>({ query: () => unreadable } as unknown as Table);

test.each([
  ['rows', () => index.rows([], ['key'])],
  ['find', () => index.find({ must: ['door'], should: [] }, [], ['key'], 1)],
  ['near', () => index.near([1, 0], [], ['key'], 1)],
])('%s of an index that cannot be read is unavailable', async (_name, ask) => {
  await expect(ask()).rejects.toThrow(Unavailable);
});
