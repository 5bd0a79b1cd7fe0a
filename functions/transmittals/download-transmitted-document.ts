import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { TRANSMITTAL_PATH } from '../../shared/http/transmittal-link.ts';
import { OPEN_PORTS, openLink } from './lib/open-link.ts';
import { recordDownload } from './lib/record-download.ts';

/** Lifetime in seconds of the URL that the redirect leads to. */
const REDIRECT_SECONDS = 300;

export const operation = defineOperation({
  id: 'download-transmitted-document',
  method: 'POST',
  path: `${TRANSMITTAL_PATH}/documents/{document_id}`,
  tag: 'Transmittals',
  summary: 'Download a document of a transmittal',
  description:
    "Records that the link's recipient downloads the document, once a day, and redirects to the file. The link is checked " +
    'as for the page; a deleted document returns 404.',
  auth: 'public',
  params: z.object({ token: z.string().max(8192), document_id: DocumentId }),
  responses: { 303: { description: 'The file', headers: { Location: 'A link that is valid for five minutes' } } },
  errors: [404, 409],
  uses: [...OPEN_PORTS, 'receipts.read', 'receipts.write', 'files.presign'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { params, now } = request;
  const opened = await openLink(params.token, now, ports);
  const file = opened.files.get(params.document_id);
  if (!file) throw new NotFound();
  await recordDownload(opened, params.document_id, { now, writeId: request.newId() }, ports);
  const Location = await ports['files.presign'].download(file.store_path, file.filename, REDIRECT_SECONDS);
  return { status: 303, headers: { Location, 'Cache-Control': 'no-store' } };
};

export const handler = publicLambda(operation, handle);
