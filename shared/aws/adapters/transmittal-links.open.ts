import * as z from 'zod';
import { TransmittalLink } from '../../domain/transmittals/transmittal.ts';
import type { Environment } from '../../environment.ts';
import type { TransmittalLinksOpen } from '../../ports.ts';
import { tombstoneKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItem } from '../dynamodb/items.ts';
import { TRANSMITTAL_CONTEXT } from '../secrets/link-context.ts';
import { openSealed } from '../secrets/seal.ts';

const Anything = z.unknown();

export const adapter = (environment: Environment): TransmittalLinksOpen => {
  const table = tableOf(environment);
  return {
    open: async (token) => {
      const link = await openSealed(environment, TRANSMITTAL_CONTEXT, TransmittalLink, token);
      if (!link) return undefined;
      const tombstone = await getItem(table, Anything, tombstoneKey(link.organization_id));
      return tombstone === undefined ? link : undefined;
    },
  };
};
