/** What a worker says about itself in `functions/workers/registry.ts`, as far as the machine needs it. */
export interface QueueSettings {
  name: string;
  visibilityTimeoutSeconds: number;
  maxReceiveCount: number;
}

/** Queues that operations write to whether or not a worker for them exists. */
const standingQueues = ['process', 'compare', 'upload-events', 'ocr'];

const deadLetterSuffix = '-dlq';

export const deadLetterQueueOf = (name: string): string => `${name}${deadLetterSuffix}`;

/** `upload-events` → `UPLOAD_EVENTS_QUEUE_URL` */
export const queueUrlVariable = (name: string): string => `${name.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`;

/** The settings of every queue: the standing ones and those that workers name, each with what its worker says. */
export function queueSettings(workers: readonly (Partial<QueueSettings> & { queue: string })[]): QueueSettings[] {
  const names = new Set([...standingQueues, ...workers.map((worker) => worker.queue.replace(/-dlq$/, ''))]);
  return [...names].map((name) => {
    const worker = workers.find((candidate) => candidate.queue === name);
    return {
      name,
      visibilityTimeoutSeconds: worker?.visibilityTimeoutSeconds ?? 900,
      maxReceiveCount: worker?.maxReceiveCount ?? 3,
    };
  });
}
