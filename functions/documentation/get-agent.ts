import * as z from 'zod';
import { builtAgents } from '../../shared/agents/built-agents.ts';
import { NO_ORGANIZATION } from '../../shared/domain/access/no-organization.ts';
import { Agent } from '../../shared/domain/agents/agent.ts';
import { appWideAgents, metadataOf } from '../../shared/domain/agents/export.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { RecordId } from '../../shared/domain/fields.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { cachedAnswer, cachedHeaders, exportAuth, exportHeaders, Metadata, SCOPE } from './lib/export-answers.ts';

export const operation = defineOperation({
  id: 'get-agent',
  method: 'GET',
  path: '/api/v1/documentation/agents/{agent_id}',
  tag: 'Documentation export',
  summary: 'Export one agent and its tasks',
  description: `404 for an agent that belongs to an organization or a project. ${SCOPE}`,
  auth: exportAuth,
  headers: exportHeaders,
  params: z.object({
    agent_id: RecordId.meta({ description: 'The `id` of the agent', example: 'document-processing' }),
  }),
  responses: {
    200: {
      description: 'The agent',
      schema: Agent.extend({ metadata: Metadata }).meta({ id: 'AgentExport' }),
      headers: cachedHeaders,
    },
  },
  errors: [404],
  uses: ['agents.read'],
});

export const handle: Handle<typeof operation> = async ({ params: { agent_id }, now }, ports) => {
  const built = (await builtAgents()).filter(({ id }) => id === agent_id);
  const stored = built.length > 0 ? undefined : await ports['agents.read'].get(NO_ORGANIZATION, agent_id);
  const [agent] = appWideAgents(built, stored ? [stored] : []);
  if (!agent) throw new NotFound();
  const { id, title, description, type, tasks } = agent;
  return {
    status: 200,
    headers: cachedAnswer([agent], 'json'),
    body: { metadata: metadataOf([agent], now), id, title, description, type, tasks },
  };
};

export const handler = lambda(operation, handle);
