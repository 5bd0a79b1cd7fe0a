import * as z from 'zod';
import type { LinkPurpose } from '../../domain/access/link-purposes.ts';
import type { Environment } from '../../environment.ts';
import type { LinksSeal } from '../../ports.ts';
import { tombstoneKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItem } from '../dynamodb/items.ts';
import { openSealed, sealAll } from './seal.ts';

/** Returns the adapter of the port that seals links of a purpose. */
export const sealAdapter =
  (purpose: LinkPurpose) =>
  (environment: Environment): LinksSeal<unknown> => ({
    seal: async (link) => (await sealAll(environment, { purpose }, [link]))[0]!,
    sealAll: (links) => sealAll(environment, { purpose }, links),
  });

/** Returns what a link contains; undefined for anything that was not sealed for that purpose. */
export const openSealedLink = <S extends z.ZodType>(
  environment: Environment,
  purpose: LinkPurpose,
  schema: S,
  token: string,
): Promise<z.output<S> | undefined> => openSealed(environment, { purpose }, schema, token);

const Anything = z.unknown();

/** Returns the same; undefined also if the organization that the link names has been deleted. */
export const openOwnedLink = async <S extends z.ZodType<{ organization_id: string }>>(
  environment: Environment,
  purpose: LinkPurpose,
  schema: S,
  token: string,
): Promise<z.output<S> | undefined> => {
  const link = await openSealedLink(environment, purpose, schema, token);
  if (!link) return undefined;
  const tombstone = await getItem(tableOf(environment), Anything, tombstoneKey(link.organization_id));
  return tombstone === undefined ? link : undefined;
};
