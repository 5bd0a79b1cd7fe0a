import { dump } from 'js-yaml';
import * as z from 'zod';
import { metadataOf } from '../../shared/domain/agents/export.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { allAgents, cachedAnswer, cachedHeaders, exportAuth, exportHeaders, SCOPE } from './lib/export-answers.ts';

export const operation = defineOperation({
  id: 'export-documentation-yaml',
  method: 'GET',
  path: '/api/v1/documentation/export.yaml',
  tag: 'Documentation export',
  summary: 'Export all agents and their tasks as YAML',
  description: `The data of \`/api/v1/documentation/export\`. Strings that YAML 1.1 would parse as another type are quoted. ${SCOPE}`,
  auth: exportAuth,
  headers: exportHeaders,
  query: z.object({
    indent: wholeNumber({ minimum: 1, maximum: 8 })
      .default(2)
      .meta({ description: 'Spaces per level of indentation', example: 2 }),
  }),
  responses: {
    200: {
      description: 'All agents',
      contentType: 'application/yaml',
      schema: z.string().meta({ description: 'The export as YAML', example: 'metadata:\n  api_version: v1\n' }),
      headers: cachedHeaders,
    },
  },
  uses: ['agents.read'],
});

export const handle: Handle<typeof operation> = async ({ query: { indent }, now }, ports) => {
  const agents = await allAgents(ports);
  // Without anchors, an agent whose tasks share a schema is written in full like any other.
  const body = dump({ metadata: metadataOf(agents, now), agents }, { indent, noRefs: true });
  return { status: 200, headers: cachedAnswer(agents, `yaml ${indent}`), body };
};

export const handler = lambda(operation, handle);
