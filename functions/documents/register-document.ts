import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { created } from '../../shared/http/versioned.ts';
import { DocumentBody, STORING } from './lib/new-document-request.ts';
import { registerUploadedFile } from './lib/register-uploaded-file.ts';
import { ListItem } from './view.ts';

export const operation = defineOperation({
  id: 'register-document',
  method: 'POST',
  path: '/api/v1/documents/register',
  tag: 'Documents',
  summary: 'Register an uploaded file',
  description:
    'Registers a file uploaded to an issued `store_path`, exactly as POST /api/v1/documents does with a JSON body. The ' +
    'file must exist, unless `processing_status` is PENDING: then it is processed when it arrives. It accepts nothing ' +
    'but JSON, so that generated clients need not choose the type of the body.',
  auth: { scope: 'documents:write', role: 'member' },
  body: DocumentBody,
  responses: { 201: created('The stored document', ListItem, '/api/v1/documents/{_id}') },
  errors: [400, 404, 409, 413, 415],
  uses: STORING,
  memoryMegabytes: 1024,
});

export const handle: Handle<typeof operation> = (request, ports) => registerUploadedFile(request, ports);

export const handler = lambda(operation, handle);
