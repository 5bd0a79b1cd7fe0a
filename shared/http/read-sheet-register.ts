import type { Caller } from '../domain/access/caller.ts';
import type { SheetRegister } from '../domain/sheets/sheet-register.ts';
import type { Ports } from '../ports.ts';
import type { ProjectAccess } from './operation.ts';
import { readRegister } from './read-register.ts';

/** The ports that the register of sheets needs, for `uses`. */
export const SHEET_PORTS = ['register.read', 'sheet-corrections.read'] as const;

/**
 * Returns the sheets of a project, with every change confirmed before the request.
 * @param at epoch milliseconds; without it, the documents that are not deleted
 * @throws NotFound alike for a missing project and for one that the caller may not see
 */
export const readSheetRegister = async (
  request: { caller: Caller; projects: ProjectAccess },
  ports: Pick<Ports, (typeof SHEET_PORTS)[number]>,
  projectId: string,
  at?: number,
): Promise<SheetRegister> => {
  const { organizationId } = request.caller;
  const place = { list: 'inProject', parent: projectId } as const;
  const reading = ports['sheet-corrections.read'].entries(organizationId, place);
  reading.catch(() => {});
  const register = await readRegister(request, ports, projectId);
  return register.sheets(await reading, at);
};
