import type { Environment } from '../../environment.ts';
import { required } from '../../environment.ts';
import type { Queue } from '../../ports.ts';
import { queueAt } from '../clients/queue.ts';

/** The queue of object arrivals, where the object store announces uploads as well. */
export const adapter = (environment: Environment): Queue<{ path: string }> =>
  queueAt(required(environment, 'UPLOAD_EVENTS_QUEUE_URL'));
