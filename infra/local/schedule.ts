import { randomUUID } from 'node:crypto';
import type { ScheduledEvent } from 'aws-lambda';
import { type AsyncHandler, invoke } from './invoke.ts';
import { waitAtMost } from './wait-at-most.ts';

export interface ScheduleOptions {
  id: string;
  handler: AsyncHandler<ScheduledEvent, unknown>;
  periodMinutes: number;
  timeoutSeconds: number;
  region: string;
  onError: (id: string, error: unknown) => void;
}

/** Longest period in milliseconds, because a user at one machine should not have to wait for minutes. */
const SLOWEST_MILLISECONDS = 15_000;

/** EventBridge's rule on one machine: runs at once and then at the given rate, never concurrently. */
export function startSchedule(options: ScheduleOptions): { stop(graceMilliseconds: number): Promise<void> } {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= runOnce(options).finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(run, Math.min(options.periodMinutes * 60_000, SLOWEST_MILLISECONDS)).unref();
  run();
  return {
    async stop(graceMilliseconds) {
      clearInterval(timer);
      await waitAtMost(graceMilliseconds, running);
    },
  };
}

async function runOnce({ id, handler, timeoutSeconds, region, onError }: ScheduleOptions): Promise<void> {
  const event: ScheduledEvent = {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [`arn:aws:events:${region}:000000000000:rule/${id}`],
    detail: {},
  };
  await invoke(handler, event, { name: id, timeoutMilliseconds: timeoutSeconds * 1000, region }).catch((error) =>
    onError(id, error),
  );
}
