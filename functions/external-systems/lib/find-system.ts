import type { Caller } from '../../../shared/domain/access/caller.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import type { SystemRecord } from '../../../shared/domain/external-systems/system.ts';
import { ownOrganization } from '../../../shared/http/own-organization.ts';
import type { Ports } from '../../../shared/ports.ts';

interface Asked {
  caller: Caller;
  params: { system_id: string };
  query: { organization_id?: string | undefined };
}

/**
 * Returns the system named in the request's path.
 * @throws Forbidden for another organization
 * @throws NotFound for a missing system
 */
export const findSystem = async (
  { caller, params, query }: Asked,
  systems: Pick<Ports['systems.read'], 'get'>,
): Promise<SystemRecord> => {
  ownOrganization(caller, query.organization_id, 'query');
  const record = await systems.get(caller.organizationId, params.system_id);
  if (!record) throw new NotFound();
  return record;
};
