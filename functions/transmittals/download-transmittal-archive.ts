import * as z from 'zod';
import { NotFound } from '../../shared/domain/errors.ts';
import { archivePath } from '../../shared/domain/transmittals/archive.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { TRANSMITTAL_PATH, transmittalUrl } from '../../shared/http/transmittal-link.ts';
import { OPEN_PORTS, openLink } from './lib/open-link.ts';
import { recordDownload } from './lib/record-download.ts';

/** Lifetime in seconds of the URL that the redirect leads to. */
const REDIRECT_SECONDS = 300;

export const operation = defineOperation({
  id: 'download-transmittal-archive',
  method: 'POST',
  path: `${TRANSMITTAL_PATH}/archive`,
  tag: 'Transmittals',
  summary: 'Download all documents of a transmittal as ZIP',
  description:
    'Redirects to the ZIP file with the documents that are not deleted, and records the download. If the file is not ' +
    'ready, it is requested, and the redirect leads to the page, which waits for it. The link is checked as for the page.',
  auth: 'public',
  params: z.object({ token: z.string().max(8192) }),
  responses: {
    303: { description: 'The ZIP file, or the page', headers: { Location: 'A link that is valid for five minutes' } },
  },
  errors: [404, 409],
  uses: [...OPEN_PORTS, 'receipts.read', 'receipts.write', 'archives.request', 'files.read', 'files.presign'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { params, now } = request;
  const opened = await openLink(params.token, now, ports);
  const { record, files, withdrawn } = opened;
  if (files.size === 0) throw new NotFound();
  const path = archivePath(record, withdrawn);
  if (!(await ports['files.read'].head(path))) {
    await ports['archives.request'].request(record, path, now);
    const Location = `${transmittalUrl(params.token)}?waits=0`;
    return { status: 303, headers: { Location, 'Cache-Control': 'no-store' } };
  }
  await recordDownload(opened, null, { now, writeId: request.newId() }, ports);
  const Location = await ports['files.presign'].download(path, `${record.number}.zip`, REDIRECT_SECONDS);
  return { status: 303, headers: { Location, 'Cache-Control': 'no-store' } };
};

export const handler = publicLambda(operation, handle);
