import { type Caller, seesEveryProject } from '../domain/access/caller.ts';
import type { ProjectRecord } from '../domain/projects/project.ts';
import type { MembershipsRead } from '../ports.ts';
import type { ProjectAccess } from './operation.ts';

/**
 * Returns the caller's access to existing projects. Reads one membership for one project, and all of them only for
 * lists that span projects.
 */
export const projectAccess = (caller: Caller, memberships: MembershipsRead): ProjectAccess => {
  const { organizationId, subject } = caller;
  const seesAll = seesEveryProject(caller);
  const member = seesAll ? undefined : subject;
  // A request for many records checks each of their projects once.
  const known = new Map<string, Promise<ProjectRecord | undefined>>();
  const visibleProject = (projectId: string): Promise<ProjectRecord | undefined> => {
    const project = known.get(projectId) ?? memberships.projectOf(organizationId, projectId, member);
    known.set(projectId, project);
    return project;
  };
  return {
    visibleProject,
    allows: async (projectId) => (await visibleProject(projectId)) !== undefined,
    visible: async () => (seesAll ? 'all' : memberships.projectsOf(organizationId, subject)),
  };
};

/** Returns the access for operations that do not declare memberships: every use throws. */
export const noProjectAccess = (operationId: string): ProjectAccess => {
  const refuse = async (): Promise<never> => {
    throw new Error(`${operationId} uses project access without declaring auth.projects`);
  };
  return { allows: refuse, visibleProject: refuse, visible: refuse };
};
