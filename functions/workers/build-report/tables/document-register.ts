import type { DocumentRecord } from '../../../../shared/domain/documents/document.ts';
import type { ReportCell, ReportColumn } from '../../../../shared/domain/reports/report-table.ts';
import { withSuperseding } from '../../../../shared/domain/sheets/superseded.ts';
import { projectSheets } from '../../../../shared/http/project-sheets.ts';
import { inBatches } from './in-batches.ts';
import type { TableSource } from './source.ts';

const columns: readonly ReportColumn[] = [
  { key: 'document_reference', title: 'Reference', type: 'text', width: 11 },
  { key: 'title', title: 'Title', type: 'text', width: 28 },
  { key: 'document_type', title: 'Type', type: 'text', width: 11 },
  { key: 'revision', title: 'Revision', type: 'text', width: 8 },
  { key: 'is_latest', title: 'Latest', type: 'text', width: 8 },
  { key: 'status', title: 'Status', type: 'text', width: 12 },
  { key: 'category', title: 'Category', type: 'text', width: 11 },
  { key: 'filename', title: 'File', type: 'text', width: 20 },
  { key: 'file_size', title: 'Size, bytes', type: 'number', width: 9 },
  { key: 'uploaded_at', title: 'Uploaded', type: 'time', width: 9 },
  { key: 'uploaded_by', title: 'Uploaded by', type: 'text', width: 12 },
  { key: 'document_id', title: 'Document', type: 'text', width: 14, isIdentifier: true },
];

const rowOf = (document: DocumentRecord): ReportCell[] => [
  document.document_reference,
  document.title,
  document.document_type,
  document.revision,
  document.is_latest ? 'yes' : 'no',
  document.status,
  document.category,
  document.filename,
  document.file_size,
  document.uploaded_at,
  document.uploaded_by.name ?? document.uploaded_by._id,
  document.document_id,
];

/** One row per document of the project that is not deleted, sorted by reference. */
export const documentRegister: TableSource = async ({ organization_id, project_id }, ports) => {
  const register = await ports['register.read'].read(organization_id, project_id);
  const { ids } = register.page({
    sortBy: 'document_reference',
    sortOrder: 'asc',
    skip: 0,
    limit: Number.MAX_SAFE_INTEGER,
    isDeleted: false,
  });
  const sheets = await projectSheets({ organization_id, project_id }, ports);
  const rows = async function* () {
    const read = (batch: readonly string[]) => ports['documents.read'].getMany(organization_id, batch);
    for await (const document of inBatches(ids, read)) {
      if (!document.is_deleted) yield rowOf(withSuperseding(document, sheets));
    }
  };
  return { columns, rows: rows() };
};
