import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findRecord, RecordParams } from '../../shared/http/records.ts';
import { versionedWithMore } from '../../shared/http/versioned.ts';
import { Transmittal, toTransmittal } from './view.ts';

export const operation = defineOperation({
  id: 'get-transmittal',
  method: 'GET',
  path: '/api/v1/transmittals/{id}',
  tag: 'Transmittals',
  summary: 'Get a transmittal',
  description: 'The documents and sheets as they were sent, the recipients, and what they have downloaded.',
  auth: { scope: 'transmittals:read', role: 'viewer' },
  params: RecordParams,
  responses: { 200: versionedWithMore('The transmittal', Transmittal) },
  errors: [404],
  uses: ['transmittals.read', 'receipts.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findRecord(request, ports['transmittals.read']);
  const place = { list: 'ofTransmittal', parent: record.id } as const;
  const downloads = await ports['receipts.read'].entries(record.organization_id, place);
  return {
    status: 200,
    headers: { ETag: etag(record.record_version) },
    body: toTransmittal(record, downloads),
  };
};

export const handler = lambda(operation, handle);
