import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JWK } from 'jose';
import * as z from 'zod';
import { createDirectory, KEYS, parseStateFile, readOrCreateFile, replaceFile } from '../data-directory.ts';
import { LocalError } from '../local-error.ts';

const fileSchema = z.object({
  keys: z
    .array(z.looseObject({ kty: z.literal('EC'), kid: z.string(), alg: z.literal('ES256'), d: z.string() }))
    .min(1),
});

/** A private P-256 key as JWK with its `kid`. */
export type SigningKey = JWK & { kid: string };

/** Number of retired keys that stay published, so that tokens signed with them verify until they expire. */
const keptAfterRotation = 2;

/**
 * Returns the signing keys of `DATA_DIR/identity/signing-keys.json`, the current one first. Creates the file if it is
 * missing; safe if several processes do so at once.
 */
export function signingKeys(dataDirectory: string): SigningKey[] {
  const file = keyFile(dataDirectory);
  const text = readOrCreateFile(file, () => serialize([newKey()]));
  const parsed = fileSchema.safeParse(parseStateFile(file, text));
  if (!parsed.success) throw new LocalError(`${file} contains no signing keys: delete it to have new ones generated.`);
  return parsed.data.keys;
}

/** Returns the existing signing keys of a folder, without creating any. */
export function knownSigningKeys(dataDirectory: string): SigningKey[] {
  return existsSync(join(dataDirectory, KEYS.folder, KEYS.file)) ? signingKeys(dataDirectory) : [];
}

/** Adds a new current key; earlier ones stay published. A running service uses it from its next request. */
export function rotateKeys(dataDirectory: string): SigningKey {
  const key = newKey();
  const keys = [key, ...signingKeys(dataDirectory)].slice(0, 1 + keptAfterRotation);
  replaceFile(keyFile(dataDirectory), serialize(keys));
  return key;
}

/** Returns a value that changes whenever the keys do. */
export function signingKeysVersion(dataDirectory: string): string {
  const { mtimeMs, ino } = statSync(keyFile(dataDirectory));
  return `${mtimeMs}-${ino}`;
}

function keyFile(dataDirectory: string): string {
  const directory = join(dataDirectory, KEYS.folder);
  createDirectory(directory);
  return join(directory, KEYS.file);
}

function serialize(keys: SigningKey[]): string {
  return JSON.stringify({ keys }, null, 2);
}

function newKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}
