import type { Environment } from '../../environment.ts';
import type { OutsideMailsWrite } from '../../ports.ts';
import { outsideMailsKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { countUpTo } from '../dynamodb/count-up-to.ts';

const KEPT_SECONDS = 2 * 86_400;

export const adapter = (environment: Environment): OutsideMailsWrite => {
  const table = tableOf(environment);
  return {
    admit: (organizationId, userId, { id, perDay, now }) => {
      const key = outsideMailsKey(organizationId, userId, now.toISOString().slice(0, 10));
      const expiresAt = Math.floor(now.getTime() / 1000) + KEPT_SECONDS;
      return countUpTo(table, key, { id, most: perDay, expiresAt });
    },
  };
};
