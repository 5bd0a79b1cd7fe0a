import { NO_ORGANIZATION } from '../../domain/access/no-organization.ts';
import type { TemplateRecord } from '../../domain/mail/mail-template.ts';
import { NOTIFICATION_TYPES, type NotificationType } from '../../domain/mail/mail-values.ts';
import { readPlaceholders } from '../../domain/mail/placeholders.ts';
import { checkTemplate } from '../check-template.ts';
import type { Values } from '../render.ts';
import { layOut, type MailBlocks } from './mail-layout.ts';

/** The kinds of mail: the notifications, the mail about a batch of uploads, and the daily digest. */
export type MailKind = NotificationType | 'batch' | 'digest';
export const MAIL_KINDS: readonly MailKind[] = [...NOTIFICATION_TYPES, 'batch', 'digest'];

type Place = Pick<TemplateRecord, 'template_type' | 'notification_type'>;

/** Returns the types by which templates for a kind of mail are found. */
const placeOf = (kind: MailKind): Place => {
  if (kind === 'digest') return { template_type: 'digest', notification_type: null };
  if (kind === 'batch') return { template_type: 'digest', notification_type: 'document_processed' };
  return { template_type: 'notification', notification_type: kind };
};

/** Returns the kind of mail that a template is for; undefined if the service sends none with it. */
export const mailKindOf = ({ template_type, notification_type }: Place): MailKind | undefined => {
  if (template_type === 'digest') return notification_type === 'document_processed' ? 'batch' : 'digest';
  return template_type === 'notification' ? (notification_type ?? undefined) : undefined;
};

const BLUE = '#0b5cad';
const AMBER = '#a15c00';
const RED = '#b3261e';
const GREEN = '#1f6f43';

const TASK_FACTS = [
  ['Project', '{{project_name}}'],
  ['Status', '{{task_status}}'],
  ['Priority', '{{task_priority}}'],
  ['Due', '{{task_due_date}}'],
  ['Assigned to', '{{assignee_name}}'],
] as const;

const DOCUMENT_FACTS = [
  ['Project', '{{project_name}}'],
  ['File', '{{filename}}'],
  ['Reference', '{{document_reference}}'],
  ['Revision', '{{document_revision}}'],
] as const;

interface BuiltIn extends MailBlocks {
  name: string;
  description: string;
}

