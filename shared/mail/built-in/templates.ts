import { NO_ORGANIZATION } from '../../domain/access/no-organization.ts';
import type { TemplateRecord } from '../../domain/mail/template.ts';
import { NOTIFICATION_TYPES, type NotificationType } from '../../domain/mail/values.ts';
import { checkTemplate } from '../check-template.ts';
import { type Content, layOut } from './layout.ts';

/** What mails are about: the notifications, and the digest of them. */
export type MailKind = NotificationType | 'digest';
export const MAIL_KINDS: readonly MailKind[] = [...NOTIFICATION_TYPES, 'digest'];

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

interface BuiltIn extends Content {
  name: string;
  description: string;
}

const CONTENTS: Readonly<Record<MailKind, BuiltIn>> = {
  task_assigned: {
    name: 'Task assigned',
    description: 'To the person that a task is assigned to',
    subject: 'Task assigned to you: {{task_title}}',
    accent: BLUE,
    kind: 'Task assigned',
    heading: '{{task_title}}',
    lead: '{{actor_name}} assigned this task to you.',
    facts: TASK_FACTS,
    section: { heading: 'Description', text: '{{task_description}}' },
    reason: 'You get this because a task was assigned to you in {{project_name}}.',
  },
  task_updated: {
    name: 'Task updated',
    description: 'To the assignee and the creator of a task that somebody else has changed',
    subject: 'Task updated: {{task_title}}',
    accent: BLUE,
    kind: 'Task updated',
    heading: '{{task_title}}',
    lead: '{{actor_name}} changed this task.',
    section: { heading: 'What changed', text: '{{changes}}' },
    facts: TASK_FACTS,
    reason: 'You get this because you are the assignee or the creator of this task in {{project_name}}.',
  },
  task_due: {
    name: 'Task due',
    description: 'To the assignee of a task whose due date has passed',
    subject: 'Task due: {{task_title}}',
    accent: AMBER,
    kind: 'Task due',
    heading: '{{task_title}}',
    lead: 'The due date of this task was {{task_due_date}}, and it is not done.',
    facts: TASK_FACTS,
    reason: 'You get this because this task in {{project_name}} is yours.',
  },
  document_processed: {
    name: 'Document processed',
    description: 'To the person who uploaded a document that has been read',
    subject: 'Document ready: {{document_title}}',
    accent: GREEN,
    kind: 'Document ready',
    heading: '{{document_title}}',
    lead: 'Your document has been read and can be found.',
    facts: [...DOCUMENT_FACTS, ['Type', '{{document_type}}'], ['Pages', '{{document_pages}}']],
    picture: 'First page of {{document_title}}',
    reason: 'You get this because you uploaded this document to {{project_name}}.',
  },
  document_failed: {
    name: 'Document failed',
    description: 'To the person who uploaded a document that could not be read',
    subject: 'Document could not be read: {{filename}}',
    accent: RED,
    kind: 'Document failed',
    heading: '{{filename}}',
    lead: 'Your document could not be read. The file is kept; upload a corrected one, or have it read again.',
    facts: DOCUMENT_FACTS,
    section: { heading: 'What went wrong', text: '{{error}}' },
    reason: 'You get this because you uploaded this document to {{project_name}}.',
  },
  comparison_completed: {
    name: 'Comparison completed',
    description: 'To the person who asked for a comparison of two drawings, with its largest changes',
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
    picture: 'Both drawings laid over each other: red is gone, blue is added',
    button: { label: 'Open the report', address: '{{report_url}}' },
    reason: 'You get this because you asked for this comparison in {{project_name}}.',
  },
  report_ready: {
    name: 'Report ready',
    description: 'To the person who asked for a report',
    subject: 'Report ready: {{report_title}}',
    accent: GREEN,
    kind: 'Report ready',
    heading: '{{report_title}}',
    lead: 'Your report is ready. The link works for seven days and needs no sign-in.',
    facts: [
      ['Project', '{{project_name}}'],
      ['Format', '{{report_format}}'],
      ['Rows', '{{report_rows}}'],
      ['File', '{{filename}}'],
    ],
    button: { label: 'Download the report', address: '{{download_url}}' },
    reason: 'You get this because you asked for this report on {{project_name}}.',
  },
  digest: {
    name: 'Daily digest',
    description: 'Once a day what somebody wants to be told together',
    subject: 'Your digest of {{digest_date}}: {{item_count}} notifications',
    accent: BLUE,
    kind: 'Daily digest',
    heading: '{{item_count}} notifications',
    lead: 'What happened in your projects until {{digest_date}}.',
    section: { heading: 'Notifications', text: '{{items}}' },
    reason: 'You get this because you chose a daily digest.',
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
    template_type: kind === 'digest' ? 'digest' : 'notification',
    notification_type: kind === 'digest' ? null : kind,
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

/** One template for each kind of mail, for whom there is no other. They are read like stored ones, and never changed. */
export const builtInTemplates = (): readonly TemplateRecord[] => {
  made ??= MAIL_KINDS.map(recordOf);
  return made;
};

export const isBuiltIn = (id: string): boolean => id.startsWith(PREFIX);
