import type { Deletion } from '../../domain/due.ts';
import { Conflict } from '../../domain/errors.ts';
import type { Environment } from '../../environment.ts';
import type { OrganizationsDelete } from '../../ports.ts';
import { tombstoneKey } from '../../table/keys.ts';
import { ORGANIZATIONS } from '../../table/kinds/organizations.ts';
import { tableOf } from '../clients/table.ts';
import { becomingDue } from '../dynamodb/due-entries.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { putting } from '../dynamodb/transaction.ts';
import { deleteRecord } from '../records/delete-record.ts';

export const adapter = (environment: Environment): OrganizationsDelete => {
  const table = tableOf(environment);
  return {
    begin: async (record, { ifVersion, now }) => {
      const { organization_id } = record;
      const at = now.toISOString();
      const deletion: Deletion = { organization_id, id: organization_id, at, held_until: 0 };
      const deleted = await deleteRecord(table, ORGANIZATIONS, record, { ifVersion }, () => ({
        tombstone: putting(table, { ...tombstoneKey(organization_id), organization_id, deleted_at: at }),
        due: becomingDue(table, 'ORGANIZATION', deletion),
      }));
      if (deleted instanceof Refusal) throw new Conflict('Another request is deleting the organization');
    },
  };
};
