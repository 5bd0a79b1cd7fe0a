import { WebhookRecord } from '../../domain/events/webhook.ts';
import { byTime, organizationList, projectList, webhookKey } from '../keys.ts';
import type { Kind } from '../kind.ts';
import { lifecycle } from '../kind-events.ts';

const newestFirst = {
  prefix: 'WEBHOOK#',
  sort: ({ created_at, id }: WebhookRecord) => byTime(created_at, id),
  carries: ['project_id', 'types', 'status'],
} as const;

export const WEBHOOKS = {
  name: 'webhook',
  schema: WebhookRecord,
  belongsTo: ['project', 'organization'],
  ports: ['read'],
  key: webhookKey,
  idOf: ({ id }) => id,
  lists: {
    inOrganization: { partition: organizationList('WEBHOOKS'), ...newestFirst },
    inProject: {
      partition: projectList('WEBHOOKS'),
      parentOf: ({ project_id }) => project_id ?? '',
      holds: ({ project_id }) => project_id !== null,
      ...newestFirst,
    },
  },
  status: 'status',
  events: {
    entity: 'webhook',
    typeOf: lifecycle('webhook'),
    ignores: [],
    // Not the address, which may contain a secret.
    values: ['types', 'status', 'disabled_reason', 'former_until'],
  },
} as const satisfies Kind<WebhookRecord>;