const CONTENTS: Readonly<Record<MailKind, BuiltIn>> = {
  task_assigned: {
    name: 'Task assigned',
    description: 'Sent to the person to whom a task is assigned',
    subject: 'Task assigned to you: {{task_title}}',
    accent: BLUE,
    kind: 'Task assigned',
    heading: '{{task_title}}',
    lead: '{{actor_name}} assigned this task to you.',
    facts: TASK_FACTS,
    section: { heading: 'Description', text: '{{task_description}}' },
    reason: 'You are receiving this mail because a task was assigned to you in {{project_name}}.',
  },
  task_updated: {
    name: 'Task updated',
    description: 'Sent to the assignee and the creator of a task that another user has changed',
    subject: 'Task updated: {{task_title}}',
    accent: BLUE,
    kind: 'Task updated',
    heading: '{{task_title}}',
    lead: '{{actor_name}} changed this task.',
    section: { heading: 'What changed', text: '{{changes}}' },
    facts: TASK_FACTS,
    reason: 'You are receiving this mail because you are the assignee or the creator of this task in {{project_name}}.',
  },
  task_due: {
    name: 'Task due',
    description: 'Sent to the assignee of a task whose due date has passed',
    subject: 'Task due: {{task_title}}',
    accent: AMBER,
    kind: 'Task due',
    heading: '{{task_title}}',
    lead: 'The due date of this task was {{task_due_date}}, and the task is not done.',
    facts: TASK_FACTS,
    reason: 'You are receiving this mail because you are responsible for this task in {{project_name}}.',
  },
  document_processed: {
    name: 'Document processed',
    description: 'Sent to the person who uploaded a document that has been processed',
    subject: 'Document ready: {{document_title}}',
    accent: GREEN,
    kind: 'Document ready',
    heading: '{{document_title}}',
    lead: 'Your document has been processed and can be searched.',
    facts: [...DOCUMENT_FACTS, ['Type', '{{document_type}}'], ['Pages', '{{document_pages}}']],
    picture: 'First page of {{document_title}}',
    reason: 'You are receiving this mail because you uploaded this document to {{project_name}}.',
  },
  document_failed: {
    name: 'Document failed',
    description: 'Sent to the person who uploaded a document that could not be processed',
    subject: 'Document could not be read: {{filename}}',
    accent: RED,
    kind: 'Document failed',
    heading: '{{filename}}',
    lead: 'Your document could not be read. The file is kept; upload a corrected one, or process it again.',
    facts: DOCUMENT_FACTS,
    section: { heading: 'What went wrong', text: '{{error}}' },
    reason: 'You are receiving this mail because you uploaded this document to {{project_name}}.',
  },
  comparison_completed: {
    name: 'Comparison completed',
    description: 'Sent to the person who requested a comparison of two drawings, with its largest changes',
    subject: 'Comparison ready: {{drawing_number}}, {{older_revision}} to {{newer_revision}}',
    accent: GREEN,
    kind: 'Comparison ready',
    heading: '{{drawing_number}}: revision {{older_revision}} to {{newer_revision}}',
    lead: '{{summary}}',
    facts: [
      ['Project', '{{project_name}}'],
      ['Changes', '{{change_count}}'],
    ],
    section: { heading: 'Largest changes', text: '{{changes}}' },
    picture: 'Both drawings overlaid: red is removed, blue is added',
    button: { label: 'Open the report', address: '{{report_url}}' },
    reason: 'You are receiving this mail because you requested this comparison in {{project_name}}.',
  },
  report_ready: {
    name: 'Report ready',
    description: 'Sent to the person who requested a report',
    subject: 'Report ready: {{report_title}}',
    accent: GREEN,
    kind: 'Report ready',
    heading: '{{report_title}}',
    lead: 'Your report is ready. The link is valid for seven days and requires no sign-in.',
    facts: [
      ['Project', '{{project_name}}'],
      ['Format', '{{report_format}}'],
      ['Rows', '{{report_rows}}'],
      ['File', '{{filename}}'],
    ],
    button: { label: 'Download the report', address: '{{download_url}}' },
    reason: 'You are receiving this mail because you requested this report on {{project_name}}.',
  },
  webhook_disabled: {
    name: 'Webhook disabled',
    description: 'Sent to the creator of a webhook and the administrators when all deliveries failed for three days',
    subject: 'Webhook disabled: {{webhook_host}}',
    accent: RED,
    kind: 'Webhook disabled',
    heading: '{{webhook_host}}',
    lead:
      'No more events are sent to this receiver. Correct it and set the status of the webhook to active: it continues ' +
      'after the last delivered event, within the 30 days of the feed.',
    facts: [
      ['Project', '{{project_name}}'],
      ['Webhook', '{{webhook_id}}'],
      ['Description', '{{webhook_description}}'],
    ],
    section: { heading: 'What went wrong', text: '{{reason}}' },
    reason: 'You are receiving this mail because you created this webhook or administrate the organization.',
  },
  transmittal_sent: {
    name: 'Transmittal',
    description: 'Sent to each recipient of a transmittal, with a link to the documents',
    subject: '{{transmittal_number}}: {{transmittal_subject}} ({{project_name}})',
    accent: BLUE,
    kind: 'Transmittal {{transmittal_number}}',
    heading: '{{transmittal_subject}}',
    lead: '{{sender_name}} sent you documents. The link is yours and is valid until {{expiry_date}}.',
    facts: [
      ['Project', '{{project_name}}'],
      ['From', '{{sender_name}} {{sender_company}}'],
      ['Purpose', '{{transmittal_purpose}}'],
      ['Reply by', '{{transmittal_due_date}}'],
      ['Documents', '{{document_count}}'],
      ['Note', '{{transmittal_note}}'],
    ],
    section: { heading: 'Sheets', text: '{{sheets}}' },
    button: { label: 'Open the transmittal', address: '{{download_url}}' },
    reason: 'You are receiving this mail because {{sender_name}} sent you documents of {{project_name}}.',
  },
  sheets_superseded: {
    name: 'Sheets superseded',
    description: 'Sent to recipients of transmittals when a later revision of sheets that they received is current',
    subject: 'Superseded sheets: {{project_name}}',
    accent: RED,
    kind: 'Sheets superseded',
    heading: 'Sheets that were sent to you are superseded',
    lead: 'Do not use the earlier revisions any longer. Ask the sender for the current ones.',
    facts: [
      ['Project', '{{project_name}}'],
      ['New document', '{{document_title}}'],
    ],
    section: { heading: 'Sheets', text: '{{changes}}' },
    reason: 'You are receiving this mail because earlier revisions were sent to you from {{project_name}}.',
  },
  batch: {
    name: 'Uploads finished',
    description:
      'Sent to the person who uploaded several files when all of them have been processed, with those that failed',
    subject: 'Your uploads to {{project_name}}: {{summary}}',
    accent: GREEN,
    kind: 'Uploads finished',
    heading: '{{summary}}',
    lead: 'All files that you uploaded have been processed.',
    facts: [
      ['Project', '{{project_name}}'],
      ['Processed', '{{processed_count}}'],
      ['Could not be read', '{{failed_count}}'],
    ],
    section: { heading: 'Files', text: '{{files}}' },
    reason: 'You are receiving this mail because you uploaded these files to {{project_name}}.',
  },
  digest: {
    name: 'Daily digest',
    description: 'Sent once a day, with all notifications for which the user chose the digest',
    subject: 'Your digest of {{digest_date}}: {{item_count}} notifications',
    accent: BLUE,
    kind: 'Daily digest',
    heading: '{{item_count}} notifications',
    lead: 'Events in your projects up to {{digest_date}}.',
    section: { heading: 'Notifications', text: '{{items}}' },
    reason: 'You are receiving this mail because you chose a daily digest.',
  },
};

