import * as z from 'zod';

/** What a sealed link gives to whoever holds it, on the right of the user for whom it was made. */
export const LinkTarget = z.object({
  organization_id: z.string(),
  project_id: z.string(),
  /** The record whose file it is. */
  record: z.object({ type: z.enum(['document', 'drawing_comparison', 'report']), id: z.string() }),
  path: z.string(),
  filename: z.string(),
  /** Shown in the browser instead of downloaded. */
  inline: z.boolean().optional(),
  /** The subject of that user, whose access is checked whenever the link is opened. */
  holder: z.string(),
  /** Epoch milliseconds. */
  until: z.number(),
});
export type LinkTarget = z.infer<typeof LinkTarget>;
