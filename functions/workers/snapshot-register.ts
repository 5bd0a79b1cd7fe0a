import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'snapshot-register',
  description: "Stores a snapshot of a project's register, from which functions start that read it for the first time",
  queue: 'snapshots',
  timeoutSeconds: 300,
  memoryMegabytes: 1769,
  uses: ['register.snapshot'],
});

/** Running it twice only renews the snapshot again. */
export const handle: HandleMessage<typeof worker> = async (message, ports) =>
  ports['register.snapshot'].renew(message.organization_id, message.project_id);

export const handler = queueWorker(worker, handle);
