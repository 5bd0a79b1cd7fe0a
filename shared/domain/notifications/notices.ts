import type { PersonRecord } from '../access/person.ts';
import type { ComparisonRecord } from '../comparisons/comparison.ts';
import type { DocumentRecord } from '../documents/document.ts';
import type { WebhookRecord } from '../events/webhook.ts';
import type { ReportRecord } from '../reports/report.ts';
import type { TaskRecord } from '../tasks/task.ts';
import type { TransmittalRecord } from '../transmittals/transmittal.ts';
import type { User } from '../user.ts';
import type { Notice, Recipient } from './notification.ts';

/**
 * Derives the notifications of a change from the record before and after it. These functions are pure: the same change
 * yields the same notices.
 */

const toRecipient = ({ _id, name, email }: User): Recipient => ({ id: _id, name, email, is_own: true });

const assigneeOf = ({ assignee_id, assignee_email }: TaskRecord): Recipient | undefined =>
  assignee_id === null && assignee_email === null
    ? undefined
    : { id: assignee_id, name: null, email: assignee_email, is_own: false };

/** People without an identity are compared by address. */
const isSame = (a: Recipient, b: Recipient): boolean =>
  a.id !== null && b.id !== null ? a.id === b.id : a.email !== null && a.email.toLowerCase() === b.email?.toLowerCase();

/** Returns the distinct recipients, without the user who made the change. */
const recipientsOf = (people: readonly (Recipient | undefined)[], actor: User | undefined): Recipient[] => {
  const recipients: Recipient[] = [];
  for (const person of people) {
    if (!person || (actor && isSame(person, toRecipient(actor)))) continue;
    if (!recipients.some((other) => isSame(other, person))) recipients.push(person);
  }
  return recipients;
};

const shown = (value: string | null): string => {
  if (value === null || value === '') return 'none';
  return value.replaceAll('_', ' ');
};
const day = (value: string | null): string => (value === null ? 'none' : value.slice(0, 10));

const placeOf = ({ location }: TaskRecord): string => {
  if (!location) return '';
  const { x, y, width, height } = location.bounding_box ?? {};
  return [location.document_id, location.page, x, y, width, height].join(' ');
};

/** Returns the changes of a task for a mail, one line per field; empty if no visible field has changed. */
const changesOf = (before: TaskRecord, after: TaskRecord): string => {
  const lines = [
    ['Status', shown(before.status), shown(after.status)],
    ['Priority', shown(before.priority), shown(after.priority)],
    ['Due', day(before.due_date), day(after.due_date)],
    ['Title', before.title, after.title],
    ['Assigned to', assigneeName(before), assigneeName(after)],
  ].flatMap(([label, from, to]) => (from === to ? [] : [`${label}: ${from} → ${to}`]));
  if (before.description !== after.description) lines.push('The description was changed');
  if (placeOf(before) !== placeOf(after)) lines.push('The location was changed');
  const added = after.document_ids.filter((id) => !before.document_ids.includes(id)).length;
  const removed = before.document_ids.filter((id) => !after.document_ids.includes(id)).length;
  if (added > 0) lines.push(`Documents added: ${added}`);
  if (removed > 0) lines.push(`Documents removed: ${removed}`);
  return lines.join('\n');
};
const assigneeName = ({ assignee_email, assignee_id }: TaskRecord): string => assignee_email ?? assignee_id ?? 'nobody';

const taskNotice = (type: Notice['type'], task: TaskRecord, recipients: Recipient[], actor?: User): Notice => ({
  type,
  entity_type: 'task',
  entity_id: task.id,
  recipients,
  actor_name: actor?.name ?? null,
  caused_by: (actor ?? task.created_by)._id,
  changes: null,
});

/**
 * Returns the notices of a created or changed task.
 * @param before undefined if the task is created
 * @param actor the user who made the change; undefined for the service
 */
export const taskNotices = (before: TaskRecord | undefined, after: TaskRecord, actor: User | undefined): Notice[] => {
  const assignee = assigneeOf(after);
  const former = before && assigneeOf(before);
  const isNew = assignee !== undefined && !(former && isSame(former, assignee));
  const assigned = isNew ? recipientsOf([assignee], actor) : [];
  const others = before ? recipientsOf([isNew ? undefined : assignee, toRecipient(after.created_by)], actor) : [];
  const updated = others.filter((person) => !assigned.some((other) => isSame(other, person)));
  const changes = before ? changesOf(before, after) : '';
  const isDue = before?.became_due_at === null && after.became_due_at !== null;
  const due = isDue ? recipientsOf([assignee ?? toRecipient(after.created_by)], undefined) : [];
  return [
    taskNotice('task_assigned', after, assigned, actor),
    { ...taskNotice('task_updated', after, changes === '' ? [] : updated, actor), changes },
    taskNotice('task_due', after, due),
  ].filter(({ recipients }) => recipients.length > 0);
};

const isRead = ({ processing_status, text_status }: DocumentRecord): boolean =>
  processing_status === 'PROCESSED' && text_status !== 'recognising';

/** Returns the notice of completed work for the user who requested it. */
const workNotice = (
  type: Notice['type'],
  entity_type: Notice['entity_type'],
  entity_id: string,
  recipient: User,
): Notice[] => [
  {
    ...{ type, entity_type, entity_id, recipients: [toRecipient(recipient)], changes: null },
    ...{ actor_name: null, caused_by: recipient._id },
  },
];

/** Notifies the user who uploaded a document when all of it has been read, or when that fails. */
export const documentNotices = (before: DocumentRecord, after: DocumentRecord): Notice[] => {
  const fails = before.processing_status !== 'FAILED' && after.processing_status === 'FAILED';
  if (after.is_deleted || !(fails || (!isRead(before) && isRead(after)))) return [];
  return workNotice(fails ? 'document_failed' : 'document_processed', 'document', after.document_id, after.uploaded_by);
};

export const comparisonNotices = (before: ComparisonRecord, after: ComparisonRecord): Notice[] => {
  if (before.status === 'ready' || after.status !== 'ready' || after.requested_by === null) return [];
  return workNotice('comparison_completed', 'drawing_comparison', after.id, after.requested_by);
};

export const reportNotices = (before: ReportRecord, after: ReportRecord): Notice[] => {
  if (before.status === 'ready' || after.status !== 'ready') return [];
  return workNotice('report_ready', 'report', after.id, after.created_by);
};

/** Administrators to whom the service writes about one record. */
const MAXIMUM_ADMINISTRATORS = 20;

/** Notifies the creator of a webhook that the service has disabled, and administrators of the organization. */
export const webhookNotices = (after: WebhookRecord, administrators: readonly PersonRecord[]): Notice[] => {
  const people = administrators
    .slice(0, MAXIMUM_ADMINISTRATORS)
    .map(({ user_id, email }): Recipient => ({ id: user_id, name: null, email, is_own: true }));
  return [
    {
      ...{ type: 'webhook_disabled', entity_type: 'webhook', entity_id: after.id, changes: null },
      ...{ recipients: recipientsOf([toRecipient(after.created_by), ...people], undefined) },
      ...{ actor_name: null, caused_by: null },
    },
  ];
};

/** Returns the notice of a transmittal for all its recipients, the sender included if named as one. */
export const transmittalNotices = ({ id, recipients, created_by }: TransmittalRecord): Notice[] => [
  {
    ...{ type: 'transmittal_sent', entity_type: 'transmittal', entity_id: id, changes: null },
    recipients: recipients.map(({ user_id, name, email }) => ({ id: user_id, name, email, is_own: false })),
    ...{ actor_name: created_by.name, caused_by: created_by._id },
  },
];
