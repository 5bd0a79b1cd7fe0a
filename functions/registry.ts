import * as createDocument from './documents/create-document.ts';
import * as deleteDocument from './documents/delete-document.ts';
import * as downloadDocument from './documents/download-document.ts';
import * as getDocument from './documents/get-document.ts';
import * as createProject from './projects/create-project.ts';
import * as getProject from './projects/get-project.ts';
import * as listProjects from './projects/list-projects.ts';
import * as presignUpload from './uploads/presign-upload.ts';

const registered = <M extends object>(module: string, exports: M): M & { module: string } => ({ ...exports, module });

/**
 * Every operation of the interface. Functions, routes, roles, grants, the OpenAPI document, the local gateway
 * and the contract tests are loops over this list.
 */
export const operations = [
  registered('functions/projects/list-projects.ts', listProjects),
  registered('functions/projects/create-project.ts', createProject),
  registered('functions/projects/get-project.ts', getProject),
  registered('functions/documents/create-document.ts', createDocument),
  registered('functions/documents/get-document.ts', getDocument),
  registered('functions/documents/delete-document.ts', deleteDocument),
  registered('functions/documents/download-document.ts', downloadDocument),
  registered('functions/uploads/presign-upload.ts', presignUpload),
] as const;
