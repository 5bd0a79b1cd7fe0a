import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JWK } from 'jose';
import * as z from 'zod';
import { createDirectory, parseStateFile, readOrCreateFile, replaceFile } from '../data-directory.ts';
import { LocalError } from '../local-error.ts';

const fileSchema = z.object({
  keys: z
    .array(z.looseObject({ kty: z.literal('EC'), kid: z.string(), alg: z.literal('ES256'), d: z.string() }))
    .min(1),
});

/** A private key on P-256 as JWK with its `kid`. */
export type SigningKey = JWK & { kid: string };

/** Retired keys that stay in the published set, so that tokens signed with them verify until they expire. */
const keptAfterRotation = 2;

/**
 * The signing keys of `DATA_DIR/identity/signing-keys.json`, the one in use first. Creates the file where it is missing,
 * also when several processes do so at once.
 */
export function signingKeys(dataDirectory: string): SigningKey[] {
  const file = keyFile(dataDirectory);
  const text = readOrCreateFile(file, () => serialize([newKey()]));
  const parsed = fileSchema.safeParse(parseStateFile(file, text));
  if (!parsed.success) throw new LocalError(`${file} holds no signing keys: delete it to have new ones made.`);
  return parsed.data.keys;
}

/** The signing keys of a folder as they are, without making any. */
export function knownSigningKeys(dataDirectory: string): SigningKey[] {
  return existsSync(join(dataDirectory, 'identity', 'signing-keys.json')) ? signingKeys(dataDirectory) : [];
}

/** Puts a new key in front; the earlier ones stay published. A running service follows at its next request. */
export function rotateKeys(dataDirectory: string): SigningKey {
  const key = newKey();
  const keys = [key, ...signingKeys(dataDirectory)].slice(0, 1 + keptAfterRotation);
  replaceFile(keyFile(dataDirectory), serialize(keys));
  return key;
}

/** Changes whenever the keys do. */
export function signingKeysVersion(dataDirectory: string): string {
  const { mtimeMs, ino } = statSync(keyFile(dataDirectory));
  return `${mtimeMs}-${ino}`;
}

function keyFile(dataDirectory: string): string {
  const directory = join(dataDirectory, 'identity');
  createDirectory(directory);
  return join(directory, 'signing-keys.json');
}

function serialize(keys: SigningKey[]): string {
  return JSON.stringify({ keys }, null, 2);
}

function newKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}
