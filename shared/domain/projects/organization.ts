import * as z from 'zod';
import { PriceList } from '../comparisons/price-list.ts';
import { ChangedBy } from '../events/event.ts';
import { line, prose } from '../fields.ts';
import { User } from '../user.ts';

export const OrganizationName = line(256).trim().min(1);
export const OrganizationDescription = prose(8192);

/** A stored organization. Its id is the `org_id` in its users' tokens, and the tenant of all its records. */
export const OrganizationRecord = z.object({
  organization_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** The default prices of comparisons that have none of their own. */
  price_list: PriceList.nullable().default(null),
  created_by: User,
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: ChangedBy,
  record_version: z.int(),
  write_id: z.string(),
});
export type OrganizationRecord = z.infer<typeof OrganizationRecord>;
