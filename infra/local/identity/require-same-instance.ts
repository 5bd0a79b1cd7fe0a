import { resolve } from 'node:path';
import * as z from 'zod';
import { LocalError } from '../local-error.ts';
import { knownSigningKeys } from './signing-keys.ts';

const KeySet = z.object({ keys: z.array(z.object({ kid: z.string() })) });

/** Returns the ids of the keys that the service at a URL publishes; undefined if none responds. */
const publishedKeys = async (issuer: string): Promise<string[] | undefined> => {
  try {
    const answer = await fetch(`${issuer}/oauth/jwks`, { signal: AbortSignal.timeout(2000) });
    return KeySet.parse(await answer.json()).keys.map(({ kid }) => kid);
  } catch {
    return undefined;
  }
};

/**
 * Asserts that the running service accepts this folder's signatures. If no service runs at that URL nothing is checked,
 * because a token may be created before the first start.
 * @throws LocalError if the service at the issuer's URL uses other keys than this folder
 */
export const requireSameInstance = async (issuer: string, dataDirectory: string): Promise<void> => {
  const published = await publishedKeys(issuer);
  if (published === undefined) return;
  if (knownSigningKeys(dataDirectory).some(({ kid }) => published.includes(kid))) return;
  throw new LocalError(
    `The service at ${issuer} has another data folder than ${resolve(dataDirectory)}: set DATA_DIR to the folder that npm start printed as "state", or PORT to the port of the service of this folder.`,
  );
};
