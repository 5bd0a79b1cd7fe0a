import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseStateFile, readOrCreateFile, replaceFile } from '../data-directory.ts';
import { LocalError } from '../local-error.ts';

const fileSchema = z.array(z.object({ id: z.uuid(), createdAt: z.number(), material: z.base64().length(44) }));
type StoredKey = z.infer<typeof fileSchema>[number];

export interface Key {
  id: string;
  arn: string;
  /** Epoch seconds. */
  createdAt: number;
  material: Buffer;
}

/** The keys in `DATA_DIR/keys/keys.json`, the first of which the service uses. */
export interface KeyStore {
  defaultKey: Key;
  /** By id or ARN. */
  find(reference: string): Key | undefined;
  create(): Key;
}

export function openKeyStore(dataDirectory: string, region: string): KeyStore {
  const directory = join(dataDirectory, 'keys');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'keys.json');
  const text = readOrCreateFile(file, () => JSON.stringify([newKey()], null, 2));
  const parsed = fileSchema.safeParse(parseStateFile(file, text));
  const [first] = parsed.data ?? [];
  if (!parsed.success || first === undefined) {
    throw new LocalError(
      `${file} is not a list of keys: restore it, or delete DATA_DIR, as what was encrypted is lost without it.`,
    );
  }
  const stored: StoredKey[] = parsed.data;
  const arn = (id: string) => `arn:aws:kms:${region}:000000000000:key/${id}`;
  const toKey = (key: StoredKey): Key => ({ ...key, arn: arn(key.id), material: Buffer.from(key.material, 'base64') });

  return {
    defaultKey: toKey(first),
    find(reference) {
      const found = stored.find((key) => key.id === reference || arn(key.id) === reference);
      return found && toKey(found);
    },
    create() {
      const key = newKey();
      stored.push(key);
      replaceFile(file, JSON.stringify(stored, null, 2));
      return toKey(key);
    },
  };
}

function newKey(): StoredKey {
  return {
    id: randomUUID(),
    createdAt: Math.floor(Date.now() / 1000),
    material: randomBytes(32).toString('base64'),
  };
}
