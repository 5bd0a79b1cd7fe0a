import { Conflict } from '../../domain/errors.ts';
import type { Credentials } from '../../domain/external-systems/credentials.ts';
import type { SystemRecord } from '../../domain/external-systems/system.ts';
import { type Environment, required } from '../../environment.ts';
import type { CredentialsWrite } from '../../ports.ts';
import { credentialsKey } from '../../table/keys.ts';
import { SYSTEMS } from '../../table/kinds/systems.ts';
import { credentialsTableOf } from '../clients/credentials-table.ts';
import { tableOf } from '../clients/table.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { deleting, putting, type TransactionItem } from '../dynamodb/transaction.ts';
import { changeTogether } from '../records/change-record.ts';
import { createRecord } from '../records/create-record.ts';
import { deleteRecord } from '../records/delete-record.ts';
import { sealCredentials } from '../secrets/seal-credentials.ts';

type System = Pick<SystemRecord, 'organization_id' | 'system_id'>;

/** Returns the record's fields about credentials that a write stores or removes. */
const credentialFields = (writeId: string, credentials: Credentials | null) => ({
  credentials_id: credentials && writeId,
  credential_fields: Object.keys(credentials ?? {}).sort(),
});

export const adapter = (environment: Environment): CredentialsWrite => {
  const records = tableOf(environment);
  const table = credentialsTableOf(environment);
  const keyId = required(environment, 'KMS_KEY_ID');

  const storing = async (system: System, id: string, credentials: Credentials): Promise<TransactionItem> => {
    const key = credentialsKey(system.organization_id, system.system_id);
    return putting(table, { ...key, credentials_id: id, sealed: await sealCredentials(keyId, system, credentials) });
  };
  const removing = ({ organization_id, system_id }: System): TransactionItem =>
    deleting(table, credentialsKey(organization_id, system_id));

  return {
    create: async (record, credentials) => {
      const extras = { credentials: credentials ? await storing(record, record.write_id, credentials) : [] };
      return createRecord(
        records,
        SYSTEMS,
        { ...record, ...credentialFields(record.write_id, credentials ?? null) },
        extras,
      );
    },

    change: async (organizationId, systemId, change, guard, credentials) => {
      const system = { organization_id: organizationId, system_id: systemId };
      const extras =
        credentials === undefined
          ? []
          : [credentials ? await storing(system, guard.writeId, credentials) : removing(system)];
      const changed = { ...change, ...(credentials !== undefined && credentialFields(guard.writeId, credentials)) };
      return changeTogether(records, SYSTEMS, organizationId, systemId, changed, guard, () => extras);
    },

    delete: async (record, terms) => {
      const removed = await deleteRecord(records, SYSTEMS, record, terms, (existing) => ({
        credentials: removing(existing),
      }));
      if (removed instanceof Refusal) throw new Conflict('The external system has just been changed, try again');
    },
  };
};
