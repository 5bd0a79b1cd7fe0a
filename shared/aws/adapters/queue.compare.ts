import type { Environment } from '../../environment.ts';
import { required } from '../../environment.ts';
import type { CompareMessage, Queue } from '../../ports.ts';
import { queueAt } from '../clients/queue.ts';

export const adapter = (environment: Environment): Queue<CompareMessage> =>
  queueAt(required(environment, 'COMPARE_QUEUE_URL'));
