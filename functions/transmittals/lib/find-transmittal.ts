import * as z from 'zod';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import { RecordId } from '../../../shared/domain/fields.ts';
import type { TransmittalRecord } from '../../../shared/domain/transmittals/transmittal.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import { visible } from '../../../shared/http/visible.ts';
import type { Ports } from '../../../shared/ports.ts';

export const TransmittalParams = z.object({ id: RecordId });

/**
 * Returns the transmittal named in the request's path.
 * @throws NotFound unless the caller may see its project
 */
export const findTransmittal = async (
  request: { caller: Caller; projects: ProjectAccess; params: z.infer<typeof TransmittalParams> },
  transmittals: Ports['transmittals.read'],
): Promise<TransmittalRecord> =>
  visible(request, await transmittals.get(request.caller.organizationId, request.params.id));
