import { metadataOf } from '../../../shared/domain/agents/export.ts';
import {
  allAgents,
  cachedAnswer,
  cachedHeaders,
  DocumentationExport,
  exportAuth,
  exportHeaders,
  SCOPE,
} from './export-answers.ts';

/** The parts of the declaration that both JSON routes of the export share. */
export const exportJson = {
  method: 'GET',
  tag: 'Documentation export',
  description: SCOPE,
  auth: exportAuth,
  headers: exportHeaders,
  responses: {
    200: { description: 'All agents', schema: DocumentationExport, headers: cachedHeaders },
  },
  uses: ['agents.read'],
} as const;

export const answerJson = async (now: Date, ports: Parameters<typeof allAgents>[0]) => {
  const agents = await allAgents(ports);
  return {
    status: 200 as const,
    headers: cachedAnswer(agents, 'json'),
    body: { metadata: metadataOf(agents, now), agents },
  };
};
