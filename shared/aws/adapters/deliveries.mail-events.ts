import { deliveriesAdapter } from '../clients/deliveries.ts';

export const adapter = deliveriesAdapter('mail-events');
