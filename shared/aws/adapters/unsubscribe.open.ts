import * as z from 'zod';
import { Subscription } from '../../domain/mail/subscription.ts';
import type { Environment } from '../../environment.ts';
import type { UnsubscribeOpen } from '../../ports.ts';
import { tombstoneKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItem } from '../dynamodb/items.ts';
import { UNSUBSCRIBE_CONTEXT } from '../secrets/link-context.ts';
import { openSealed } from '../secrets/seal.ts';

const Anything = z.unknown();

export const adapter = (environment: Environment): UnsubscribeOpen => {
  const table = tableOf(environment);
  return {
    open: async (token) => {
      const subscription = await openSealed(environment, UNSUBSCRIBE_CONTEXT, Subscription, token);
      if (!subscription) return undefined;
      // A preference stored after the organization was removed would never be deleted.
      const tombstone = await getItem(table, Anything, tombstoneKey(subscription.organization_id));
      return tombstone === undefined ? subscription : undefined;
    },
  };
};
