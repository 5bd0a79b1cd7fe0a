import type { Environment } from '../../environment.ts';
import type { CallsWrite } from '../../ports.ts';
import { callsKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { countUpTo } from '../dynamodb/count-up-to.ts';

const KEPT_SECONDS = 3600;

export const adapter = (environment: Environment): CallsWrite => {
  const table = tableOf(environment);
  return {
    admit: ({ organization_id, system_id }, { id, perMinute, now }) => {
      const minute = now.toISOString().slice(0, 16);
      const expiresAt = Math.floor(now.getTime() / 1000) + KEPT_SECONDS;
      return countUpTo(table, callsKey(organization_id, system_id, minute), { id, most: perMinute, expiresAt });
    },
  };
};
