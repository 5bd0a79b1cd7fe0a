import { processingRun } from '../../shared/domain/documents/processing-run.ts';
import { TRANSITIONS } from '../../shared/domain/documents/transitions.ts';
import type { Unread } from '../../shared/domain/due.ts';
import { environment } from '../../shared/environment.ts';
import type { Ports } from '../../shared/ports.ts';
import { MAXIMUM_ATTEMPTS } from '../../shared/queue/holding-lease.ts';
import { scheduledWorker } from '../../shared/queue/scheduled-worker.ts';
import { sweep, waitingFrom } from '../../shared/queue/sweep.ts';
import type { Run } from '../../shared/queue/worker.ts';
import { defineWorker, type HandleSchedule } from '../../shared/queue/worker.ts';
import { eachDue } from './lib/each-due.ts';
import { giveUp, RECOGNITION } from './recognise-text/recognition.ts';

/** The ports that sweeping text recognition needs, for `uses`. */
const RECOGNITION_PORTS = [
  'documents.unread',
  'documents.read',
  'documents.write',
  'slices.write',
  'queue.ocr',
] as const;
type RecognitionPorts = Pick<Ports, (typeof RECOGNITION_PORTS)[number]>;

/** Maximum records of one shard per run; the rest waits for the next run. */
const LIMIT = 100;

/**
 * Queues pages again whose message was lost or whose workers died, first after a pause, then after twice that time, and
 * so on; if slices were finished in the meantime, it only waits. Pages at which workers keep dying are given up, so
 * that the document becomes `partial` instead of remaining `recognising` forever.
 */
const checkUnread = async (unread: Unread, ports: RecognitionPorts, run: Run): Promise<void> => {
  const { organization_id, id: document_id, since } = unread;
  const record = await ports['documents.read'].get(organization_id, document_id);
  if (record?.text_status !== 'recognising' || processingRun(record) !== unread.run) {
    return ports['documents.unread'].settle(unread);
  }
  const plan = await ports['slices.write'].get(organization_id, document_id, RECOGNITION);
  const [rounds, finished] = plan?.run === unread.run ? [plan.rounds, plan.finished.size] : [0, 0];
  if (rounds >= MAXIMUM_ATTEMPTS) {
    await giveUp(record, 'interrupted', ports);
    return ports['documents.unread'].settle(unread);
  }
  const { project_id } = record;
  const waits = record.is_deleted || finished > unread.finished;
  if (!waits) await ports['queue.ocr'].send({ organization_id, project_id, document_id });
  await ports['documents.unread'].postpone(unread, { at: waitingFrom(since, run.now), finished });
};

/** Checks the documents whose scanned pages have been waiting for some time. */
const sweepRecognition = async (ports: RecognitionPorts, run: Run): Promise<void> => {
  const before = new Date(run.now.getTime() - environment().SWEEP_AFTER_SECONDS * 1000).toISOString();
  const due = await ports['documents.unread'].due(before, LIMIT);
  await eachDue(due, run, (unread) => checkUnread(unread, ports, run));
};

export const worker = defineWorker({
  id: 'sweep-documents',
  description: 'Queues documents again whose message was lost or whose worker died',
  schedule: { rateMinutes: 1 },
  timeoutSeconds: 60,
  memoryMegabytes: 512,
  uses: [...RECOGNITION_PORTS, 'documents.busy', 'queue.process'],
});

export const handle: HandleSchedule<typeof worker> = async (ports, run) => {
  await sweepRecognition(ports, run);
  await sweep(
    'Processing',
    {
      busy: ports['documents.busy'],
      leaseExtension: ({ organization_id, document_id }, owner) =>
        ports['documents.write'].leaseExtension(organization_id, document_id, owner),
      giveUp: ({ organization_id, project_id, document_id }, change, guard) =>
        ports['documents.write'].change(organization_id, project_id, document_id, change, {
          ...guard,
          transition: TRANSITIONS.fail,
        }),
    },
    ({ organization_id, project_id, document_id }) =>
      ports['queue.process'].send({ organization_id, project_id, document_id }),
    run,
  );
};

export const handler = scheduledWorker(worker, handle);
