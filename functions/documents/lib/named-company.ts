import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { Ports } from '../../../shared/ports.ts';

/** Returns the caller with the organization's name as company, or unchanged if the organization has no record. */
export const withCompany = async (caller: Caller, organizations: Ports['organizations.read']): Promise<Caller> => {
  const { organizationId } = caller;
  const organization = await organizations.get(organizationId, organizationId);
  return organization ? { ...caller, company: organization.name } : caller;
};
