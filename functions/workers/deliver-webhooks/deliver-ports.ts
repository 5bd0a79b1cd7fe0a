import type { Ports } from '../../../shared/ports.ts';

export const DELIVER_PORTS = [
  'webhooks.read',
  'webhooks.write',
  'webhooks.open',
  'webhooks.deliver',
  'events.read',
  'memberships.read',
  'people.read',
  'outbound',
  'queue.webhooks',
] as const;
export type DeliverPorts = Pick<Ports, (typeof DELIVER_PORTS)[number]>;
