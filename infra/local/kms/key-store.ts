import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readOrCreateFile, replaceFile } from '../data-directory.ts';
import { databaseFile } from '../dynamodb/database.ts';
import { LocalError } from '../local-error.ts';

const fileSchema = z.array(z.object({ id: z.uuid(), createdAt: z.number(), material: z.base64().length(44) }));
type StoredKey = z.infer<typeof fileSchema>[number];

export interface MasterKey {
  id: string;
  arn: string;
  /** Epoch seconds. */
  createdAt: number;
  material: Buffer;
}

/** The keys in `DATA_DIR/keys/keys.json`; the service uses the first one. */
export interface KeyStore {
  defaultKey: MasterKey;
  /** Finds a key by id or ARN. */
  find(reference: string): MasterKey | undefined;
  create(): MasterKey;
}

/**
 * Reads the keys, or creates the first one in a new data directory.
 * @throws LocalError if the keys are damaged, or missing from a directory that has records
 */
export function openKeyStore(dataDirectory: string, region: string): KeyStore {
  const directory = join(dataDirectory, 'keys');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'keys.json');
  // In a new directory, the keys are created before the database.
  if (!existsSync(file) && existsSync(databaseFile(dataDirectory))) throw withoutKeys(file, 'is missing');
  const text = readOrCreateFile(file, () => JSON.stringify([newKey()], null, 2));
  const parsed = fileSchema.safeParse(jsonOf(text));
  const [first] = parsed.data ?? [];
  if (!parsed.success || first === undefined) throw withoutKeys(file, 'is damaged');
  const stored: StoredKey[] = parsed.data;
  const arn = (id: string) => `arn:aws:kms:${region}:000000000000:key/${id}`;
  const toKey = (key: StoredKey): MasterKey => ({
    ...key,
    arn: arn(key.id),
    material: Buffer.from(key.material, 'base64'),
  });

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

const withoutKeys = (file: string, state: string): LocalError =>
  new LocalError(
    `${file} ${state}: without these keys, stored credentials of external systems cannot be read and links in sent mails cannot be opened. Restore the file from a backup, or start with another DATA_DIR.`,
  );

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function newKey(): StoredKey {
  return {
    id: randomUUID(),
    createdAt: Math.floor(Date.now() / 1000),
    material: randomBytes(32).toString('base64'),
  };
}
