import { type Caller, seesEveryProject } from '../domain/access/caller.ts';
import type { MembershipsRead } from '../ports.ts';
import type { ProjectAccess } from './operation.ts';

/**
 * Returns the caller's access to existing projects. Reads one membership for one project, and all of them only for
 * lists that span projects.
 */
export const projectAccess = (caller: Caller, memberships: MembershipsRead): ProjectAccess => {
  const { organizationId, subject } = caller;
  const seesAll = seesEveryProject(caller);
  const ask = (projectId: string) =>
    seesAll ? memberships.stands(organizationId, projectId) : memberships.holds(organizationId, subject, projectId);
  // A request for many records checks each of their projects once.
  const known = new Map<string, Promise<boolean>>();
  return {
    allows: (projectId) => {
      const allowed = known.get(projectId) ?? ask(projectId);
      known.set(projectId, allowed);
      return allowed;
    },
    visible: async () => (seesAll ? 'all' : memberships.projectsOf(organizationId, subject)),
  };
};

/** Returns the access for operations that do not declare memberships: every use throws. */
export const noProjectAccess = (operationId: string): ProjectAccess => {
  const refuse = async (): Promise<never> => {
    throw new Error(`${operationId} uses project access without declaring auth.projects`);
  };
  return { allows: refuse, visible: refuse };
};
