import * as z from 'zod';
import { seesEveryProject, userOf } from '../../shared/domain/access/caller.ts';
import { ROLES, SCOPES } from '../../shared/domain/access/scopes.ts';
import { User } from '../../shared/domain/user.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';

/** The caller as identified by the token. */
const Me = z
  .object({
    user: User.meta({ description: 'You, as you appear in fields such as `uploaded_by`' }),
    organization_id: z.string(),
    organization_name: z
      .string()
      .nullable()
      .meta({ description: 'The name of the organization; null if it has no record', example: 'Acme Builders' }),
    roles: z.array(z.enum(ROLES)).meta({ description: 'The roles of the token', example: ['manager'] }),
    scopes: z
      .array(z.enum(SCOPES))
      .meta({ description: 'The scopes of the token', example: ['documents:read', 'documents:write'] }),
    sees_every_project: z
      .boolean()
      .meta({ description: 'Whether you see all projects of the organization, not only those you are a member of' }),
  })
  .meta({ id: 'Me', description: 'Who calls' });

export const operation = defineOperation({
  id: 'get-me',
  method: 'GET',
  path: '/api/v1/me',
  tag: 'Organizations',
  summary: 'Get the identity and rights of the caller',
  description:
    'Your subject, organization, roles and scopes as the service reads them from the token; the first thing to ' +
    'check if a call is rejected. A service account (client credentials) is identified by its client.',
  auth: { scope: 'organizations:read', role: 'viewer', projects: false },
  responses: { 200: { description: 'The caller', schema: Me } },
  uses: ['organizations.read'],
});

export const handle: Handle<typeof operation> = async ({ caller }, ports) => {
  const { organizationId } = caller;
  const organization = await ports['organizations.read'].get(organizationId, organizationId);
  return {
    status: 200,
    body: {
      user: userOf({ ...caller, company: organization?.name ?? caller.company }),
      organization_id: organizationId,
      organization_name: organization?.name ?? null,
      roles: [...caller.roles],
      scopes: [...caller.scopes],
      sees_every_project: seesEveryProject(caller),
    },
  };
};

export const handler = lambda(operation, handle);
