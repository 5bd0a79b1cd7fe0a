import { lambda } from '../../shared/http/lambda.ts';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { answerJson, exportJson } from './lib/export-json.ts';

export const operation = defineOperation({
  ...exportJson,
  id: 'export-documentation',
  path: '/api/v1/documentation/export',
  summary: 'Export all agents and their tasks',
});

export const handle: Handle<typeof operation> = ({ now }, ports) => answerJson(now, ports);

export const handler = lambda(operation, handle);
