import type { Ports } from '../../../shared/ports.ts';
import { ADDRESSEE_PORTS } from './addressee.ts';
import { CONTENT_PORTS } from './contents/mail-content.ts';
import { DELIVERY_PORTS } from './deliver.ts';
import { OUTSIDE_PORTS } from './refuse-outside.ts';

/** The ports that sending mails needs. */
export const SEND_PORTS = [
  ...CONTENT_PORTS,
  ...DELIVERY_PORTS,
  ...ADDRESSEE_PORTS,
  ...OUTSIDE_PORTS,
  'notifications.read',
  'activities.read',
  'preferences.read',
  'templates.read',
  'projects.read',
  'digests.write',
  'register.read',
  'queue.mail',
  'queue.recalls',
  'unsubscribe.seal',
] as const;
export type SendPorts = Pick<Ports, (typeof SEND_PORTS)[number]>;
