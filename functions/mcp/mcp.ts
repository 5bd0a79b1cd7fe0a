import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import * as z from 'zod';
import { HttpError } from '../../shared/http/http-error.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { openApiDocument } from '../../shared/http/openapi-document.ts';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { RESOURCE_METADATA_PATH } from '../../shared/http/resource-metadata.ts';
import { operationCaller } from './lib/call-operation.ts';
import { type Catalogue, catalogueOf, toolsOf } from './lib/catalogue.ts';
import { serverOf } from './lib/server.ts';
import { wrongParams } from './lib/wrong-params.ts';

const Message = z
  .looseObject({
    jsonrpc: z.literal('2.0').meta({ description: 'The version of JSON-RPC' }),
    method: z
      .string()
      .max(256)
      .optional()
      .meta({ description: 'The requested method; absent in responses', example: 'tools/list' }),
  })
  .meta({ description: 'A JSON-RPC 2.0 message as defined by the Model Context Protocol' });

export const operation = defineOperation({
  id: 'mcp',
  method: 'POST',
  path: '/mcp',
  tag: 'Agents',
  summary: 'Call a tool as an AI agent',
  description:
    'A server of the Model Context Protocol (streamable HTTP, stateless, JSON responses). Its tools are operations of ' +
    'this API, derived from this description; each call is a request of the caller with the same ' +
    'rights and limits. Tools that read are offered if the scopes allow them; tools that write only if the `scope` of the ' +
    `token names theirs explicitly. A client without a token finds the identity provider through \`${RESOURCE_METADATA_PATH}\`.`,
  auth: { scope: 'documents:read', role: 'viewer', projects: false, resourceMetadata: true },
  headers: z.object({
    'mcp-protocol-version': z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'The negotiated protocol version', example: '2025-06-18' }),
  }),
  body: Message,
  responses: {
    200: { description: 'The response to a request', schema: Message },
    202: { description: 'A notification or response was accepted' },
  },
  errors: [400],
  uses: ['api.call'],
  timeoutSeconds: 29,
});

/** Milliseconds of the function's time reserved for the response. */
const RESERVE_MS = 1000;

let catalogue: Catalogue | undefined;

export const handle: Handle<typeof operation> = async (request, ports) => {
  const wrong = wrongParams(request.body);
  if (wrong) return { status: 200, body: wrong };
  catalogue ??= catalogueOf(await openApiDocument());
  const { authorization, headers } = request;
  const remaining = () => Math.max(1, request.remainingMilliseconds() - RESERVE_MS);
  const call = operationCaller(catalogue, ports['api.call'], authorization, remaining);
  const server = serverOf(toolsOf(catalogue, request.caller), call);
  // Without sessions, any function instance can handle any request.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const answer = await transport.handleRequest(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...(headers['mcp-protocol-version'] && { 'mcp-protocol-version': headers['mcp-protocol-version'] }),
        },
      }),
      { parsedBody: request.body },
    );
    const text = await answer.text();
    if (answer.status === 202) return { status: 202 };
    if (answer.ok) return { status: 200, body: Message.parse(JSON.parse(text)) };
    const { error } = JSON.parse(text) as { error?: { message?: string } };
    throw new HttpError('bad_request', error?.message ?? 'The message is not valid');
  } finally {
    await server.close();
  }
};

export const handler = lambda(operation, handle);
