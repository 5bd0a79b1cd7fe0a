import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { Zip, ZipPassThrough } from 'fflate';
import { archivePath, namesInArchive } from '../../shared/domain/transmittals/archive.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';
import { inTemporaryFolder } from '../../shared/temporary-folder.ts';

/** A file to be added under a name; `open` returns the path of a local copy, which `close` removes. */
interface ArchiveEntry {
  name: string;
  open(): Promise<string>;
  close(file: string): Promise<void>;
}

/** The earliest time that ZIP files can state, so that the same files give the same archive. */
const NO_TIME = new Date(1980, 0, 1);

/**
 * Writes a ZIP file with the entries, one local copy at a time. They are stored without compression, since PDF files and
 * images are compressed already.
 * @throws the error of an entry, or of the signal
 */
const writeArchive = async (file: string, entries: Iterable<ArchiveEntry>, signal: AbortSignal): Promise<void> => {
  const output = createWriteStream(file);
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else output.write(chunk);
  });
  try {
    for (const { name, open, close } of entries) {
      const local = await open();
      const entry = new ZipPassThrough(name);
      entry.mtime = NO_TIME;
      zip.add(entry);
      for await (const chunk of createReadStream(local, { highWaterMark: 1024 * 1024 })) {
        signal.throwIfAborted();
        entry.push(chunk as Uint8Array);
        if (failure) throw failure;
        if (output.writableNeedDrain) await once(output, 'drain', { signal });
      }
      entry.push(new Uint8Array(), true);
      await close(local);
    }
    zip.end();
    output.end();
    await finished(output);
  } finally {
    output.destroy();
  }
};

export const worker = defineWorker({
  id: 'build-archive',
  description: 'Builds the ZIP files of transmittals',
  queue: 'archives',
  timeoutSeconds: 840,
  memoryMegabytes: 1769,
  uses: ['transmittals.read', 'documents.read', 'files.read', 'files.write'],
});

/**
 * Builds the archive, unless it exists. The path states which documents it contains: a request for another selection
 * than the current one, in which a document has since been deleted or restored, is dropped.
 */
export const handle: HandleMessage<typeof worker> = async ({ organization_id, transmittal_id, path }, ports, run) => {
  const record = await ports['transmittals.read'].get(organization_id, transmittal_id);
  if (!record) return;
  const ids = record.documents.map(({ document_id }) => document_id);
  const found = await ports['documents.read'].getMany(organization_id, ids);
  const stands = found.map((document) => document?.project_id === record.project_id && !document.is_deleted);
  const withdrawn = new Set(ids.filter((_, i) => !stands[i]));
  if (archivePath(record, withdrawn) !== path || (await ports['files.read'].head(path))) return;

  const names = namesInArchive(record.documents);
  await inTemporaryFolder(async (folder) => {
    const local = join(folder, 'document');
    const entries = found.flatMap((document, i): ArchiveEntry[] => {
      if (!document || !stands[i]) return [];
      const open = async () => {
        await ports['files.read'].download(document.store_path, local);
        return local;
      };
      return [{ name: names[i] as string, open, close: (file) => rm(file) }];
    });
    const file = join(folder, 'archive.zip');
    await writeArchive(file, entries, run.signal);
    await ports['files.write'].putFile(path, file, 'application/zip');
  });
  // The archives of a project that was deleted in the meantime have been removed.
  if (!(await ports['transmittals.read'].get(organization_id, transmittal_id)))
    await ports['files.write'].delete([path]);
};

export const handler = queueWorker(worker, handle);