const MADE_AT = '2026-01-01T00:00:00.000Z';
const PREFIX = 'built-in.';

const recordOf = (kind: MailKind): TemplateRecord => {
  const { name, description, ...content } = CONTENTS[kind];
  const texts = layOut(content);
  return {
    id: PREFIX + kind,
    organization_id: NO_ORGANIZATION,
    name,
    description,
    ...placeOf(kind),
    ...texts,
    variables: checkTemplate(texts, undefined),
    is_active: true,
    created_by: 'service',
    created_at: MADE_AT,
    updated_at: MADE_AT,
    record_version: 1,
    write_id: PREFIX + kind,
  };
};

let made: readonly TemplateRecord[] | undefined;

/**
 * Returns the default template of each kind of mail, for organizations without one of their own. They are read like
 * stored templates and never changed.
 */
export const builtInTemplates = (): readonly TemplateRecord[] => {
  made ??= MAIL_KINDS.map(recordOf);
  return made;
};

/** Returns a built-in template without the rows and the section that the values leave empty, any other as it is. */
export const withoutEmptyBlocks = (template: TemplateRecord, values: Values): TemplateRecord => {
  const kind = MAIL_KINDS.find((each) => template.id === PREFIX + each);
  if (!kind) return template;
  const { name: _name, description: _description, facts = [], section, ...content } = CONTENTS[kind];
  const isFilled = (text: string) => readPlaceholders(text).placeholders.some(({ name }) => values[name]);
  const filled = facts.filter(([, text]) => isFilled(text));
  return {
    ...template,
    ...layOut({ ...content, facts: filled, ...(section && isFilled(section.text) && { section }) }),
  };
};

export const isBuiltIn = (id: string): boolean => id.startsWith(PREFIX);
