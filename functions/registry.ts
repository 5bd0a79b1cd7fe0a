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

/** The groups of the reference pages in their order, each with its purpose. */
export const tags = {
  Projects:
    'Everything belongs to a project. Its members have access to it; an organization’s administrators have access to all.',
  Documents:
    'Drawings, specifications and other files. Upload one, wait until `processing_status` is `PROCESSED`, and read its ' +
    'text, title blocks and page images; scanned pages follow while `text_status` is `recognising`. Each change of the ' +
    'record, including processing, changes its `ETag`.',
  Uploads:
    'Files above 4 MB, up to 5 GiB: request a link, send the bytes to it, then register its `store_path` as a document.',
  Sheets: 'The sheets in the documents of a project by number, each with its revisions and the current one.',
  Viewer: 'Links that show a document, a comparison or the current set of a project in the browser, without a token.',
  'Drawing comparisons':
    'Two revisions of a drawing, and each change between them with its location, a `difference_rating` (1 cosmetic to 5 ' +
    'changes what is built) and a `cost_effect` (-5 large saving to 5 large extra cost). Both follow fixed rules based on the ' +
    'kind of change and what it concerns: the same pair gives the same numbers.',
  Tasks: 'Work to be done, with assignee, due date and documents.',
  Transmittals:
    'Documents sent to members and outside addresses, each with a link of its own; who received which sheets.',
  Search: 'Documents, sheets, tasks and projects by words and codes; your own changes are found at once.',
  Reports: 'Registers and lists of a project as CSV, XLSX, PDF and JSON files.',
  Events:
    'The changes of what you may see, in order: read on from a cursor, and wait up to 20 seconds for the next event.',
  Webhooks:
    'Events sent to your address, signed according to Standard Webhooks: each in order, at least once, with the same id.',
  Organizations: 'Tenants. No organization can see another’s records.',
  'Email templates': 'The texts of notifications.',
  'Email activities': 'The mails that were sent, their recipients and their delivery.',
  'External systems': 'Connections to other services, with credentials that are never returned.',
  'Documentation export': 'What the agents of the service do, as data.',
  Agents: 'Tools for AI agents, with the Model Context Protocol.',
  Public: 'Requires no token.',
} as const satisfies Record<(typeof operations)[number]['operation']['tag'], string>;
