import {
  type ReportedSet,
  type ReportedSheet,
  setChangesTable,
  setReport,
} from '../../../shared/comparison/exports/index.ts';
import type { SetComparisonRecord, SetSource } from '../../../shared/domain/comparisons/set-comparison.ts';
import { pageThumbnailPath } from '../../../shared/domain/documents/page-paths.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import type { SheetRegister } from '../../../shared/domain/sheets/sheet-register.ts';
import { projectSheets } from '../../../shared/http/project-sheets.ts';
import type { Ports } from '../../../shared/ports.ts';
import { writeXlsx } from '../../../shared/reports/write-xlsx.ts';
import { saySuperseded } from './say-superseded.ts';
import { type REFERENCE_PORTS, readReferences, type SetReference } from './set-references.ts';
import type { readResult } from './set-result.ts';
import { type SheetChanges, totalChanges } from './total-changes.ts';

/** The exports of a comparison of sets, with their media types. */
export const SET_EXPORTS = {
  'report.html': 'text/html',
  'changes.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

type ReportPorts = Pick<Ports, (typeof REFERENCE_PORTS)[number]>;

/** Maximum sheets shown with a picture: about 20 KB each. */
const MOST_PICTURES = 200;
/** Pictures read concurrently. */
const PARALLEL = 16;

type Result = Awaited<ReturnType<typeof readResult>>;

const sourceName = (
  { document_id, as_of }: SetSource,
  names: ReadonlyMap<string, string>,
  createdAt: string,
): string => {
  if (document_id !== null) return names.get(document_id) ?? `document ${document_id}`;
  return `current set as of ${(as_of ?? createdAt).slice(0, 16).replace('T', ' ')} UTC`;
};

const onPage = ({ on }: SetReference): string => {
  const section = on.section && `section ${[on.section.number, on.section.title].filter(Boolean).join(' ')}`;
  return [on.sheet_number, on.title, section].filter(Boolean).join(' ') || 'a page without a title';
};

/** Reads the small picture of a compared sheet's newer page; null without one. */
const readThumbnail = async (
  organizationId: string,
  { newer, comparison }: SheetChanges,
  files: ReportPorts['files.read'],
): Promise<Uint8Array | null> => {
  if (!newer || !comparison) return null;
  try {
    return await files.bytes(pageThumbnailPath(organizationId, newer.document_id, newer.page));
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
};

const toReported = (
  sheet: SheetChanges,
  references: readonly SetReference[],
  register: SheetRegister,
): ReportedSheet => {
  const { change, discipline, older, newer, items, comparison, drawing_comparison_id } = sheet;
  const isMissing = drawing_comparison_id !== null && !comparison;
  return {
    ...{ change, discipline, older, newer, items, costs: totalChanges([sheet]).costs, thumbnail: null },
    superseded: saySuperseded(register, newer),
    failure: isMissing ? 'the comparison was deleted' : (comparison?.error ?? null),
    references: references
      .filter(({ sheet_number }) => sheet_number === older?.sheet_number)
      .map((each) => ({ on: onPage(each), page: each.on.page, detail: each.detail, boxes: each.bounding_boxes })),
  };
};

/** Returns the report of a comparison of sets, as HTML. @param project the name of its project */
export const buildSetReport = async (
  project: string,
  record: SetComparisonRecord,
  { sheets, counts, item_count, costs, disciplines }: Result,
  ports: ReportPorts,
): Promise<string> => {
  const { organization_id, older, newer, created_at } = record;
  const sources = [older.document_id, newer.document_id].filter((id) => id !== null);
  const register = await projectSheets(record, ports);
  const [{ items: references, truncated }, documents] = await Promise.all([
    readReferences(record, sheets, register, ports),
    ports['documents.read'].getMany(organization_id, sources),
  ]);
  const names = new Map(documents.flatMap((each) => (each ? [[each.document_id, each.filename] as const] : [])));
  const reported = sheets.map((sheet) => toReported(sheet, references, register));
  const pictured = sheets.flatMap(({ comparison }, i) => (comparison ? [i] : [])).slice(0, MOST_PICTURES);
  for (let start = 0; start < pictured.length; start += PARALLEL) {
    const some = pictured.slice(start, start + PARALLEL).map(async (i) => {
      const thumbnail = await readThumbnail(organization_id, sheets[i] as SheetChanges, ports['files.read']);
      reported[i] = { ...(reported[i] as ReportedSheet), thumbnail };
    });
    await Promise.all(some);
  }
  const set: ReportedSet = {
    ...{ project, counts, item_count, costs, disciplines, created_at, truncated, sheets: reported },
    requested_by: record.requested_by.name ?? record.requested_by._id,
    older: sourceName(older, names, created_at),
    newer: sourceName(newer, names, created_at),
  };
  return setReport(set);
};

/** Writes the changes of a comparison of sets to a local spreadsheet. */
export const writeSetChanges = ({ sheets }: Result, file: string): Promise<void> =>
  writeXlsx(
    setChangesTable(sheets.map((sheet) => ({ ...sheet, prices: sheet.comparison?.price_list ?? null }))),
    'Changes',
    file,
  );
