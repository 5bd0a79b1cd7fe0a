import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { Conflict, Invalid } from '../../../shared/domain/errors.ts';
import type { Discipline } from '../../../shared/domain/sheets/discipline.ts';
import {
  filterSheets,
  type RegisteredSheet,
  type SheetRevision,
} from '../../../shared/domain/sheets/sheet-register.ts';
import {
  MAXIMUM_BYTES,
  MAXIMUM_DOCUMENTS,
  MAXIMUM_LISTED,
  type SentDocument,
  type SentSheet,
} from '../../../shared/domain/transmittals/transmittal.ts';
import type { DocumentsRead } from '../../../shared/ports.ts';

/** What to send: these documents, or the current set, of one discipline if given. */
export type Wanted = { documentIds: readonly string[] } | { discipline: Discipline | undefined };

/** The documents and sheets of a transmittal. */
export interface Selection {
  documents: SentDocument[];
  sheets: SentSheet[];
}

const toSentSheet = (sheetKey: string, { document_id, page, ...printed }: SheetRevision): SentSheet => ({
  ...{ document_id, page, sheet_key: sheetKey },
  ...{ sheet_number: printed.sheet_number, revision: printed.revision, title: printed.title },
});

/** Returns the wanted sheets by number: the revisions in the documents, or the current ones. */
const selectSheets = (sheets: readonly RegisteredSheet[], wanted: Wanted): SentSheet[] => {
  if ('discipline' in wanted) {
    return filterSheets(sheets, wanted).map(({ key, current }) => toSentSheet(key, current));
  }
  const ids = new Set(wanted.documentIds);
  return sheets.flatMap(({ key, revisions }) =>
    revisions.filter(({ document_id }) => ids.has(document_id)).map((revision) => toSentSheet(key, revision)),
  );
};

/** Statuses in which a document's file has arrived and its sheets are known, or never will be. */
const SETTLED: readonly DocumentRecord['processing_status'][] = ['PROCESSED', 'ACCEPTED', 'FAILED', 'DUPLICATE'];

const requireSendable = ({ document_id, is_deleted, uploaded_at, processing_status }: DocumentRecord): void => {
  if (is_deleted) throw new Conflict(`Document ${document_id} is deleted: restore it first`);
  if (uploaded_at === null) throw new Conflict(`The file of document ${document_id} has not been uploaded yet`);
  if (!SETTLED.includes(processing_status)) throw new Conflict(`Document ${document_id} is still being read`);
};

const toSentDocument = (record: DocumentRecord): SentDocument => ({
  ...{ document_id: record.document_id, filename: record.filename, title: record.title },
  ...{ revision: record.revision, file_size: record.file_size },
});

/**
 * Returns the documents and sheets to send, as they are now.
 * @throws Invalid if there are none, if they are too many or too large, or for a document of another project; Conflict
 * for a document that is deleted or has not been read yet
 */
export const selectDocuments = async (
  { organizationId, projectId }: { organizationId: string; projectId: string },
  wanted: Wanted,
  registered: readonly RegisteredSheet[],
  documents: DocumentsRead,
): Promise<Selection> => {
  const named = 'documentIds' in wanted ? 'document_ids' : 'current_set';
  const sheets = selectSheets(registered, wanted);
  const ids = 'documentIds' in wanted ? wanted.documentIds : [...new Set(sheets.map(({ document_id }) => document_id))];
  const refuse = (msg: string) => Invalid.at(['body', named], msg);
  if (ids.length === 0) throw refuse('has no sheets');
  if (ids.length > MAXIMUM_DOCUMENTS) {
    throw refuse(`has sheets of ${ids.length} documents; a transmittal has at most ${MAXIMUM_DOCUMENTS}`);
  }
  const found = await documents.getMany(organizationId, ids);
  const records = found.map((record, i) => {
    if (record?.project_id === projectId) return record;
    throw Invalid.at(['body', named, String(i)], 'is not a document of the project');
  });
  records.forEach(requireSendable);
  const bytes = records.reduce((sum, { file_size }) => sum + (file_size ?? 0), 0);
  if (bytes > MAXIMUM_BYTES) {
    const [size, most] = [bytes, MAXIMUM_BYTES].map((each) => (each / 1024 ** 3).toFixed(1));
    throw refuse(`has files of ${size} GiB in all; a transmittal has at most ${most} GiB: send several`);
  }
  const selection = { documents: records.map(toSentDocument), sheets };
  if (JSON.stringify(selection).length > MAXIMUM_LISTED) {
    throw refuse(`has ${sheets.length} sheets, more than one transmittal can list: send several`);
  }
  return selection;
};
