import { MAXIMUM_FORM_FILE_BYTES } from '../../shared/domain/documents/values.ts';
import { Invalid } from '../../shared/domain/errors.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { parseForm } from '../../shared/http/multipart.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { created } from '../../shared/http/versioned.ts';
import { DocumentForm, STORING } from './lib/new-document-request.ts';
import { receiveFile } from './lib/receive-file.ts';
import { ListItem } from './view.ts';

export const operation = defineOperation({
  id: 'upload-document',
  method: 'POST',
  path: '/api/v1/documents/upload',
  tag: 'Documents',
  summary: 'Upload a document',
  description:
    'Takes a file of at most 4 MB and its fields, exactly as POST /api/v1/documents takes a form; larger files go ' +
    'through POST /api/v1/uploads. It accepts nothing but `multipart/form-data`, so that generated clients need not ' +
    'choose the type of the body.',
  auth: { scope: 'documents:write', role: 'member' },
  multipart: { file: 'file', fields: DocumentForm, maximumBytes: MAXIMUM_FORM_FILE_BYTES },
  responses: { 201: created('The stored document', ListItem, '/api/v1/documents/{_id}') },
  errors: [400, 404, 409, 413, 415],
  uses: STORING,
  memoryMegabytes: 1024,
});

export const handle: Handle<typeof operation> = async ({ form, ...request }, ports) => {
  if (!form) throw Invalid.at(['body', operation.multipart.file], 'Field required');
  return await receiveFile({ ...request, form }, ports);
};

export const handler = lambda(operation, handle, parseForm);
