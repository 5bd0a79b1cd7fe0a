import { queueAdapter } from '../clients/queue.ts';

export const adapter = queueAdapter('batches');
