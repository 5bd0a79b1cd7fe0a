import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { SheetRegister } from '../../../shared/domain/sheets/sheet-register.ts';
import { canBeSuperseded, withSuperseding } from '../../../shared/domain/sheets/superseded.ts';
import { PROJECT_SHEETS_PORTS, projectSheets } from '../../../shared/http/project-sheets.ts';
import type { Ports } from '../../../shared/ports.ts';

/** The ports that these functions need, for `uses`. */
export const LATEST_PORTS = PROJECT_SHEETS_PORTS;

/** Whether what is said of a document depends on the sheets of its project. */
export const dependsOnSheets = ({ is_deleted, sheets }: DocumentRecord): boolean =>
  !is_deleted && sheets.some(({ sheet_number }) => sheet_number);

/** Returns the sheets of a document's project; none if they cannot have superseded its pages. */
export const sheetsAround = async (
  record: DocumentRecord,
  ports: Pick<Ports, (typeof LATEST_PORTS)[number]>,
): Promise<SheetRegister> => (dependsOnSheets(record) ? projectSheets(record, ports) : new SheetRegister([]));

/**
 * Returns records that the caller is known to see, with `is_latest` false for those whose pages have all been replaced by
 * later revisions. Only projects with documents for which this is possible are read.
 */
export const withLatest = async (
  records: readonly DocumentRecord[],
  ports: Pick<Ports, (typeof LATEST_PORTS)[number]>,
): Promise<DocumentRecord[]> => {
  const possible = Map.groupBy(records.filter(canBeSuperseded), ({ project_id }) => project_id);
  const read = [...possible].map(async ([projectId, [record]]) => {
    return [projectId, await projectSheets(record!, ports)] as const;
  });
  const registers = new Map(await Promise.all(read));
  return records.map((record) => {
    const register = registers.get(record.project_id);
    return register ? withSuperseding(record, register) : record;
  });
};

/** Returns one record as `withLatest` does. */
export const withOwnLatest = async (
  record: DocumentRecord,
  ports: Pick<Ports, (typeof LATEST_PORTS)[number]>,
): Promise<DocumentRecord> => {
  const [answered = record] = await withLatest([record], ports);
  return answered;
};
