import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Table } from '../../../shared/aws/clients/table.ts';
import { deleteItem, putItem, updateItem, updateUnseen } from '../../../shared/aws/dynamodb/items.ts';
import { Unavailable } from '../../../shared/domain/errors.ts';
import { Expression } from '../../../shared/table/expression.ts';

afterEach(() => vi.restoreAllMocks());

/** A table in which a transaction holds the item during the first `times` writes. */
const held = (times: number) => {
  let sent = 0;
  const send = async () => {
    if (++sent <= times) throw new TransactionConflictException({ message: 'held', $metadata: {} });
    return { Attributes: { title: 'written' } };
  };
  return { table: { client: { send }, name: 'table' } as unknown as Table, sent: () => sent };
};

const key = { pk: 'ORG#acme', sk: 'RECORD' };
const writes: Record<string, (table: Table) => Promise<unknown>> = {
  putItem: (table) => putItem(table, key),
  updateItem: (table) => updateItem(table, z.object({ title: z.string() }), key, new Expression().set('title', 'new')),
  updateUnseen: (table) => updateUnseen(table, key, new Expression().set('title', 'new')),
  deleteItem: (table) => deleteItem(table, key, new Expression()),
};

test.each(Object.entries(writes))('%s waits for the transaction that holds its item', async (name, write) => {
  const { table, sent } = held(3);
  expect(await write(table)).toEqual(name === 'updateItem' ? { title: 'written' } : undefined);
  expect(sent()).toBe(4);
});

test.each(Object.entries(writes))(
  '%s fails as unavailable if transactions hold its item permanently',
  async (_, write) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { table, sent } = held(1000);
    await expect(write(table)).rejects.toThrow(Unavailable);
    expect(sent()).toBe(10);
  },
);
