import * as correctSheet from './correct-sheet.ts';
import * as createDocument from './create-document.ts';
import * as deleteDocument from './delete-document.ts';
import * as deleteDocuments from './delete-documents.ts';
import * as deleteSheetTemplate from './delete-sheet-template.ts';
import * as downloadDocument from './download-document.ts';
import * as downloadDocuments from './download-documents.ts';
import * as drawDocumentPage from './draw-document-page.ts';
import * as exportDocumentTables from './export-document-tables.ts';
import * as findInDocument from './find-in-document.ts';
import * as getDocument from './get-document.ts';
import * as getDocumentPage from './get-document-page.ts';
import * as getDocumentVersion from './get-document-version.ts';
import * as listDocumentPages from './list-document-pages.ts';
import * as listDocumentSections from './list-document-sections.ts';
import * as listDocumentSymbols from './list-document-symbols.ts';
import * as listDocumentTables from './list-document-tables.ts';
import * as listDocumentVersions from './list-document-versions.ts';
import * as listDocuments from './list-documents.ts';
import * as listDocumentsByIds from './list-documents-by-ids.ts';
import * as listSheetReferences from './list-sheet-references.ts';
import * as listSheetRevisions from './list-sheet-revisions.ts';
import * as listSheetTemplates from './list-sheet-templates.ts';
import * as openSealedLink from './open-sealed-link.ts';
import * as registerDocument from './register-document.ts';
import * as reprocessDocument from './reprocess-document.ts';
import * as restoreDocument from './restore-document.ts';
import * as searchDocuments from './search-documents.ts';
import * as updateDocument from './update-document.ts';
import * as updateDocumentContent from './update-document-content.ts';
import * as updateDocuments from './update-documents.ts';
import * as uploadDocument from './upload-document.ts';

/** In the order of the reference pages. */
export const operations = [
  listDocuments,
  searchDocuments,
  listDocumentsByIds,
  createDocument,
  uploadDocument,
  registerDocument,
  downloadDocuments,
  getDocument,
  updateDocument,
  updateDocuments,
  deleteDocument,
  deleteDocuments,
  restoreDocument,
  listDocumentVersions,
  getDocumentVersion,
  listDocumentPages,
  getDocumentPage,
  listSheetReferences,
  listSheetRevisions,
  listDocumentTables,
  exportDocumentTables,
  listDocumentSections,
  listDocumentSymbols,
  updateDocumentContent,
  downloadDocument,
  reprocessDocument,
  correctSheet,
  listSheetTemplates,
  deleteSheetTemplate,
  drawDocumentPage,
  findInDocument,
  openSealedLink,
];
