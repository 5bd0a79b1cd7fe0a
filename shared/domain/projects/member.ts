import * as z from 'zod';

/** A person's membership in a project. */
export const MemberRecord = z.object({
  organization_id: z.string(),
  project_id: z.string(),
  /** The subject of the identity. */
  user_id: z.string(),
  /** The member's name, as entered by the user who added the member. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type MemberRecord = z.infer<typeof MemberRecord>;
export type MemberId = Pick<MemberRecord, 'project_id' | 'user_id'>;
