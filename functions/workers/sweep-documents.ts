import { TRANSITIONS } from '../../shared/domain/documents/transitions.ts';
import { scheduledWorker } from '../../shared/queue/scheduled-worker.ts';
import { sweep } from '../../shared/queue/sweep.ts';
import { defineWorker, type HandleSchedule } from '../../shared/queue/worker.ts';
import { RECOGNITION_PORTS, sweepRecognition } from './sweep-documents/sweep-recognition.ts';

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
