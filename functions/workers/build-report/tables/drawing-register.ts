import type { DocumentRecord } from '../../../../shared/domain/documents/document.ts';
import type { ReportCell, ReportColumn } from '../../../../shared/domain/reports/report-table.ts';
import type { Sheet } from '../../../../shared/domain/sheets/sheet.ts';
import { type SupersededPage, supersededPages } from '../../../../shared/domain/sheets/superseded.ts';
import { projectSheets } from '../../../../shared/http/project-sheets.ts';
import { inBatches } from './in-batches.ts';
import type { TableSource } from './source.ts';

const columns: readonly ReportColumn[] = [
  { key: 'sheet_number', title: 'Sheet', type: 'text', width: 12 },
  { key: 'sheet_title', title: 'Title', type: 'text', width: 32 },
  { key: 'revision', title: 'Revision', type: 'text', width: 8 },
  { key: 'sheet_date', title: 'Date of sheet', type: 'text', width: 10 },
  { key: 'scale', title: 'Scale', type: 'text', width: 9 },
  { key: 'status', title: 'Status', type: 'text', width: 14 },
  { key: 'uploaded_at', title: 'Received', type: 'time', width: 9 },
  { key: 'filename', title: 'File', type: 'text', width: 22 },
  { key: 'page', title: 'Page', type: 'number', width: 5 },
  { key: 'document_id', title: 'Document', type: 'text', width: 14, isIdentifier: true },
];

/**
 * Returns the row of a sheet. In a set, the sheet's own number and revision take precedence; for a drawing with one
 * sheet, those of the record do.
 */
const rowOf = (document: DocumentRecord, sheet: Sheet | undefined, isSet: boolean): ReportCell[] => {
  const { document_reference, title, revision } = document;
  return [
    isSet ? (sheet?.sheet_number ?? document_reference) : (document_reference ?? sheet?.sheet_number ?? null),
    sheet?.title ?? title,
    isSet ? (sheet?.revision ?? revision) : (revision ?? sheet?.revision ?? null),
    sheet?.date ?? null,
    sheet?.scale ?? null,
    document.status,
    document.uploaded_at,
    document.filename,
    sheet?.page ?? null,
    document.document_id,
  ];
};

/** Returns one row per current sheet of a drawing, or a single one if its sheets have not been read. */
const rowsOf = (document: DocumentRecord, superseded: readonly SupersededPage[]): ReportCell[][] => {
  const { sheets } = document;
  if (sheets.length === 0) return [rowOf(document, undefined, false)];
  return sheets
    .filter(({ page }) => !superseded.some((each) => each.page === page))
    .map((sheet) => rowOf(document, sheet, sheets.length > 1));
};

/** The sheets of the latest revisions of the project's drawings that no later one has replaced, sorted by the drawings' references. */
export const drawingRegister: TableSource = async ({ organization_id, project_id }, ports) => {
  const register = await ports['register.read'].read(organization_id, project_id);
  const { ids } = register.page({
    sortBy: 'document_reference',
    sortOrder: 'asc',
    skip: 0,
    limit: Number.MAX_SAFE_INTEGER,
    isDeleted: false,
    documentTypes: ['DRAWING'],
  });
  const current = await projectSheets({ organization_id, project_id }, ports);
  const rows = async function* () {
    const read = (batch: readonly string[]) => ports['documents.read'].getMany(organization_id, batch);
    for await (const document of inBatches(ids, read)) {
      if (document.is_latest && !document.is_deleted)
        yield* rowsOf(document, supersededPages(current, document.document_id));
    }
  };
  return { columns, rows: rows() };
};
