import type { Scope } from './caller.ts';

/** What each scope lets an application do, in words for who is asked to allow it. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  'projects:read': 'See your projects and their members',
  'projects:write': 'Create, change and delete projects and their members',
  'tasks:read': 'See tasks',
  'tasks:write': 'Create, change and delete tasks',
  'documents:read': 'See, search and download documents and comparisons',
  'documents:write': 'Upload, change, compare and delete documents',
  'reports:read': 'See and download reports',
  'reports:write': 'Order and delete reports',
  'organizations:read': 'See your organization',
  'organizations:write': 'Create, change and delete organizations',
  'templates:read': 'See email templates',
  'templates:write': 'Create, change and delete email templates',
  'activities:read': 'See which mails were sent, and which you get',
  'activities:write': 'Choose which mails you get',
  'systems:read': 'See the configurations of external systems',
  'systems:write': 'Create, change, test and delete external systems',
  'systems:use': 'Call external systems with their stored credentials',
  'search:read': 'Search everything that you may see',
  'export:read': 'Export the documentation of the agents',
};
