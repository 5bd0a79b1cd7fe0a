import { COMPARISON_TRANSITIONS } from '../../shared/domain/comparisons/comparison.ts';
import { scheduledWorker } from '../../shared/queue/scheduled-worker.ts';
import { sweep } from '../../shared/queue/sweep.ts';
import { defineWorker, type HandleSchedule } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'sweep-comparisons',
  description: 'Queues comparisons again whose message was lost or whose worker died',
  schedule: { rateMinutes: 1 },
  timeoutSeconds: 60,
  memoryMegabytes: 512,
  uses: ['comparisons.busy', 'comparisons.write', 'queue.compare'],
});

export const handle: HandleSchedule<typeof worker> = (ports, run) =>
  sweep(
    'The comparison',
    {
      busy: ports['comparisons.busy'],
      leaseExtension: ({ organization_id, id }, owner) =>
        ports['comparisons.write'].leaseExtension(organization_id, id, owner),
      giveUp: ({ organization_id, id }, change, guard) =>
        ports['comparisons.write'].change(organization_id, id, change, {
          ...guard,
          transition: COMPARISON_TRANSITIONS.fail,
        }),
    },
    ({ organization_id, id }) => ports['queue.compare'].send({ organization_id, comparison_id: id }),
    run,
  );

export const handler = scheduledWorker(worker, handle);
