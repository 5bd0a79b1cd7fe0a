import * as z from 'zod';

/** The access that a sealed link gives to its holder, based on the rights of the user for whom it was made. */
export const LinkTarget = z.object({
  organization_id: z.string(),
  project_id: z.string(),
  /** The record that the file belongs to. */
  record: z.object({ type: z.enum(['document', 'drawing_comparison', 'report']), id: z.string() }),
  path: z.string(),
  filename: z.string(),
  /** Displayed in the browser instead of downloaded. */
  inline: z.boolean().optional(),
  /** The subject of that user, whose access is checked whenever the link is opened. */
  holder: z.string(),
  /** Epoch milliseconds. */
  until: z.number(),
});
export type LinkTarget = z.infer<typeof LinkTarget>;
