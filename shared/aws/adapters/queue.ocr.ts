import type { Environment } from '../../environment.ts';
import { required } from '../../environment.ts';
import type { ProcessMessage, Queue } from '../../ports.ts';
import { queueAt } from '../clients/queue.ts';

export const adapter = (environment: Environment): Queue<ProcessMessage> =>
  queueAt(required(environment, 'OCR_QUEUE_URL'));
