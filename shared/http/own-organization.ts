import * as z from 'zod';
import type { Caller } from '../domain/access/caller.ts';
import { Forbidden } from '../domain/errors.ts';

/** `organization_id` of a query or a body, which must be the caller's own. */
export const OrganizationId = z
  .string()
  .max(128)
  .meta({ description: 'Your own organization; for any other the response is 403.', example: 'acme' });

/**
 * @param part the part of the request that names the organization
 * @throws Forbidden if a request names another organization than the caller's
 */
export const ownOrganization = (
  caller: Caller,
  organizationId: string | null | undefined,
  part: 'path' | 'query' | 'body',
): void => {
  if ((organizationId ?? caller.organizationId) !== caller.organizationId) {
    throw new Forbidden('organization_id is not your organization', 'other_organization', [part, 'organization_id']);
  }
};
