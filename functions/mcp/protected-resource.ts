import * as z from 'zod';
import type { Scope } from '../../shared/domain/access/caller.ts';
import { environment, required } from '../../shared/environment.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { RESOURCE_METADATA_PATH } from '../../shared/http/resource-metadata.ts';

/** Clients ask for every scope that they find here: what an agent needs to read, and nothing to write. */
const OFFERED = ['projects:read', 'documents:read', 'search:read', 'tasks:read'] as const satisfies readonly Scope[];

export const operation = defineOperation({
  id: 'protected-resource',
  method: 'GET',
  path: RESOURCE_METADATA_PATH,
  tag: 'Agents',
  summary: 'Who gives tokens for the tools of AI agents',
  description:
    'OAuth 2.0 protected resource metadata (RFC 9728) of `/mcp`. It names the scopes to read with; who wants tools that ' +
    'write asks the identity provider for theirs as well, as `documents:write`.',
  auth: 'public',
  responses: {
    200: {
      description: 'The metadata',
      schema: z.object({
        resource: z.string().meta({ description: 'The address that tokens are for' }),
        resource_name: z.string().meta({ description: 'Its name for people' }),
        authorization_servers: z.array(z.string()).meta({ description: 'Who gives tokens' }),
        scopes_supported: z.array(z.string()).meta({ description: 'The scopes to ask for' }),
        bearer_methods_supported: z.array(z.string()).meta({ description: 'How a token is sent' }),
        resource_documentation: z.string().meta({ description: 'Where the interface is described' }),
      }),
      headers: { 'Cache-Control': 'The metadata may be kept for five minutes' },
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

export const handler = lambda(operation, handle);
