import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { folderOfOrganization } from '../../shared/aws/search/folders.ts';
import { inParallel } from './in-parallel.ts';
import type { PurgeReport } from './purge-tenant.ts';
import type { Target } from './target.ts';
import { objectsOf } from './tenant.ts';
import { partsOf, type TenantPart } from './tenant-parts.ts';

/** Projects, and files, read concurrently. */
const PARALLEL = 8;

/** Converts binary values to base64 and sets to lists. */
const plain = (_name: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return value instanceof Set ? [...value] : value;
};

/** Describes the export in a folder. */
const Manifest = z.object({
  organization_id: z.string(),
  /** ISO 8601. */
  begun_at: z.string(),
  /** Null until the export is complete. */
  ended_at: z.string().nullable(),
  records: z.int(),
  files: z.int(),
});
type Manifest = z.infer<typeof Manifest>;

/**
 * Starts an export, or continues an interrupted one.
 * @throws Error if the folder contains another export or a complete one
 */
const openFolder = async (folder: string, organizationId: string): Promise<Manifest> => {
  const path = join(folder, MANIFEST);
  await mkdir(join(folder, 'records'), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) {
    const begun_at = new Date().toISOString();
    return { organization_id: organizationId, begun_at, ended_at: null, records: 0, files: 0 };
  }
  const manifest = Manifest.parse(JSON.parse(await readFile(path, 'utf8')));
  if (manifest.organization_id !== organizationId) {
    throw new Error(`${folder} has an export of ${manifest.organization_id}: choose another folder`);
  }
  if (manifest.ended_at) throw new Error(`${folder} has an export of ${manifest.ended_at}: choose another folder`);
  return { ...manifest, records: 0, files: 0 };
};
const MANIFEST = 'export.json';

const save = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });

/** Writes a file atomically. */
const writeWhole = async (
  path: string,
  content: Iterable<string> | AsyncIterable<string> | Readable,
): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.unfinished`;
  await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }));
  await rename(unfinished, path);
};

async function* lines(part: TenantPart): AsyncGenerator<string> {
  // Credentials can only be decrypted with the stage's key, and counters are not the tenant's data.
  for await (const { of, item } of part.items()) if (of === 'table') yield `${JSON.stringify(item, plain)}\n`;
}

const countLines = async (path: string): Promise<number> => {
  let count = 0;
  for await (const _line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    count++;
  return count;
};

/**
 * Writes the data of a tenant to a folder: `records/`, a file of JSON lines for each project and one for the
 * organization; `files/` with the current version of each object under its path; `export.json`, which describes the
 * export and states whether it is complete. An interrupted export continues in the same folder with the missing parts
 * and files. Search indexes, which are derived from the rest, and credentials, which only the stage's key can decrypt,
 * are omitted.
 *
 * @throws Error if the folder contains an export of another tenant, or a complete one
 */
export const exportTenant = async (
  target: Target,
  organizationId: string,
  folder: string,
  report: PurgeReport = () => {},
): Promise<{ records: number; files: number }> => {
  const manifest = await openFolder(folder, organizationId);
  await save(folder, manifest);
  await inParallel(await partsOf(target, organizationId), PARALLEL, async (part) => {
    const path = join(folder, 'records', `${part.name}.jsonl`);
    if (!existsSync(path)) await writeWhole(path, lines(part));
    // Added after the await, because other parts are counted concurrently.
    const count = await countLines(path);
    manifest.records += count;
    report(`${part.name}: ${manifest.records} records so far`);
  });
  const { bucket } = target;
  const index = `${folderOfOrganization(organizationId)}/`;
  async function* paths() {
    const seen = new Set<string>();
    for await (const { path } of objectsOf(bucket, organizationId)) {
      if (path.startsWith(index) || seen.has(path)) continue;
      seen.add(path);
      yield path;
    }
  }
  await inParallel(paths(), PARALLEL, async (path) => {
    // Paths are generated by the service with encoded segments, but a segment consisting of dots would leave the
    // folder.
    const place = join(folder, 'files', ...path.split('/').map((part) => (/^\.+$/.test(part) ? `_${part}` : part)));
    if (!existsSync(place)) {
      const found = await bucket.client
        .send(new GetObjectCommand({ Bucket: bucket.name, Key: path }))
        .catch((error) => {
          if ((error as Error).name === 'NoSuchKey') return undefined;
          throw error;
        });
      if (!found?.Body) return;
      await writeWhole(place, found.Body as Readable);
    }
    manifest.files++;
    if (manifest.files % 1_000 === 0) report(`${manifest.files} files so far`);
  });
  await save(folder, { ...manifest, ended_at: new Date().toISOString() });
  return { records: manifest.records, files: manifest.files };
};
