import * as createDocument from './documents/create-document.ts';
import * as deleteDocument from './documents/delete-document.ts';
import * as downloadDocument from './documents/download-document.ts';
import * as downloadDocuments from './documents/download-documents.ts';
import * as getDocument from './documents/get-document.ts';
import * as listDocumentVersions from './documents/list-document-versions.ts';
import * as listDocuments from './documents/list-documents.ts';
import * as listDocumentsByIds from './documents/list-documents-by-ids.ts';
import * as openSealedLink from './documents/open-sealed-link.ts';
import * as reprocessDocument from './documents/reprocess-document.ts';
import * as restoreDocument from './documents/restore-document.ts';
import * as searchDocuments from './documents/search-documents.ts';
import * as updateDocument from './documents/update-document.ts';
import * as updateDocumentContent from './documents/update-document-content.ts';
import * as createComparison from './drawing-comparisons/create-comparison.ts';
import * as deleteComparison from './drawing-comparisons/delete-comparison.ts';
import * as getComparison from './drawing-comparisons/get-comparison.ts';
import * as listComparisons from './drawing-comparisons/list-comparisons.ts';
import * as createProject from './projects/create-project.ts';
import * as getProject from './projects/get-project.ts';
import * as listProjects from './projects/list-projects.ts';
import * as health from './public/health.ts';
import * as openapi from './public/openapi.ts';
import * as abortUpload from './uploads/abort-upload.ts';
import * as completeUpload from './uploads/complete-upload.ts';
import * as listUploadParts from './uploads/list-upload-parts.ts';
import * as presignUpload from './uploads/presign-upload.ts';
import * as signUploadParts from './uploads/sign-upload-parts.ts';

const registered = <M extends object>(module: string, exports: M): M & { module: string } => ({ ...exports, module });

/**
 * Every operation of the interface. Functions, routes, roles, grants, the OpenAPI document, the local gateway
 * and the contract tests are loops over this list.
 */
export const operations = [
  registered('functions/public/health.ts', health),
  registered('functions/public/openapi.ts', openapi),
  registered('functions/projects/list-projects.ts', listProjects),
  registered('functions/projects/create-project.ts', createProject),
  registered('functions/projects/get-project.ts', getProject),
  registered('functions/documents/list-documents.ts', listDocuments),
  registered('functions/documents/search-documents.ts', searchDocuments),
  registered('functions/documents/list-documents-by-ids.ts', listDocumentsByIds),
  registered('functions/documents/create-document.ts', createDocument),
  registered('functions/documents/download-documents.ts', downloadDocuments),
  registered('functions/documents/get-document.ts', getDocument),
  registered('functions/documents/update-document.ts', updateDocument),
  registered('functions/documents/delete-document.ts', deleteDocument),
  registered('functions/documents/restore-document.ts', restoreDocument),
  registered('functions/documents/list-document-versions.ts', listDocumentVersions),
  registered('functions/documents/update-document-content.ts', updateDocumentContent),
  registered('functions/documents/download-document.ts', downloadDocument),
  registered('functions/documents/reprocess-document.ts', reprocessDocument),
  registered('functions/documents/open-sealed-link.ts', openSealedLink),
  registered('functions/drawing-comparisons/list-comparisons.ts', listComparisons),
  registered('functions/drawing-comparisons/create-comparison.ts', createComparison),
  registered('functions/drawing-comparisons/get-comparison.ts', getComparison),
  registered('functions/drawing-comparisons/delete-comparison.ts', deleteComparison),
  registered('functions/uploads/presign-upload.ts', presignUpload),
  registered('functions/uploads/sign-upload-parts.ts', signUploadParts),
  registered('functions/uploads/list-upload-parts.ts', listUploadParts),
  registered('functions/uploads/complete-upload.ts', completeUpload),
  registered('functions/uploads/abort-upload.ts', abortUpload),
] as const;
