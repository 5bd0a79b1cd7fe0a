import * as z from 'zod';
import { PersonRecord } from '../../domain/access/person.ts';
import { ViewerLink } from '../../domain/access/viewer-link.ts';
import type { Environment } from '../../environment.ts';
import type { Ports } from '../../ports.ts';
import { personKey, tombstoneKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItems } from '../dynamodb/items.ts';
import { openSealedLink } from '../secrets/links.ts';

const Item = z.record(z.string(), z.unknown());

/** Number of opened links that a process keeps, since a viewer sends the same link with each of its requests. */
const KEPT = 200;

export const adapter = (environment: Environment): Ports['viewer-links.open'] => {
  const table = tableOf(environment);
  const kept = new Map<string, ViewerLink>();

  const opened = async (sealed: string): Promise<ViewerLink | undefined> => {
    const link = kept.get(sealed) ?? (await openSealedLink(environment, 'viewer-link', ViewerLink, sealed));
    if (!link) return undefined;
    kept.delete(sealed);
    kept.set(sealed, link);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value as string);
    return link;
  };

  return {
    open: async (sealed) => {
      const link = await opened(sealed);
      if (!link) return undefined;
      const keys = [tombstoneKey(link.organization_id), personKey(link.organization_id, link.creator)];
      const [tombstone, person] = await getItems(table, Item, keys);
      return tombstone ? undefined : { link, creator: person && PersonRecord.parse(person) };
    },
  };
};
