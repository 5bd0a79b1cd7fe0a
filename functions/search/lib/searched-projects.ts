import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import { requireProject } from '../../../shared/http/require-project.ts';
import type { Ports } from '../../../shared/ports.ts';

/**
 * The projects that a search looks at: the one that is asked for, or all that the caller may see.
 * @throws NotFound for a project that is missing and for one the caller may not see alike
 */
export const searchedProjects = async (
  request: { caller: Caller; projects: ProjectAccess },
  ports: Pick<Ports, 'projects.read'>,
  projectId: string | undefined,
): Promise<ReadonlySet<string> | 'all'> =>
  projectId === undefined
    ? request.projects.visible()
    : new Set([(await requireProject(request, ports['projects.read'], projectId)).id]);
