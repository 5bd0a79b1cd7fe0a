import type { Context, ScheduledEvent } from 'aws-lambda';
import { portsFor } from '../http/provide.ts';
import { errorFields, log } from '../log.ts';
import type { PortName, Ports } from '../ports.ts';
import { startRun, working } from './run.ts';
import type { HandleSchedule, ScheduledWorker } from './worker.ts';

/**
 * Returns the Lambda handler of a scheduled function. An error fails the invocation, which raises the schedule's alarm.
 */
export const scheduledWorker =
  <const W extends ScheduledWorker>(
    worker: W,
    handle: HandleSchedule<W>,
  ): ((event: ScheduledEvent, context: Context) => Promise<void>) =>
  async (_event, context) => {
    const { run, ended, stop } = startRun(context);
    const started = performance.now();
    const fields = { request_id: run.requestId, worker: worker.id };
    try {
      const ports = portsFor(worker.uses) as Pick<Ports, PortName> as Pick<Ports, W['uses'][number]>;
      await Promise.race([working(worker, () => handle(ports, run)), ended]);
      // Most runs find nothing to do; those that do log it themselves.
      log('debug', 'run done', { ...fields, duration_ms: Math.round(performance.now() - started) });
    } catch (error) {
      log('error', 'run failed', { ...fields, ...errorFields(error) });
      throw error;
    } finally {
      stop();
    }
  };
