import { deliveriesAdapter } from '../clients/deliveries.ts';

export const adapter = deliveriesAdapter('batches');
