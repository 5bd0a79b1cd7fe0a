import { AgentRecord } from '../../domain/agents/agent.ts';
import { byTime, organizationList, recordKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

export const AGENTS = {
  name: 'agent',
  schema: AgentRecord,
  belongsTo: ['organization'],
  ports: ['read'],
  key: recordKey('AGENT'),
  idOf: ({ id }) => id,
  lists: {
    inOrganization: {
      partition: organizationList('AGENTS'),
      prefix: 'AGENT#',
      sort: ({ created_at, id }) => byTime(created_at, id),
    },
  },
  events: null,
} as const satisfies Kind<AgentRecord>;
