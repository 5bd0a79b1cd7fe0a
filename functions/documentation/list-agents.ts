import { lambda } from '../../shared/http/lambda.ts';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { answerJson, exportJson } from './lib/export-json.ts';

export const operation = defineOperation({
  ...exportJson,
  id: 'list-agents',
  path: '/api/v1/documentation/agents',
  summary: 'List all agents and their tasks',
  description: `The same as \`/api/v1/documentation/export\`. ${exportJson.description}`,
});

export const handle: Handle<typeof operation> = ({ now }, ports) => answerJson(now, ports);

export const handler = lambda(operation, handle);
