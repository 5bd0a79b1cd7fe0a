import { log } from '../../shared/log.ts';
import type { Ports } from '../../shared/ports.ts';
import type { ReceivedMessage } from '../../shared/queue/messages.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage, type MessageRun } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'run-batch',
  description: 'Runs a part of a scheduled job over all organizations, and leaves the rest to another run',
  queue: 'batches',
  timeoutSeconds: 300,
  memoryMegabytes: 512,
  uses: ['digests.due', 'digests.write', 'queue.mail', 'search.known', 'queue.search', 'queue.batches'],
});

type BatchPorts = Pick<Ports, (typeof worker.uses)[number]>;
type Batch = ReceivedMessage<'batches'>;

/** The result of a run. */
interface Outcome {
  /** Messages sent. */
  sent: number;
  /** The message that continues the work in another run; undefined if nothing remains. */
  rest: Batch | undefined;
}

/** Records per read, and messages sent concurrently. */
const PAGE = 100;
const PARALLEL = 16;
/** Milliseconds before the deadline after which a run leaves the rest to another one. */
const RESERVE = 60_000;

const inParallel = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  for (let start = 0; start < all.length; start += PARALLEL) {
    await Promise.all(all.slice(start, start + PARALLEL).map(work));
  }
};

/** Requests the digests of a shard. A digest requested twice is sent once, because its id contains its day. */
const requestDigests = async (
  batch: Extract<Batch, { job: 'digests' }>,
  ports: BatchPorts,
  isOver: () => boolean,
): Promise<Outcome> => {
  const digest_day = batch.before.slice(0, 10);
  for (let sent = 0; ; ) {
    const due = await ports['digests.due'].list(batch.shard, batch.before, PAGE);
    await inParallel(due, async (one) => {
      await ports['queue.mail'].send({ organization_id: one.organization_id, subscriber: one.id, digest_day });
      await ports['digests.write'].asked(one);
    });
    sent += due.length;
    if (due.length < PAGE) return { sent, rest: undefined };
    // Requested digests are no longer due, so the rest begins where this run ends.
    if (isOver()) return { sent, rest: batch };
  }
};

/** Requests maintenance of search indexes, in the order of their organizations. */
const tendIndexes = async (
  { after }: Extract<Batch, { job: 'indexes' }>,
  ports: BatchPorts,
  run: MessageRun,
  isOver: () => boolean,
): Promise<Outcome> => {
  const known = ports['search.known'];
  let last = after ?? undefined;
  for (let sent = 0; ; ) {
    const page = await known.page(last, PAGE);
    const untended = await known.untended(page, run.now);
    await inParallel(untended, (organization_id) => ports['queue.search'].send({ organization_id, task: 'compact' }));
    sent += untended.length;
    last = page.at(-1);
    if (last === undefined || page.length < PAGE) return { sent, rest: undefined };
    if (isOver()) return { sent, rest: { job: 'indexes', after: last } };
  }
};

export const handle: HandleMessage<typeof worker> = async (batch, ports, run) => {
  const isOver = () => Date.now() > run.deadline - RESERVE;
  const { sent, rest } = await (batch.job === 'digests'
    ? requestDigests(batch, ports, isOver)
    : tendIndexes(batch, ports, run, isOver));
  if (rest) await ports['queue.batches'].send(rest);
  if (sent > 0) log('info', 'batch run', { ...batch, sent, is_done: rest === undefined });
};

export const handler = queueWorker(worker, handle);
