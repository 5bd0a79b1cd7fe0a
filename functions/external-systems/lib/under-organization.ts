import * as z from 'zod';
import { lambda } from '../../../shared/http/lambda.ts';
import type { Handle, Operation, PortsOf, Request } from '../../../shared/http/operation.ts';
import { OrganizationId, ownOrganization } from '../../../shared/http/own-organization.ts';
import type { HttpHandler } from '../../../shared/http/stack.ts';

/** The exports of the second route's module. */
interface SecondRoute {
  operation: Operation;
  handle: Handle<Operation>;
  handler: HttpHandler;
}

const ROOT = '/api/v1/external-systems';

/**
 * Declares the same operation with the organization in the path instead of the query, with one implementation for both.
 *
 * @param first the module of the first route's operation
 */
export const underOrganization = <const O extends Operation>(
  first: { operation: O; handle: Handle<O> },
  id: string,
): SecondRoute => {
  const { query, params, path, description } = first.operation;
  const { organization_id: _, ...others } = query?.shape ?? {};
  const { query: _query, ...declared } = first.operation as Operation;
  const operation: Operation = {
    ...declared,
    id,
    path: path.replace(ROOT, '/api/v1/organizations/{organization_id}/external-systems'),
    description: `${description} The same as \`${first.operation.id}\`, with the organization in the path.`,
    params: z.object({ organization_id: OrganizationId, ...params?.shape }),
    ...(Object.keys(others).length > 0 && { query: z.object(others) }),
  };
  const handle = (async (request: Request<Operation>, ports: PortsOf<O>) => {
    const { organization_id } = request.params as unknown as { organization_id: string };
    const { caller } = request as unknown as Request<Operation & { auth: { scope: 'systems:read'; role: 'viewer' } }>;
    ownOrganization(caller, organization_id, 'path');
    const asFirst = { ...request, query: { ...(request.query as object), organization_id } };
    return first.handle(asFirst as unknown as Request<O>, ports);
  }) as unknown as Handle<Operation>;
  return { operation, handle, handler: lambda(operation, handle) };
};
