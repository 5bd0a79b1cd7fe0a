import * as z from 'zod';
import { LINK_PURPOSES, type LinkName } from '../../domain/access/link-purposes.ts';
import type { Environment } from '../../environment.ts';
import type { LinksSeal } from '../../ports.ts';
import { tombstoneKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { getItem } from '../dynamodb/items.ts';
import { openSealed, sealAll } from './seal.ts';

const contextOf = (name: LinkName) => ({ purpose: LINK_PURPOSES[name] });

/** Returns the adapter of the port `<name>.seal`. */
export const sealAdapter =
  (name: LinkName) =>
  (environment: Environment): LinksSeal<unknown> => ({
    seal: async (link) => (await sealAll(environment, contextOf(name), [link]))[0]!,
    sealAll: (links) => sealAll(environment, contextOf(name), links),
  });

/** Returns what a link contains; undefined for anything that was not sealed as a link of that name. */
export const openLink = <S extends z.ZodType>(
  environment: Environment,
  name: LinkName,
  schema: S,
  token: string,
): Promise<z.output<S> | undefined> => openSealed(environment, contextOf(name), schema, token);

const Anything = z.unknown();

/** Returns the same; undefined also if the organization that the link names has been deleted. */
export const openOwnedLink = async <S extends z.ZodType<{ organization_id: string }>>(
  environment: Environment,
  name: LinkName,
  schema: S,
  token: string,
): Promise<z.output<S> | undefined> => {
  const link = await openLink(environment, name, schema, token);
  if (!link) return undefined;
  const tombstone = await getItem(tableOf(environment), Anything, tombstoneKey(link.organization_id));
  return tombstone === undefined ? link : undefined;
};
