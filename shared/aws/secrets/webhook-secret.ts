import * as z from 'zod';

/** Distinguishes secrets of webhooks from other data sealed with the same key. */
export const WEBHOOK_CONTEXT = { purpose: 'webhook-secret' };

/** A secret as it is sealed: copied to another subscription, it does not open. */
export const SealedSecret = z.object({ organization_id: z.string(), id: z.string(), secret: z.string() });
