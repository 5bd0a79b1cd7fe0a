import * as z from 'zod';
import { updatedBy } from '../../shared/domain/events/event.ts';
import type { MemberRecord } from '../../shared/domain/projects/member.ts';
import type { ProjectRecord } from '../../shared/domain/projects/project.ts';
import { ProjectStatus } from '../../shared/domain/projects/project.ts';

/** A project as it appears in responses. */
export const Project = z
  .object({
    id: z.string(),
    _id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: ProjectStatus,
    organization_id: z.string(),
    created_at: z.string().meta({ format: 'date-time' }),
    updated_at: z.string().meta({ format: 'date-time' }),
    updated_by: updatedBy,
  })
  .meta({ id: 'Project' });

export const toProject = (record: ProjectRecord): z.input<typeof Project> => ({
  id: record.id,
  _id: record.id,
  name: record.name,
  description: record.description,
  status: record.status,
  organization_id: record.organization_id,
  created_at: record.created_at,
  updated_at: record.updated_at,
  updated_by: record.updated_by ?? null,
});

/** A membership as it appears in responses. */
export const Member = z
  .object({
    _id: z.string(),
    user_id: z.string(),
    project_id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    created_at: z.string().meta({ format: 'date-time' }),
    updated_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'Member' });

export const toMember = (record: MemberRecord): z.input<typeof Member> => ({
  _id: record.user_id,
  user_id: record.user_id,
  project_id: record.project_id,
  name: record.name,
  email: record.email,
  created_at: record.created_at,
  updated_at: record.updated_at,
});
