import * as z from 'zod';
import type { Scope } from '../../shared/domain/access/scopes.ts';
import { environment, required } from '../../shared/environment.ts';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { RESOURCE_METADATA_PATH } from '../../shared/http/resource-metadata.ts';

/** The scopes an agent needs to read. Clients request every scope listed here, so none that writes is included. */
const OFFERED = ['projects:read', 'documents:read', 'search:read', 'tasks:read'] as const satisfies readonly Scope[];

export const operation = defineOperation({
  id: 'protected-resource',
  method: 'GET',
  path: RESOURCE_METADATA_PATH,
  tag: 'Agents',
  summary: 'Get the OAuth metadata of the tools for AI agents',
  description:
    'OAuth 2.0 protected resource metadata (RFC 9728) of `/mcp`. It lists the scopes for reading; clients that need ' +
    'tools that write request theirs as well, for example `documents:write`.',
  auth: 'public',
  responses: {
    200: {
      description: 'The metadata',
      schema: z.object({
        resource: z.string().meta({ description: 'The URL that tokens are issued for' }),
        resource_name: z.string().meta({ description: 'Its display name' }),
        authorization_servers: z.array(z.string()).meta({ description: 'The identity providers that issue tokens' }),
        scopes_supported: z.array(z.string()).meta({ description: 'The scopes to request' }),
        bearer_methods_supported: z.array(z.string()).meta({ description: 'How tokens are sent' }),
        resource_documentation: z.string().meta({ description: 'The API reference' }),
      }),
      headers: { 'Cache-Control': 'The metadata may be cached for five minutes' },
    },
  },
  uses: [],
});

export const handle: Handle<typeof operation> = async () => {
  const base = required(environment(), 'PUBLIC_BASE_URL');
  return {
    status: 200,
    headers: { 'Cache-Control': 'public, max-age=300' },
    body: {
      resource: `${base}/mcp`,
      resource_name: 'Construction documents',
      authorization_servers: [required(environment(), 'JWT_ISSUER')],
      scopes_supported: [...OFFERED],
      bearer_methods_supported: ['header'],
      resource_documentation: `${base}/api/public/docs`,
    },
  };
};

export const handler = publicLambda(operation, handle);
