import { REPORT_TRANSITIONS } from '../../shared/domain/reports/report.ts';
import { scheduledWorker } from '../../shared/queue/scheduled-worker.ts';
import { sweep } from '../../shared/queue/sweep.ts';
import { defineWorker, type HandleSchedule } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'sweep-reports',
  description: 'Queues reports again whose message was lost or whose worker died',
  schedule: { rateMinutes: 1 },
  timeoutSeconds: 60,
  memoryMegabytes: 512,
  uses: ['reports.busy', 'reports.write', 'queue.reports'],
});

export const handle: HandleSchedule<typeof worker> = (ports, run) =>
  sweep(
    'The report',
    {
      busy: ports['reports.busy'],
      leaseExtension: ({ organization_id, id }, owner) =>
        ports['reports.write'].leaseExtension(organization_id, id, owner),
      giveUp: ({ organization_id, id }, change, guard) =>
        ports['reports.write'].change(organization_id, id, change, { ...guard, transition: REPORT_TRANSITIONS.fail }),
    },
    ({ organization_id, id }) => ports['queue.reports'].send({ organization_id, report_id: id }),
    run,
  );

export const handler = scheduledWorker(worker, handle);
