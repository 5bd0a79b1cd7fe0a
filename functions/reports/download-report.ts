import * as z from 'zod';
import { Conflict } from '../../shared/domain/errors.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findRecord, RecordParams } from '../../shared/http/records.ts';

const LINK_SECONDS = 3600;

export const operation = defineOperation({
  id: 'download-report',
  method: 'GET',
  path: '/api/v1/reports/{id}/download',
  tag: 'Reports',
  summary: 'Get a download link of a report',
  description: 'A link to the file that works for one hour without a token. 409 while the report is not ready.',
  auth: { scope: 'reports:read', role: 'viewer' },
  params: RecordParams,
  responses: {
    200: {
      description: 'The link; every value is a string',
      schema: z.object({
        report_id: z.string(),
        filename: z.string(),
        download_url: z.string(),
        expires_at: z.string(),
      }),
    },
  },
  errors: [404, 409],
  uses: ['reports.read', 'files.presign'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { id, status, file_path, filename } = await findRecord(request, ports['reports.read']);
  if (file_path === null || filename === null) throw new Conflict(`The report is ${status}`);
  return {
    status: 200,
    body: {
      report_id: id,
      filename,
      download_url: await ports['files.presign'].download(file_path, filename, LINK_SECONDS),
      expires_at: new Date(request.now.getTime() + LINK_SECONDS * 1000).toISOString(),
    },
  };
};

export const handler = lambda(operation, handle);
