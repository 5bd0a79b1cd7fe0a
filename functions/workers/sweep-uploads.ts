import { TRANSITIONS } from '../../shared/domain/documents/transitions.ts';
import type { Awaited, StoredFile } from '../../shared/domain/due.ts';
import { environment } from '../../shared/environment.ts';
import { unlessTaken } from '../../shared/queue/holding-lease.ts';
import { scheduledWorker } from '../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule } from '../../shared/queue/worker.ts';
import { arrive } from './lib/arrive.ts';
import { eachDue } from './lib/each-due.ts';

/** Maximum records of one shard per run; the rest waits for the next run. */
const LIMIT = 500;

export const worker = defineWorker({
  id: 'sweep-uploads',
  description:
    'Finds files whose arrival event was lost, fails documents whose file never arrived, removes unregistered files',
  schedule: { rateMinutes: 1 },
  timeoutSeconds: 120,
  memoryMegabytes: 512,
  uses: [
    'documents.awaited',
    'documents.read',
    'documents.write',
    'uploads.expire',
    'files.arrived',
    'files.keep',
    'files.remove',
    'queue.process',
  ],
});

type Handle = HandleSchedule<typeof worker>;
type Ports = Parameters<Handle>[0];
type Run = Parameters<Handle>[1];

const isAwaiting = (status: string): boolean => (TRANSITIONS.miss.from as readonly string[]).includes(status);

/**
 * Checks a document that waits for its file. If the file exists, its event was lost; if the upload has expired, the
 * file will not arrive. Otherwise the document is checked again after as long as it has waited so far.
 */
const checkAwaited = async (awaited: Awaited, ports: Ports, run: Run): Promise<void> => {
  const { organization_id, id, since, until } = awaited;
  const record = await ports['documents.read'].get(organization_id, id);
  if (!record || !isAwaiting(record.processing_status)) return ports['documents.awaited'].settle(awaited);
  const writeId = `sweep:${run.requestId}:${id}`;
  const now = run.now.getTime();
  const pause = environment().SWEEP_AFTER_SECONDS * 1000;
  if (await arrive(record, ports, writeId)) return ports['documents.awaited'].settle(awaited);
  if (Date.parse(until) > now) {
    const age = Math.max(pause, now - Date.parse(since));
    const next = Math.min(now + age, Date.parse(until)) - pause;
    return ports['documents.awaited'].postpone(awaited, new Date(next).toISOString());
  }
  const change = { error: 'The file was not uploaded in time', error_detail: { code: 'not_uploaded' } };
  const guard = { transition: TRANSITIONS.miss, writeId, now: run.now };
  await unlessTaken(ports['documents.write'].change(organization_id, record.project_id, id, change, guard));
  await ports['documents.awaited'].settle(awaited);
};

/** Removes the file of a form whose registration was refused or never ran. */
const checkFile = async (file: StoredFile, ports: Ports): Promise<void> => {
  const record = await ports['documents.read'].get(file.organization_id, file.id);
  if (record?.store_path !== file.path) await ports['files.remove'].files([file.path]);
  await ports['uploads.expire'].settleFile(file);
};

export const handle: Handle = async (ports, run) => {
  const now = run.now.getTime();
  const before = new Date(now - environment().SWEEP_AFTER_SECONDS * 1000).toISOString();
  await eachDue(await ports['documents.awaited'].due(before, LIMIT), run, (awaited) =>
    checkAwaited(awaited, ports, run),
  );
  await eachDue(await ports['uploads.expire'].due(run.now.toISOString(), LIMIT), run, async (due) => {
    const upload = await ports['uploads.expire'].close(due);
    if (!upload) return ports['uploads.expire'].settle(due);
    await ports['files.arrived'].dropForm(upload.store_path);
    if (upload.document_id === null) await ports['files.remove'].files([upload.store_path]);
    await ports['uploads.expire'].remove(upload);
  });
  await eachDue(await ports['uploads.expire'].dueFiles(run.now.toISOString(), LIMIT), run, (file) =>
    checkFile(file, ports),
  );
};

export const handler = scheduledWorker(worker, handle);
