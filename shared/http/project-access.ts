import { type Caller, seesEveryProject } from '../domain/access/caller.ts';
import type { MembershipsRead } from '../ports.ts';
import type { ProjectAccess } from './operation.ts';

/**
 * Which projects the caller may see. Memberships are asked for at most once per request, and right away: the answer
 * travels beside the handle's first read instead of after it.
 */
export const projectAccess = (caller: Caller, memberships: MembershipsRead): ProjectAccess => {
  if (seesEveryProject(caller)) return { allows: async () => true, visible: async () => 'all' };
  const projects = memberships.projectsOf(caller.organizationId, caller.subject);
  // The handle may fail before it asks, and then nobody waits for this.
  projects.catch(() => {});
  return { allows: async (projectId) => (await projects).has(projectId), visible: () => projects };
};

/** For operations whose declaration does not ask for memberships. */
export const noProjectAccess = (operationId: string): ProjectAccess => {
  const refuse = async (): Promise<never> => {
    throw new Error(`${operationId} asks for project access without declaring auth.projects`);
  };
  return { allows: refuse, visible: refuse };
};
