import type { Caller } from '../domain/access/caller.ts';
import { NotFound } from '../domain/errors.ts';
import type { ProjectRecord } from '../domain/projects/project.ts';
import type { Ports } from '../ports.ts';
import type { ProjectAccess } from './operation.ts';

/**
 * Returns the project with that id in the caller's organization. Existence and membership are read concurrently.
 * @throws NotFound unless it exists and the caller may see it; the two cases cannot be distinguished
 */
export const requireProject = async (
  { caller, projects: access }: { caller: Caller; projects: ProjectAccess },
  projects: Ports['projects.read'],
  projectId: string,
): Promise<ProjectRecord> => {
  const [project, allowed] = await Promise.all([
    projects.get(caller.organizationId, projectId),
    access.allows(projectId),
  ]);
  if (!project || !allowed) throw new NotFound();
  return project;
};
