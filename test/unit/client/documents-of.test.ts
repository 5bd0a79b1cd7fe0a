import { expect, test } from 'vitest';
import { type Api, documentsOf } from '../../../client/client.ts';

const SIZE = 100;

test('yields each document once while others are added', async () => {
  const stored = Array.from({ length: 2 * SIZE }, (_, i) => ({ id: `d${i}`, created_at: new Date(i).toISOString() }));
  const GET = async (
    _path: string,
    { params: { query } }: { params: { query: { page: number; created_at_end?: string } } },
  ) => {
    const { page, created_at_end = '9' } = query;
    const listed = stored.filter(({ created_at }) => created_at <= created_at_end).reverse();
    const data = { items: listed.slice((page - 1) * SIZE, page * SIZE), total: listed.length };
    stored.push({ id: `later${page}`, created_at: new Date(stored.length).toISOString() });
    return { data, response: new Response() };
  };
  const ids: string[] = [];
  for await (const { id } of documentsOf({ GET } as unknown as Api, 'p1')) ids.push(id);
  expect(ids).toEqual(Array.from({ length: 2 * SIZE }, (_, i) => `d${2 * SIZE - 1 - i}`));
});
