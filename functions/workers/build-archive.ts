import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { archivePath, namesInArchive } from '../../shared/domain/transmittals/archive.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';
import { inTemporaryFolder } from '../../shared/temporary-folder.ts';
import { type ArchiveEntry, writeArchive } from './build-archive/write-archive.ts';

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
  // A project that was deleted meanwhile has had its archives removed.
  if (!(await ports['transmittals.read'].get(organization_id, transmittal_id)))
    await ports['files.write'].delete([path]);
};

export const handler = queueWorker(worker, handle);
