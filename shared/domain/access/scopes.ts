/** Roles in ascending order of permissions; `service` is a machine account of one organization. */
export const ROLES = ['viewer', 'member', 'manager', 'service', 'org_admin', 'platform_admin'] as const;
export type Role = (typeof ROLES)[number];

/** What a scope permits, as shown on the consent page, and the role that includes it. */
interface ScopeDefinition {
  /** The lowest role required by any operation of the scope; roles include the scopes of lower roles. */
  role: Role;
  meaning: string;
  /** The records whose events the scope shows, with the kinds of changes: `task.created`. */
  events?: Readonly<Record<string, readonly string[]>>;
}

/** Kinds of events of records that only requests change. */
const LIFECYCLE = ['created', 'updated', 'deleted'] as const;
/** Kinds of events of records that a worker completes, such as reports. */
const WORK = ['requested', 'updated', 'ready', 'failed', 'deleted'] as const;

/** Every scope of this service: a group of operations and the permitted access. */
export const SCOPE_DEFINITIONS = {
  'projects:read': {
    role: 'viewer',
    meaning: 'See your projects and their members',
    events: { project: LIFECYCLE, member: ['added', 'removed'] },
  },
  'projects:write': { role: 'manager', meaning: 'Create, change and delete projects and their members' },
  'tasks:read': {
    role: 'viewer',
    meaning: 'See tasks',
    events: { task: LIFECYCLE },
  },
  'tasks:write': { role: 'member', meaning: 'Create, change and delete tasks' },
  'documents:read': {
    role: 'viewer',
    meaning: 'See, search and download documents and comparisons',
    events: {
      document: [
        'registered',
        'received',
        'updated',
        'processed',
        'accepted',
        'duplicate',
        'failed',
        'superseded',
        'reinstated',
        'deleted',
        'restored',
        'purged',
      ],
      upload: ['issued', 'removed'],
      comparison: WORK,
      item: ['reviewed', 'review_removed'],
      set_comparison: LIFECYCLE,
      sheet: LIFECYCLE,
      sheet_template: LIFECYCLE,
    },
  },
  'documents:write': { role: 'member', meaning: 'Upload, change, compare and delete documents' },
  'transmittals:read': {
    role: 'viewer',
    meaning: 'See transmittals and who received which sheets',
    events: { transmittal: ['created', 'downloaded', 'deleted'] },
  },
  'transmittals:write': { role: 'member', meaning: 'Send documents to members and outside addresses' },
  'reports:read': {
    role: 'viewer',
    meaning: 'See and download reports',
    events: { report: WORK },
  },
  'reports:write': { role: 'manager', meaning: 'Order and delete reports' },
  'organizations:read': {
    role: 'viewer',
    meaning: 'See your organization',
    events: { organization: ['created', 'updated'] },
  },
  'organizations:write': { role: 'org_admin', meaning: 'Create, change and delete organizations' },
  'templates:read': {
    role: 'viewer',
    meaning: 'See email templates',
    events: { template: LIFECYCLE },
  },
  'templates:write': { role: 'org_admin', meaning: 'Create, change and delete email templates' },
  'activities:read': { role: 'viewer', meaning: 'See sent mails, and your mail preferences' },
  'activities:write': { role: 'viewer', meaning: 'Choose which mails you receive' },
  'systems:read': {
    role: 'org_admin',
    meaning: 'See the configurations of external systems',
    events: { system: LIFECYCLE },
  },
  'systems:write': { role: 'org_admin', meaning: 'Create, change, test and delete external systems' },
  'events:read': { role: 'viewer', meaning: 'Read the events of what you may see' },
  'webhooks:read': {
    role: 'manager',
    meaning: 'See webhooks and their deliveries',
    events: { webhook: LIFECYCLE },
  },
  'webhooks:write': { role: 'manager', meaning: 'Create, change, test and delete webhooks' },
  'search:read': { role: 'viewer', meaning: 'Search everything that you may see' },
  'systems:use': { role: 'member', meaning: 'Call external systems with their stored credentials' },
  'export:read': { role: 'viewer', meaning: 'Export the documentation of the agents' },
} as const satisfies Readonly<Record<string, ScopeDefinition>>;

export type Scope = keyof typeof SCOPE_DEFINITIONS;
export const SCOPES = Object.keys(SCOPE_DEFINITIONS) as Scope[];

/** What the holders of a viewer link may do, in ascending order. */
export const VIEWER_PERMISSIONS = ['view', 'comment', 'review'] as const;
export type ViewerPermission = (typeof VIEWER_PERMISSIONS)[number];
