import * as z from 'zod';
import type { HandleMessage } from '../../../shared/queue/worker.ts';
import { defineWorker, queueWorker } from '../../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'snapshot-register',
  description: "Stores a project's register as it stands, from which functions start that read it for the first time",
  queue: 'snapshots',
  batchSize: 1,
  concurrency: 2,
  timeoutSeconds: 300,
  visibilityTimeoutSeconds: 320,
  maxReceiveCount: 3,
  memoryMegabytes: 1769,
  uses: ['register.snapshot'],
});

const Message = z.object({ organization_id: z.string(), project_id: z.string() });

/** Twice for one request only renews the snapshot once more. */
export const handle: HandleMessage<typeof worker, z.infer<typeof Message>> = async (message, ports) =>
  ports['register.snapshot'].renew(message.organization_id, message.project_id);

export const handler = queueWorker(worker, Message, handle);
