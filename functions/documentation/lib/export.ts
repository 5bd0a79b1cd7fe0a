import { createHash } from 'node:crypto';
import * as z from 'zod';
import { builtAgents } from '../../../shared/agents/built-agents.ts';
import { NO_ORGANIZATION } from '../../../shared/domain/access/no-organization.ts';
import { Agent } from '../../../shared/domain/agents/agent.ts';
import { appWideAgents } from '../../../shared/domain/agents/export.ts';
import type { Ports } from '../../../shared/ports.ts';

export const SCOPE =
  'Agents and tasks that belong to no organization and no project: those that the service itself runs, with the ' +
  'schemas of its own messages and answers, and those that its operator has loaded.';

/** A token with the scope, or a key. */
export const exportAuth = { scope: 'export:read', role: 'viewer', projects: false, apiKey: true } as const;

export const exportHeaders = z.object({
  'x-api-key': z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'A key of the documentation export, in the place of a token', example: null }),
});

export const Metadata = z
  .object({
    exported_at: z.iso
      .datetime()
      .meta({ description: 'When this answer was made', example: '2026-11-22T09:00:00.000Z' }),
    api_version: z.string().meta({ description: 'The version of the interface, as its paths carry it', example: 'v1' }),
    total_agents: z.int().min(0).meta({ description: 'Agents in this answer', example: 5 }),
    total_tasks: z.int().min(0).meta({ description: 'Tasks of all these agents', example: 9 }),
    scope: z.string().meta({ description: 'Of whom the agents are: `app-wide`, those of all', example: 'app-wide' }),
  })
  .meta({ id: 'ExportMetadata', description: 'What an export says of itself' });

export const DocumentationExport = z
  .object({ metadata: Metadata, agents: z.array(Agent).meta({ description: "The service's agents first" }) })
  .meta({ id: 'DocumentationExport' });

/** Every agent of all organizations. */
export const allAgents = async ({ 'agents.read': agents }: Pick<Ports, 'agents.read'>): Promise<Agent[]> => {
  const ids = await agents.ids(NO_ORGANIZATION, { list: 'inOrganization' });
  const [built, stored] = await Promise.all([builtAgents(), agents.getMany(NO_ORGANIZATION, ids)]);
  return appWideAgents(
    built,
    stored.filter((record) => record !== undefined),
  );
};

/** What the declaration of an answer says of its headers. */
export const cachedHeaders = {
  ETag: 'Changes with the agents, not with `exported_at`: a weak tag',
  'Cache-Control': 'The answer may be kept for five minutes by who asked',
  Vary: 'What tells callers apart',
};

/** @param agents what the answer shows; @param form tells answers of one content in several forms apart */
export const cachedAnswer = (agents: readonly Agent[], form: string): Record<string, string> => ({
  ETag: `W/"${createHash('sha256').update(form).update(JSON.stringify(agents)).digest('hex').slice(0, 32)}"`,
  'Cache-Control': 'private, max-age=300',
  Vary: 'Authorization, X-Api-Key',
});
