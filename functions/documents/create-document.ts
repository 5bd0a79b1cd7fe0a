import { MAXIMUM_FORM_FILE_BYTES } from '../../shared/domain/documents/values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { parseForm } from '../../shared/http/multipart.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { created } from '../../shared/http/versioned.ts';
import { DocumentBody, DocumentForm, STORING } from './lib/new-document-request.ts';
import { receiveFile } from './lib/receive-file.ts';
import { registerUploadedFile } from './lib/register-uploaded-file.ts';
import { ListItem } from './view.ts';

export const operation = defineOperation({
  id: 'create-document',
  method: 'POST',
  path: '/api/v1/documents',
  tag: 'Documents',
  summary: 'Upload a document, or register an uploaded file',
  description:
    'As `multipart/form-data`, takes a file of at most 4 MB and its fields; larger files go through POST ' +
    '/api/v1/uploads. As `application/json`, registers a file uploaded to an issued `store_path`. POST ' +
    '/api/v1/documents/upload and /api/v1/documents/register accept one of the two each. The file must ' +
    'exist, unless `processing_status` is PENDING: then it is processed when it arrives. The service sets the ' +
    'actual state, records the caller as `uploaded_by`, and reads title, reference and revision from the title ' +
    'block where none is given.',
  auth: { scope: 'documents:write', role: 'member' },
  body: DocumentBody,
  multipart: { file: 'file', fields: DocumentForm, maximumBytes: MAXIMUM_FORM_FILE_BYTES },
  responses: { 201: created('The stored document', ListItem, '/api/v1/documents/{_id}') },
  errors: [400, 404, 409, 413, 415],
  uses: STORING,
  memoryMegabytes: 1024,
});

export const handle: Handle<typeof operation> = (request, ports) =>
  request.form ? receiveFile({ ...request, form: request.form }, ports) : registerUploadedFile(request, ports);

export const handler = lambda(operation, handle, parseForm);
