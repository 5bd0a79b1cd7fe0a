import type { Caller } from '../domain/access/caller.ts';
import type { Register } from '../domain/register/register.ts';
import type { Ports } from '../ports.ts';
import type { ProjectAccess } from './operation.ts';
import { requireProject } from './require-project.ts';

/**
 * Reads a project's register while the caller's access is being checked.
 * @throws NotFound alike for a missing project and for one that the caller may not see
 */
export const readRegister = async (
  request: { caller: Caller; projects: ProjectAccess },
  ports: Pick<Ports, 'register.read'>,
  projectId: string,
): Promise<Register> => {
  const reading = ports['register.read'].read(request.caller.organizationId, projectId);
  // A caller without access gets the 404 without waiting for the register.
  reading.catch(() => {});
  await requireProject(request, projectId);
  return reading;
};
