import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { GSI1 } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import type { Key } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';

/** Moves a busy item along the sparse index from `listed` to `since`, unless something else has moved it. */
export const postpone = async (table: Table, Key: Key, listed: string, since: string): Promise<void> => {
  const moved = new Expression().set(GSI1.sort, since).equals(GSI1.sort, listed);
  try {
    await table.client.send(new UpdateCommand({ TableName: table.name, Key: { ...Key }, ...moved.build() }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
