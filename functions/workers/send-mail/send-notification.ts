import type { TemplateRecord } from '../../../shared/domain/mail/mail-template.ts';
import { modeOf } from '../../../shared/domain/mail/subscription.ts';
import type { Notification, Recipient } from '../../../shared/domain/notifications/notification.ts';
import type { ProjectRecord } from '../../../shared/domain/projects/project.ts';
import { environment } from '../../../shared/environment.ts';
import { builtInTemplates } from '../../../shared/mail/built-in/built-in-templates.ts';
import { composeMail } from '../../../shared/mail/compose.ts';
import { renderTemplate } from '../../../shared/mail/render.ts';
import { unsubscribeUrl } from '../../../shared/mail/unsubscribe-link.ts';
import { unlessTaken } from '../../../shared/queue/holding-lease.ts';
import type { MessageRun } from '../../../shared/queue/worker.ts';
import { type Addressee, addresseeOf } from './addressee.ts';
import { contents } from './contents/index.ts';
import type { MailContent } from './contents/mail-content.ts';
import { deliver } from './deliver.ts';
import { mailId } from './mail-id.ts';
import { queuedActivity } from './queued-activity.ts';
import { refuseOutside } from './refuse-outside.ts';
import { renderMail } from './render-mail.ts';
import type { SendPorts } from './send-ports.ts';
import { mailTemplateOf } from './template-of.ts';

const PICTURE = 'picture@mail';

/** Returns the line for a digest: the subject of the built-in mail. For the mail about a batch, the file and its error. */
const lineOf = ({ type }: Notification, { values }: MailContent, projectName: string, isInBatch: boolean): string => {
  const { filename, error } = values;
  if (isInBatch) return type === 'document_failed' ? `${filename}: ${error}` : `${filename}`;
  const template = builtInTemplates().find(({ notification_type }) => notification_type === type) as TemplateRecord;
  return `${renderTemplate(template, values).subject} (${projectName})`;
};

const wantedMode = async ({ organization_id, type }: Notification, { id, subscriber }: Addressee, ports: SendPorts) => {
  const address = await ports['preferences.read'].get(organization_id, subscriber);
  const user = id === null || id === subscriber ? address : await ports['preferences.read'].get(organization_id, id);
  return modeOf(type, user, address);
};

/**
 * Stores the line of a digest or of a batch. For a batch, a message is sent that finds out whether this was its last file.
 */
const addLine = async (
  notification: Notification,
  { content, project, isInBatch }: { content: MailContent; project: ProjectRecord; isInBatch: boolean },
  to: Addressee & { id: string },
  ports: SendPorts,
  now: Date,
): Promise<void> => {
  const { organization_id, type, id } = notification;
  const { id: project_id, name: projectName } = project;
  await ports['digests.write'].add(to.subscriber, {
    ...{ organization_id, user_id: to.id, id, project_id, type },
    ...{ email: to.address, name: to.name, added_at: now.toISOString(), is_in_batch: isInBatch, mail: null },
    line: lineOf(notification, content, projectName, isInBatch),
  });
  if (!isInBatch) return;
  const { BATCH_QUIET_SECONDS: delaySeconds } = environment();
  const check = { organization_id, subscriber: to.subscriber, project_id, last: id };
  await ports['queue.mail'].send(check, { delaySeconds });
};

/**
 * Notifies one recipient: by mail, with the next digest, with the rest of a batch of uploads, or not at all. A recipient is not notified without an address,
 * without access to the project, or with this type switched off; nobody is notified about a record that has since been
 * deleted.
 * @throws like `deliver`
 */
export const sendNotification = async (
  notification: Notification,
  recipient: Recipient,
  ports: SendPorts,
  run: MessageRun,
): Promise<void> => {
  const { organization_id, project_id, type } = notification;
  const project = project_id === null ? null : await ports['projects.read'].get(organization_id, project_id);
  if (project === undefined) return;
  const addressee = await addresseeOf(notification, recipient, ports);
  if (!addressee) return;
  const id = mailId(organization_id, notification.id, addressee.id ?? addressee.address);
  const existing = await ports['activities.read'].get(organization_id, id);
  const { subscriber } = addressee;
  const mode = await wantedMode(notification, addressee, ports);
  // A mail that has been created is sent, even if the preferences have changed since.
  if (!existing && mode === 'off') return;
  const content = await contents[type](notification, recipient, ports, run.now);
  if (!content) return;
  // Each line of a digest belongs to a project.
  if (!existing && mode !== 'immediate' && addressee.isUsers && addressee.id !== null && project) {
    const line = { content, project, isInBatch: mode === 'batch' };
    return await addLine(notification, line, { ...addressee, id: addressee.id }, ports, run.now);
  }

  const template = await mailTemplateOf(organization_id, type, ports);
  const { picture } = content;
  const url = await unsubscribeUrl({ organization_id, subscriber, mails: type }, ports['unsubscribe.seal']);
  const values = {
    ...content.values,
    project_id: project_id ?? '',
    project_name: project?.name ?? 'All projects',
    recipient_name: addressee.name ?? '',
    picture_url: picture ? `cid:${PICTURE}` : '',
    unsubscribe_url: url,
  };
  const texts = renderMail(template, values);
  const { entity_type, entity_id } = notification;
  const queued = queuedActivity(
    id,
    {
      ...{ organization_id, entity_type, entity_id, project_id, notification_id: notification.id },
      ...{ notification_type: type, recipient_id: addressee.id, recipient_email: addressee.address },
      ...{ template_id: template.id, subject: texts.subject },
    },
    run.now,
  );
  // Undefined if the project has been deleted in the meantime.
  const activity = existing ?? (await unlessTaken(ports['activities.write'].create(queued)));
  if (!activity) return;
  const compose = () =>
    composeMail({
      from: ports['mail.send'].sender ?? '',
      to: addressee,
      texts,
      unsubscribeUrl: url,
      pictures: picture ? [{ ...picture, cid: PICTURE, mimeType: 'image/png' }] : [],
    });
  const refuse = () => refuseOutside(notification, activity.recipient_email, { id, now: run.now }, ports);
  await deliver(activity, compose, ports, run, addressee.isUsers ? undefined : refuse);
};
