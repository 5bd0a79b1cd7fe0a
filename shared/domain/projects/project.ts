import * as z from 'zod';
import { ChangedBy } from '../events/event.ts';
import { line, prose } from '../fields.ts';
import { User } from '../user.ts';

const PROJECT_STATUSES = ['planning', 'active', 'on_hold', 'completed', 'archived'] as const;
export const ProjectStatus = z.enum(PROJECT_STATUSES);

export const ProjectName = line(256).trim().min(1);
export const ProjectDescription = prose(8192);

/** A stored project. */
export const ProjectRecord = z.object({
  id: z.string(),
  organization_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  status: ProjectStatus,
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: ChangedBy,
  created_by: User,
  record_version: z.int(),
  write_id: z.string(),
});
export type ProjectRecord = z.infer<typeof ProjectRecord>;
