import * as z from 'zod';
import { type Caller, hasRole } from '../../shared/domain/access/caller.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { RecordId } from '../../shared/domain/fields.ts';
import type { OrganizationRecord } from '../../shared/domain/projects/organization.ts';
import type { Ports } from '../../shared/ports.ts';

export const OrganizationParams = z.object({ id: RecordId });

/**
 * Returns the organization named in the request's path.
 * @throws NotFound unless it is the caller's own or the caller is a platform_admin
 */
export const findOrganization = async (
  { caller, params }: { caller: Caller; params: { id: string } },
  organizations: Ports['organizations.read'],
): Promise<OrganizationRecord> => {
  const reaches = params.id === caller.organizationId || hasRole(caller, 'platform_admin');
  const record = reaches ? await organizations.get(params.id, params.id) : undefined;
  if (!record) throw new NotFound();
  return record;
};
