import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  type Tool as ProtocolTool,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { VERSION } from '../../../shared/version.ts';
import type { CallAnswer, CallOperation, Json } from './call-types.ts';
import { type CataloguedTool, isWriting } from './catalogue.ts';
import { asText, compactJson } from './compact.ts';
import { describeProblems } from './wrong-params.ts';

const INSTRUCTIONS =
  'Construction documents: drawings, specifications and what was written about them, in projects. Begin with ' +
  'list_projects or search (finds sheet numbers such as A-101 as well as words). read_page returns the text of a ' +
  'sheet or a specification page, including schedules. create_comparison compares two revisions of a drawing and ' +
  'describes each change with a rating from 1 (cosmetic) to 5 (changes what is built) and a cost effect; ' +
  'get_comparison reads it again. Links in responses open without a token and expire within the hour. Tools that ' +
  'write are offered only if the scope of the token names them, for example documents:write.';

const toProtocol = (tool: CataloguedTool): ProtocolTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema as ProtocolTool['inputSchema'],
  annotations: { readOnlyHint: !isWriting(tool), destructiveHint: false, openWorldHint: false },
});

const failure = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

/** Converts an error response of the service to a tool result. */
const refusal = ({ status, body, retryAfter }: CallAnswer): CallToolResult => {
  const { detail, code } = (body ?? {}) as { detail?: unknown; code?: string };
  const message = typeof detail === 'string' ? detail : JSON.stringify(detail ?? null);
  const later = retryAfter === null ? '' : ` Try again in ${retryAfter} s.`;
  return failure(`${status} ${code ?? ''}: ${message}${later}`);
};

/** Returns the links in a response with their names. */
const linksIn = (value: unknown): [string, string][] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    name.endsWith('_url') && typeof each === 'string' && URL.canParse(each)
      ? [[name, each] satisfies [string, string]]
      : linksIn(each),
  );
};
/** Maximum links per response. */
const MOST_LINKS = 10;

const NO_ARGUMENTS = z.object({});

/** Returns the given arguments; null stands for no value, except in a body, where it clears a field. */
const valuesOf = (tool: CataloguedTool, given: Json): Json => {
  const own = tool.tool.arguments?.shape ?? {};
  const isNone = (name: string) => given[name] === null && (tool.places.has(name) || Object.hasOwn(own, name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => !isNone(name)));
};

/** A path with one of these would lead to another operation. */
const NO_SEGMENTS: readonly unknown[] = ['', '.', '..'];

const run = async (tool: CataloguedTool, given: Json, call: CallOperation): Promise<CallToolResult> => {
  const { fixed, arguments: own = NO_ARGUMENTS, complete, show = compactJson } = tool.tool;
  const known = Object.keys(tool.inputSchema.properties);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) return failure(`There is no argument ${unknown.join(', ')}; known are ${known.join(', ')}`);
  const missing = tool.inputSchema.required.filter((name) => given[name] === undefined);
  if (missing.length > 0) return failure(`Missing: ${missing.join(', ')}`);
  const misplaced = Object.keys(given).filter(
    (name) => tool.places.get(name) === 'path' && NO_SEGMENTS.includes(given[name]),
  );
  if (misplaced.length > 0) return failure(`${misplaced.join(', ')}: is not an identifier`);
  const read = own.safeParse(given);
  if (read.error) return failure(describeProblems(read.error, given));
  const sent = Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(own.shape, name)));
  const answer = await call(tool.tool.operation, { ...sent, ...fixed });
  if (answer.status >= 300) return refusal(answer);
  const all = { ...given, ...read.data };
  const body = complete ? await complete(answer.body as Json, call, all) : (answer.body as Json);
  const shown = show(body, all);
  const links = linksIn(shown).slice(0, MOST_LINKS);
  return {
    content: [
      { type: 'text', text: asText(shown) },
      ...links.map(([name, uri]) => ({ type: 'resource_link' as const, name, uri })),
    ],
  };
};

/** Creates a Model Context Protocol server with the tools of one caller. */
export const serverOf = (tools: readonly CataloguedTool[], call: CallOperation): Server => {
  const server = new Server(
    { name: 'construction-documents', title: 'Construction documents', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(toProtocol) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const tool = tools.find((each) => each.name === name);
    if (!tool) {
      // An McpError would send its code in the message as well, where every client puts it again.
      throw Object.assign(new Error(`There is no tool ${name} for this token`), { code: ErrorCode.InvalidParams });
    }
    return run(tool, valuesOf(tool, given), call);
  });
  return server;
};
