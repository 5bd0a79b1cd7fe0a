import { createHash } from 'node:crypto';
import * as z from 'zod';
import { builtAgents } from '../../../shared/agents/built-agents.ts';
import { NO_ORGANIZATION } from '../../../shared/domain/access/no-organization.ts';
import { Agent } from '../../../shared/domain/agents/agent.ts';
import { appWideAgents } from '../../../shared/domain/agents/export.ts';
import type { Ports } from '../../../shared/ports.ts';

export const SCOPE =
  'Agents and tasks that belong to no organization and no project: those that the service itself runs, with the ' +
  'schemas of its own messages and responses, and those loaded by its operator.';

/** A token with the scope, or an export key. */
export const exportAuth = { scope: 'export:read', role: 'viewer', projects: false, apiKey: true } as const;

export const exportHeaders = z.object({
  'x-api-key': z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'A key of the documentation export, instead of a token', example: null }),
});

export const Metadata = z
  .object({
    exported_at: z.iso
      .datetime()
      .meta({ description: 'When this response was produced', example: '2026-11-22T09:00:00.000Z' }),
    api_version: z.string().meta({ description: 'The version of the API, as it appears in the paths', example: 'v1' }),
    total_agents: z.int().min(0).meta({ description: 'Number of agents in this response', example: 5 }),
    total_tasks: z.int().min(0).meta({ description: 'Number of tasks of all these agents', example: 9 }),
    scope: z.string().meta({
      description: 'Which agents are exported: `app-wide` means those shared by all organizations',
      example: 'app-wide',
    }),
  })
  .meta({ id: 'ExportMetadata', description: 'Metadata of the export' });

export const DocumentationExport = z
  .object({ metadata: Metadata, agents: z.array(Agent).meta({ description: "The service's own agents come first" }) })
  .meta({ id: 'DocumentationExport' });

/** Returns every agent that all organizations share: those of the service first, then the loaded ones. */
export const allAgents = async ({ 'agents.read': agents }: Pick<Ports, 'agents.read'>): Promise<Agent[]> => {
  const ids = await agents.ids(NO_ORGANIZATION, { list: 'inOrganization' });
  const [built, stored] = await Promise.all([builtAgents(), agents.getMany(NO_ORGANIZATION, ids)]);
  return appWideAgents(
    built,
    stored.filter((record) => record !== undefined),
  );
};

/** The response headers as the declaration describes them. */
export const cachedHeaders = {
  ETag: 'A weak tag that changes with the agents but not with `exported_at`',
  'Cache-Control': 'The caller may cache the response for five minutes',
  Vary: 'The headers by which responses to different callers differ',
};

/**
 * Returns the caching headers of an export.
 * @param agents the agents in the response
 * @param form distinguishes responses with the same agents in different formats
 */
export const cachedAnswer = (agents: readonly Agent[], form: string): Record<string, string> => ({
  ETag: `W/"${createHash('sha256').update(form).update(JSON.stringify(agents)).digest('hex').slice(0, 32)}"`,
  'Cache-Control': 'private, max-age=300',
  Vary: 'Authorization, X-Api-Key',
});
