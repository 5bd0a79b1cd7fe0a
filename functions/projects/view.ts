import * as z from 'zod';
import type { ProjectRecord } from '../../shared/domain/projects/project.ts';
import { ProjectStatus } from '../../shared/domain/projects/project.ts';

/** A project as the interface shows it. */
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
});
