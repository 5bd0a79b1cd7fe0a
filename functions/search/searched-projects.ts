import type { Caller } from '../../shared/domain/access/caller.ts';
import type { ProjectAccess } from '../../shared/http/operation.ts';
import { requireProject } from '../../shared/http/require-project.ts';

/**
 * Returns the projects to search: the requested one, or all that the caller may see.
 * @throws NotFound alike for a missing project and for one that the caller may not see
 */
export const searchedProjects = async (
  request: { caller: Caller; projects: ProjectAccess },
  projectId: string | undefined,
): Promise<ReadonlySet<string> | 'all'> =>
  projectId === undefined ? request.projects.visible() : new Set([(await requireProject(request, projectId)).id]);
