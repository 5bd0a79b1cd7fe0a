import type { SheetRegister } from '../domain/sheets/sheet-register.ts';
import type { Ports } from '../ports.ts';

/** The ports that reading a project's sheets without a caller needs, for `uses`. */
export const PROJECT_SHEETS_PORTS = ['register.read', 'sheet-corrections.read'] as const;

/**
 * Returns the sheets of a project with every change confirmed before the call, for workers, links and callers that are
 * known to see the project; `readSheets` checks the access of a caller.
 */
export const projectSheets = async (
  { organization_id, project_id }: { organization_id: string; project_id: string },
  ports: Pick<Ports, (typeof PROJECT_SHEETS_PORTS)[number]>,
): Promise<SheetRegister> => {
  const [register, corrections] = await Promise.all([
    ports['register.read'].read(organization_id, project_id),
    ports['sheet-corrections.read'].entries(organization_id, { list: 'inProject', parent: project_id }),
  ]);
  return register.sheets(corrections);
};
