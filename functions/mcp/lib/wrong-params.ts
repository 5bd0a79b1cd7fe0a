import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type * as z from 'zod';
import { toProblems } from '../../../shared/http/problems.ts';

/** Returns what is wrong with a value, naming each part, in one line. */
export const describeProblems = (error: z.ZodError, value: unknown): string =>
  toProblems(error, value, 'value')
    .map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`)
    .join('; ');

/** The requests that this server handles and that have parameters. */
const REQUESTS: Readonly<Record<string, z.ZodType>> = {
  initialize: InitializeRequestSchema,
  'tools/list': ListToolsRequestSchema,
  'tools/call': CallToolRequestSchema,
};

/**
 * Returns the error response for a request whose parameters are not as the protocol defines them, naming each; undefined
 * for any other message. The SDK would report an internal error with the text of its parser.
 */
export const wrongParams = (message: { method?: string | undefined; id?: unknown }) => {
  const schema = Object.hasOwn(REQUESTS, message.method ?? '') ? REQUESTS[message.method as string] : undefined;
  const isRequest = typeof message.id === 'string' || Number.isSafeInteger(message.id);
  const parsed = isRequest ? schema?.safeParse(message) : undefined;
  if (!parsed?.error) return undefined;
  return {
    jsonrpc: '2.0' as const,
    id: message.id,
    error: { code: ErrorCode.InvalidParams, message: describeProblems(parsed.error, message) },
  };
};
