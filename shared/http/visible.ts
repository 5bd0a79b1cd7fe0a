import { NotFound } from '../domain/errors.ts';
import type { ProjectAccess } from './operation.ts';

/**
 * The record, where the caller may see its project.
 * @throws NotFound for a missing one, another tenant's and one of a project the caller is no member of alike
 */
export const visible = async <R extends { project_id: string }>(
  request: { projects: ProjectAccess },
  record: R | undefined,
): Promise<R> => {
  if (!record || !(await request.projects.allows(record.project_id))) throw new NotFound();
  return record;
};
