import { batchName, type DigestItem } from '../../../shared/domain/mail/digest.ts';
import { environment } from '../../../shared/environment.ts';
import { composeMail } from '../../../shared/mail/compose.ts';
import { unsubscribeUrl } from '../../../shared/mail/unsubscribe-link.ts';
import { unlessTaken } from '../../../shared/queue/holding-lease.ts';
import type { MessageRun } from '../../../shared/queue/worker.ts';
import { deliver } from './deliver.ts';
import { mailId } from './mail-id.ts';
import { queuedActivity } from './queued-activity.ts';
import { renderMail } from './render-mail.ts';
import type { SendPorts } from './send-ports.ts';
import { mailTemplateOf } from './template-of.ts';
import { type MailLine, SHOWN_LINES, wantedLines } from './wanted-lines.ts';

export interface Batch {
  organization_id: string;
  /** See `subscriberOf`. */
  subscriber: string;
  project_id: string;
  /** The notification after which the batch has finished, unless there is a later one. */
  last: string;
}

/** Milliseconds for which a mail waits for a file that was registered and has not been read. */
const LONGEST_WAIT = 60 * 60_000;
/** Processed documents that are checked for scanned pages whose text is still being recognised. */
const CHECKED = 50;

/** Returns whether a file that the user uploaded to the project is waiting for a worker or being read. */
const isReading = async (
  { organization_id, project_id }: Batch,
  uploadedBy: string,
  now: Date,
  ports: SendPorts,
): Promise<boolean> => {
  const register = await ports['register.read'].read(organization_id, project_id);
  const find = (processingStatuses: string[], limit: number) =>
    register.page({
      ...{ sortBy: 'created_at', sortOrder: 'desc', skip: 0, limit, isDeleted: false },
      ...{ uploadedBy, processingStatuses, createdFrom: new Date(now.getTime() - LONGEST_WAIT).toISOString() },
    });
  if (find(['QUEUED', 'PROCESSING'], 1).total > 0) return true;
  const processed = await ports['documents.read'].getMany(organization_id, find(['PROCESSED'], CHECKED).ids);
  return processed.some((document) => document?.text_status === 'recognising');
};

const count = (n: number, rest: string): string => `${n} ${n === 1 ? 'file' : 'files'} ${rest}`;

/** Returns the values of the mail: failed files come first, with their errors. */
const valuesOf = (lines: readonly MailLine[]) => {
  const named = (type: DigestItem['type'], label: string) =>
    lines.filter(({ item }) => item.type === type).map(({ item }) => `${label}: ${item.line}`);
  const failed = named('document_failed', 'Could not be read');
  const processed = named('document_processed', 'Processed');
  const files = [...failed, ...processed];
  const shown = files.slice(0, SHOWN_LINES);
  if (files.length > SHOWN_LINES) shown.push(`and ${files.length - SHOWN_LINES} more`);
  const summary = [
    ...(processed.length > 0 ? [count(processed.length, 'processed')] : []),
    ...(failed.length > 0 ? [count(failed.length, 'could not be read')] : []),
  ];
  return {
    summary: summary.join(', '),
    processed_count: String(processed.length),
    failed_count: String(failed.length),
    files: shown.join('\n'),
  };
};

/**
 * Returns the lines of the mail, claimed for it; undefined unless the batch has finished. While files are being read, the
 * message is sent again: their own notifications need not come, because they can be deleted. Files of a project that has
 * been deleted are not waited for.
 */
const claimFinished = async (
  batch: Batch,
  { isStarted, isOpen }: { isStarted: boolean; isOpen: boolean },
  ports: SendPorts,
  now: Date,
): Promise<DigestItem[] | undefined> => {
  const { organization_id, subscriber, project_id, last } = batch;
  const mail = batchName(last);
  const items = await ports['digests.write'].batch(organization_id, subscriber, project_id);
  const hasBegun = isStarted || items.some((item) => item.mail === mail);
  const isWaiting = (item: DigestItem) => item.is_in_batch && item.project_id === project_id && item.mail === null;
  if (!hasBegun) {
    const waiting = items.filter(isWaiting);
    const newest = waiting.at(-1);
    // A message of its own follows the newest line.
    if (newest?.id !== last) return undefined;
    if (isOpen && (await isReading(batch, newest.user_id, now, ports))) {
      await ports['queue.mail'].send({ ...batch }, { delaySeconds: environment().BATCH_QUIET_SECONDS });
      return undefined;
    }
  }
  return await ports['digests.write'].claim(organization_id, subscriber, mail, isStarted ? undefined : isWaiting);
};

/**
 * Sends one mail about the files that a user uploaded to a project, once all of them have been read or have failed. A
 * single file that was read needs no mail. Like a digest, its lines are claimed before it is sent and removed afterwards.
 * @throws like `deliver`
 */
export const sendBatch = async (batch: Batch, ports: SendPorts, run: MessageRun): Promise<void> => {
  const { organization_id, subscriber, project_id, last } = batch;
  const mail = batchName(last);
  const id = mailId(organization_id, mail, subscriber);
  const existing = await ports['activities.read'].get(organization_id, id);
  const settle = () => ports['digests.write'].settle(organization_id, subscriber, mail, undefined);
  if (existing && existing.status !== 'queued') return await settle();
  const project = await ports['projects.read'].get(organization_id, project_id);
  const state = { isStarted: existing !== undefined, isOpen: project !== undefined };
  const claimed = await claimFinished(batch, state, ports, run.now);
  if (!claimed) return;
  const lines = await wantedLines(claimed, batch, ports);
  const newest = lines.at(-1);
  const isOneRead = lines.length === 1 && newest?.item.type === 'document_processed';
  if (!project || !newest || isOneRead) return await settle();

  const { to } = newest;
  const template = await mailTemplateOf(organization_id, 'batch', ports);
  const types = [...new Set(lines.map(({ item }) => item.type))];
  const url = await unsubscribeUrl(
    { organization_id, subscriber, mails: 'batch', ...(to.id !== subscriber && { types }) },
    ports['unsubscribe.seal'],
  );
  const values = {
    ...valuesOf(lines),
    ...{ project_id, project_name: project.name, recipient_name: to.name ?? '', unsubscribe_url: url },
  };
  const texts = renderMail(template, values);
  const queued = queuedActivity(
    id,
    {
      ...{ organization_id, entity_type: 'project', entity_id: project_id, project_id, notification_type: null },
      ...{ notification_id: mail, recipient_id: to.id, recipient_email: to.address },
      ...{ template_id: template.id, subject: texts.subject },
    },
    run.now,
  );
  // Undefined if the project has been deleted in the meantime.
  const activity = existing ?? (await unlessTaken(ports['activities.write'].create(queued)));
  if (!activity) return await settle();
  const compose = () =>
    composeMail({
      from: ports['mail.send'].sender ?? '',
      to: { name: to.name, address: activity.recipient_email },
      texts,
      unsubscribeUrl: url,
      pictures: [],
    });
  await deliver(activity, compose, ports, run);
  await settle();
};
