import { operations as documentation } from './documentation/index.ts';
import { operations as documents } from './documents/index.ts';
import { operations as drawingComparisons } from './drawing-comparisons/index.ts';
import { operations as emailActivities } from './email-activities/index.ts';
import { operations as emailTemplates } from './email-templates/index.ts';
import { operations as events } from './events/index.ts';
import { operations as externalSystems } from './external-systems/index.ts';
import { operations as mcp } from './mcp/index.ts';
import { operations as notificationPreferences } from './notification-preferences/index.ts';
import { operations as organizations } from './organizations/index.ts';
import { operations as projects } from './projects/index.ts';
import { operations as publicPages } from './public/index.ts';
import { operations as reports } from './reports/index.ts';
import { operations as search } from './search/index.ts';
import { operations as sheets } from './sheets/index.ts';
import { operations as tasks } from './tasks/index.ts';
import { operations as transmittals } from './transmittals/index.ts';
import { operations as uploads } from './uploads/index.ts';
import { operations as viewerLinks } from './viewer-links/index.ts';
import { operations as webhooks } from './webhooks/index.ts';

/**
 * Adds to the exports of each operation's module its group and its path: the group's folder, under the operation's id.
 */
const group = <M extends { operation: { id: string } }>(name: string, modules: readonly M[]) =>
  modules.map((exports) => ({ ...exports, group: name, module: `functions/${name}/${exports.operation.id}.ts` }));

/**
 * Every operation of the API. Functions, routes, roles, grants, the OpenAPI document, the local gateway and the
 * contract tests are derived from this list.
 */
export const operations = [
  ...group('public', publicPages),
  ...group('projects', projects),
  ...group('organizations', organizations),
  ...group('tasks', tasks),
  ...group('documents', documents),
  ...group('viewer-links', viewerLinks),
  ...group('sheets', sheets),
  ...group('transmittals', transmittals),
  ...group('drawing-comparisons', drawingComparisons),
  ...group('reports', reports),
  ...group('events', events),
  ...group('webhooks', webhooks),
  ...group('search', search),
  ...group('mcp', mcp),
  ...group('uploads', uploads),
  ...group('email-templates', emailTemplates),
  ...group('documentation', documentation),
  ...group('email-activities', emailActivities),
  ...group('notification-preferences', notificationPreferences),
  ...group('external-systems', externalSystems),
];
