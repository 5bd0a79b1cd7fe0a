import { archiveFolder } from '../../shared/domain/transmittals/archive.ts';
import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findRecord, RecordParams } from '../../shared/http/records.ts';

export const operation = defineOperation({
  id: 'delete-transmittal',
  method: 'DELETE',
  path: '/api/v1/transmittals/{id}',
  tag: 'Transmittals',
  summary: 'Delete a transmittal',
  description:
    'Withdraws it: the links of its recipients stop working at once, and the transmittal with its downloads is removed ' +
    'from every list. Its number is not used again, and the events of the project keep that it was sent.',
  auth: { scope: 'transmittals:write', role: 'manager' },
  params: RecordParams,
  responses: { 204: { description: 'The transmittal is deleted' } },
  errors: [404, 409],
  uses: ['transmittals.read', 'transmittals.write', 'files.remove'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findRecord(request, ports['transmittals.read']);
  await ports['transmittals.write'].delete(record, { ifVersion: versionOf(request.ifMatch) });
  // After the record, because a link may request an archive until then.
  await ports['files.remove'].below(archiveFolder(record));
  return { status: 204 };
};

export const handler = lambda(operation, handle);
