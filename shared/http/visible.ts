import { NotFound, type Sought } from '../domain/errors.ts';
import type { ProjectAccess } from './operation.ts';

/**
 * Returns the record if the caller may see its project.
 * @param sought what the record is, if it is not the one at the end of the request's path
 * @throws NotFound for a missing record, another tenant's, and one of a project that the caller is not a member of
 */
export const visible = async <R extends { project_id: string }>(
  request: { projects: ProjectAccess },
  record: R | undefined,
  sought?: Sought,
): Promise<R> => {
  if (!record || !(await request.projects.allows(record.project_id))) throw NotFound.of(sought);
  return record;
};
