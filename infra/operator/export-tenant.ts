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
import type { Report } from './purge-tenant.ts';
import type { Target } from './target.ts';
import { objectsOf } from './tenant.ts';
import { type Part, partsOf } from './tenant-parts.ts';

/** Projects, and files, that are read at the same time. */
const PARALLEL = 8;

/** Binary values as base64, sets as lists. */
const plain = (_name: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return value instanceof Set ? [...value] : value;
};

/** Says what a folder is the export of. */
const Manifest = z.object({
  organization_id: z.string(),
  /** ISO 8601. */
  begun_at: z.string(),
  /** Null until all of it is there. */
  ended_at: z.string().nullable(),
  records: z.int(),
  files: z.int(),
});
type Manifest = z.infer<typeof Manifest>;

/** Begins an export, or goes on with an interrupted one. @throws Error where the folder has another one, or a whole one */
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

/** Writes a file that is there as a whole or not at all. */
const writeWhole = async (
  path: string,
  content: Iterable<string> | AsyncIterable<string> | Readable,
): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.unfinished`;
  await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }));
  await rename(unfinished, path);
};

async function* lines(part: Part): AsyncGenerator<string> {
  // Credentials open with the stage's key alone, and counters say nothing of the tenant's.
  for await (const { of, item } of part.items()) if (of === 'table') yield `${JSON.stringify(item, plain)}\n`;
}

const countLines = async (path: string): Promise<number> => {
  let count = 0;
  for await (const _line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    count++;
  return count;
};

/**
 * Writes what a tenant has into a folder: `records/`, a file of JSON lines for each project and one for the organization;
 * `files/` with the current version of each object under its path; `export.json`, which says what it is and whether it
 * is whole. An export that was interrupted goes on, in the same folder, with the parts and files that are missing. Left
 * out are search indexes, which are made of the rest, and credentials, which open with the stage's key alone.
 *
 * @throws Error where the folder has an export of another tenant, or one that is whole
 */
export const exportTenant = async (
  target: Target,
  organizationId: string,
  folder: string,
  report: Report = () => {},
): Promise<{ records: number; files: number }> => {
  const manifest = await openFolder(folder, organizationId);
  await save(folder, manifest);
  await inParallel(await partsOf(target, organizationId), PARALLEL, async (part) => {
    const path = join(folder, 'records', `${part.name}.jsonl`);
    if (!existsSync(path)) await writeWhole(path, lines(part));
    // Added after the wait: other parts count meanwhile.
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
    // A path is the service's own and its parts are encoded; a name of dots alone would leave the folder all the same.
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
