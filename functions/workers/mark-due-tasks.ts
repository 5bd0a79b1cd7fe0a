import { awaitsDueDate } from '../../shared/domain/tasks/task.ts';
import type { Ports } from '../../shared/ports.ts';
import { unlessTaken } from '../../shared/queue/holding-lease.ts';
import { scheduledWorker } from '../../shared/queue/scheduled-worker.ts';
import { defineWorker, type HandleSchedule, type Run } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'mark-due-tasks',
  description: 'Marks tasks whose due date has passed, each once',
  // Before the daily digests, which report the tasks that became due.
  schedule: { dailyAt: '05:00' },
  timeoutSeconds: 300,
  memoryMegabytes: 512,
  uses: ['tasks.due', 'tasks.read', 'tasks.write'],
  task: {
    agent: 'notifications',
    name: 'Mark tasks that are due',
    shownBy: 'get-task',
    steps: [
      'Finds tasks whose due date has passed, in the order of their dates.',
      'Marks each of them once, with a write conditional on the version that was read.',
    ],
  },
});

type Used = Pick<Ports, (typeof worker.uses)[number]>;
type Due = Awaited<ReturnType<Ports['tasks.due']['list']>>[number];

/** Tasks read per shard at a time, and tasks marked concurrently. */
const LIMIT = 100;
const AT_ONCE = 10;

/**
 * Marks the task with a write conditional on the version that was read, unless it is no longer due.
 * @returns whether this run marked it
 */
const mark = async ({ organization_id, id }: Due, ports: Used, run: Run): Promise<boolean> => {
  const task = await ports['tasks.read'].get(organization_id, id);
  const now = run.now.toISOString();
  if (!task || !awaitsDueDate(task) || task.due_date === null || task.due_date > now) return false;
  const marked = await unlessTaken(
    ports['tasks.write'].change(
      organization_id,
      id,
      { became_due_at: now },
      { ifVersion: task.record_version, writeId: `due:${run.requestId}`, now: run.now },
    ),
  );
  return marked !== undefined;
};

/** Repeats until nothing is due; if a round marks nothing, the rest is left to the next run. */
export const handle: HandleSchedule<typeof worker> = async (ports, run) => {
  for (let marked = 1; marked > 0 && Date.now() < run.deadline; ) {
    const due = await ports['tasks.due'].list(run.now.toISOString(), LIMIT);
    marked = 0;
    while (due.length > 0) {
      const some = await Promise.all(due.splice(0, AT_ONCE).map((task) => mark(task, ports, run)));
      marked += some.filter(Boolean).length;
    }
  }
};

export const handler = scheduledWorker(worker, handle);
