import * as z from 'zod';

/**
 * An address that no mail goes to any more. SES counts bounces and complaints against the whole account, so the record
 * belongs to no organization, and none can read it. It is found by a hash and does not hold the address.
 */
export const SuppressionRecord = z.object({
  organization_id: z.string(),
  /** `addressHash` of the address. */
  id: z.string(),
  reason: z.enum(['bounce', 'complaint']),
  /** What SES said. */
  detail: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type SuppressionRecord = z.infer<typeof SuppressionRecord>;
