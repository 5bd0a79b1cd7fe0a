import { Invalid } from '../../../shared/domain/errors.ts';
import { readSheetId } from '../../../shared/domain/sheets/sheet-id.ts';
import { SheetRegister } from '../../../shared/domain/sheets/sheet-register.ts';
import type { TaskRecord } from '../../../shared/domain/tasks/task.ts';
import {
  type LocatedTask,
  locator,
  type RequestedLocation,
  type TaskLocation,
} from '../../../shared/domain/tasks/task-location.ts';
import { readSheetRegister, SHEET_PORTS } from '../../../shared/http/read-sheet-register.ts';
import type { Ports } from '../../../shared/ports.ts';

/** The ports that pinned tasks need, for `uses`. */
export const LOCATION_PORTS = [...SHEET_PORTS, 'documents.read'] as const;

type Asked = Parameters<typeof readSheetRegister>[0];

/** Finds where tasks of one project are to be shown. */
export type Locate = (location: TaskLocation) => LocatedTask;

/** Returns what finds the places of some tasks of a project; its register is read only if one of them is pinned. */
export const locatorOf = async (
  request: Asked,
  ports: Pick<Ports, (typeof SHEET_PORTS)[number]>,
  projectId: string,
  tasks: readonly Pick<TaskRecord, 'location'>[],
): Promise<Locate> =>
  locator(
    tasks.some(({ location }) => location) ? await readSheetRegister(request, ports, projectId) : new SheetRegister([]),
  );

/**
 * Returns the page of the project that a request names, and what finds where it is to be shown.
 * @throws Invalid if the sheet, the document or the page is none of the project
 */
export const readLocation = async (
  request: Asked,
  ports: Pick<Ports, (typeof LOCATION_PORTS)[number]>,
  projectId: string,
  { sheet_id, document_id = '', page = 1, bounding_box = null }: RequestedLocation,
): Promise<{ location: TaskLocation; locate: Locate }> => {
  const register = await readSheetRegister(request, ports, projectId);
  const locate = locator(register);
  if (sheet_id !== undefined) {
    const { project_id, key } = readSheetId(sheet_id);
    const sheet = project_id === projectId ? register.find(key) : undefined;
    if (!sheet) throw Invalid.at(['body', 'location', 'sheet_id'], "is not a sheet of the task's project");
    const { current } = sheet;
    const { document_id, page } = current;
    return { location: { document_id, page, bounding_box, sheet_key: sheet.key }, locate };
  }
  const document = await ports['documents.read'].get(request.caller.organizationId, document_id);
  if (document?.project_id !== projectId || document.is_deleted) {
    throw Invalid.at(['body', 'location', 'document_id'], "is not a document of the task's project");
  }
  if (document.page_count !== null && page > document.page_count) {
    throw Invalid.at(['body', 'location', 'page'], `the document has ${document.page_count} pages`);
  }
  const location = { document_id, page, bounding_box, sheet_key: null };
  return { location: { ...location, sheet_key: locate(location).key }, locate };
};
