import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { Register } from '../../../shared/domain/register/register.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import { requireProject } from '../../../shared/http/require-project.ts';
import type { Ports } from '../../../shared/ports.ts';

/**
 * A project's register, read while the caller's right to it is checked.
 * @throws NotFound for a project that is missing and for one the caller may not see alike
 */
export const readRegister = async (
  request: { caller: Caller; projects: ProjectAccess },
  ports: Pick<Ports, 'register.read' | 'projects.read'>,
  projectId: string,
): Promise<Register> => {
  const reading = ports['register.read'].read(request.caller.organizationId, projectId);
  // Who may not see the project does not wait for its register.
  reading.catch(() => {});
  await requireProject(request, ports['projects.read'], projectId);
  return reading;
};
