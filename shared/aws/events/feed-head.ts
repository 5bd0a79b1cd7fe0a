import * as z from 'zod';

/** The newest position of a feed. */
export const FeedHead = z.object({ position: z.int() });
