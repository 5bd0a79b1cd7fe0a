import { resolve } from 'node:path';
import * as z from 'zod';
import { LocalError } from '../local-error.ts';
import { knownSigningKeys } from './signing-keys.ts';

const KeySet = z.object({ keys: z.array(z.object({ kid: z.string() })) });

/** The ids of the keys that the service at an address publishes; undefined where none answers. */
const publishedKeys = async (issuer: string): Promise<string[] | undefined> => {
  try {
    const answer = await fetch(`${issuer}/oauth/jwks`, { signal: AbortSignal.timeout(2000) });
    return KeySet.parse(await answer.json()).keys.map(({ kid }) => kid);
  } catch {
    return undefined;
  }
};

/**
 * Nothing is signed that the running service would refuse. Without a service at that address there is nothing to check:
 * a token may be made before the first start.
 * @throws LocalError where the service that answers at the issuer's address signs with other keys than this folder's
 */
export const requireSameInstance = async (issuer: string, dataDirectory: string): Promise<void> => {
  const published = await publishedKeys(issuer);
  if (published === undefined) return;
  if (knownSigningKeys(dataDirectory).some(({ kid }) => published.includes(kid))) return;
  throw new LocalError(
    `The service at ${issuer} has another data folder than ${resolve(dataDirectory)}: set DATA_DIR to the folder that npm start printed as "state", or PORT to the port of the service of this folder.`,
  );
};
