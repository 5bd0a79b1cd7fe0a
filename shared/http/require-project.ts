import { NotFound, type Sought } from '../domain/errors.ts';
import type { ProjectRecord } from '../domain/projects/project.ts';
import type { ProjectAccess } from './operation.ts';

/**
 * Returns the project with that id in the caller's organization; one request reads it with the caller's membership.
 * @param sought how the request names the project, if its path ends with another record
 * @throws NotFound unless it exists and the caller may see it; the two cases cannot be distinguished
 */
export const requireProject = async (
  { projects }: { projects: ProjectAccess },
  projectId: string,
  sought?: Sought,
): Promise<ProjectRecord> => {
  const project = await projects.visibleProject(projectId);
  if (!project) throw NotFound.of(sought);
  return project;
};
