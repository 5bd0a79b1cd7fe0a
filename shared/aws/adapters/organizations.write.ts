import { Conflict } from '../../domain/errors.ts';
import type { Environment } from '../../environment.ts';
import type { OrganizationsWrite } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { tombstoneKey } from '../../table/keys.ts';
import { ORGANIZATIONS } from '../../table/kinds/organizations.ts';
import { tableOf } from '../clients/table.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { checking } from '../dynamodb/transaction.ts';
import { changeRecord } from '../records/change-record.ts';
import { storeRecord } from '../records/create-record.ts';

export const adapter = (environment: Environment): OrganizationsWrite => {
  const table = tableOf(environment);
  return {
    create: async (record) => {
      const tombstone = checking(table, tombstoneKey(record.organization_id), new Expression().absent());
      const stored = await storeRecord(table, ORGANIZATIONS, record, { tombstone });
      if (!(stored instanceof Refusal)) return stored;
      throw new Conflict(
        stored.member === 'record'
          ? 'The organization already exists'
          : 'An organization with this id has been deleted',
      );
    },
    change: (organizationId, id, change, guard) =>
      changeRecord(table, ORGANIZATIONS, organizationId, id, change, guard),
  };
};
