import * as z from 'zod';
import { Conflict } from '../../domain/errors.ts';
import { type Environment, required } from '../../environment.ts';
import type { CredentialsRead } from '../../ports.ts';
import { credentialsKey } from '../../table/keys.ts';
import { credentialsTableOf } from '../clients/credentials-table.ts';
import { getItem } from '../dynamodb/items.ts';
import { openCredentials } from '../secrets/seal-credentials.ts';

const Stored = z.object({ credentials_id: z.string(), sealed: z.string() });

export const adapter = (environment: Environment): CredentialsRead => {
  const table = credentialsTableOf(environment);
  const keyId = required(environment, 'KMS_KEY_ID');
  return {
    open: async (record) => {
      if (record.credentials_id === null) return undefined;
      const stored = await getItem(table, Stored, credentialsKey(record.organization_id, record.system_id));
      // Other credentials belong to another version of the record, and perhaps to another address.
      if (stored?.credentials_id !== record.credentials_id) {
        throw new Conflict('The external system has just been changed, try again');
      }
      return openCredentials(keyId, record, stored.sealed);
    },
  };
};
