import * as z from 'zod';

/**
 * An address to which no more mail is sent. SES counts bounces and complaints for the whole account, so the record
 * belongs to no organization, and none can read it. It is found by a hash and does not contain the address.
 */
export const SuppressionRecord = z.object({
  organization_id: z.string(),
  /** `addressHash` of the address. */
  id: z.string(),
  reason: z.enum(['bounce', 'complaint']),
  /** The reason given by SES. */
  detail: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type SuppressionRecord = z.infer<typeof SuppressionRecord>;
