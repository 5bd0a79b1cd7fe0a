import { ACTIVITY_TRANSITIONS, type ActivityRecord } from '../../../shared/domain/mail/activity.ts';
import { MailRefusal } from '../../../shared/domain/mail/mail-refusal.ts';
import { mailTags } from '../../../shared/domain/mail/mail-tags.ts';
import { errorFields, log } from '../../../shared/log.ts';
import type { Ports } from '../../../shared/ports.ts';
import { unlessTaken } from '../../../shared/queue/holding-lease.ts';
import type { MessageRun } from '../../../shared/queue/worker.ts';

/** The ports that delivering a mail needs, for `uses`. */
export const DELIVERY_PORTS = ['activities.write', 'suppressions.read', 'mail.send'] as const;
type DeliveryPorts = Pick<Ports, (typeof DELIVERY_PORTS)[number]>;

/**
 * Milliseconds during which a mail is left alone after an attempt with an unknown outcome. By then SES has sent an
 * event for a mail that it accepted, which updates the record; a mail without an event is sent again.
 */
const SETTLED_AFTER = 10 * 60_000;

/**
 * Code of a mail that SES rejected on the last delivery of its message; a message redriven by an operator tries again.
 */
const TURNED_AWAY = 'turned_away';

/** Returns the reason of a failure as the log shows it. */
const reasonOf = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 500);

/**
 * Sends the mail of a record once, however often it is called: a conditional write claims the `queued` mail and records
 * that it may have been sent, and only then is it passed to SES.
 *
 * @param compose creates the mail; not called if there is none to send
 * @param refuse returns the reason why the mail may not be sent to its address, if there is one
 * @returns the final record
 * @throws if another delivery of the message must continue: another worker has the mail, SES rejected it temporarily,
 * or it is unknown whether SES accepted it
 */
export const deliver = async (
  record: ActivityRecord,
  compose: () => Promise<Uint8Array>,
  ports: DeliveryPorts,
  run: MessageRun,
  refuse: () => Promise<string | undefined> = async () => undefined,
): Promise<ActivityRecord> => {
  const { organization_id, id, recipient_email } = record;
  const owner = `${run.delivery.messageId}:${run.delivery.attempt}:${run.requestId}`;
  const change = (to: Partial<ActivityRecord>, step: string, held: object) =>
    ports['activities.write'].change(organization_id, id, to, {
      ...held,
      writeId: `${owner}:${step}`,
      now: new Date(),
    });
  const fail = (reason: string, code: string, held: ActivityRecord) =>
    change({ handing_since: null, metadata: { ...held.metadata, reason, code } }, 'fail', {
      transition: ACTIVITY_TRANSITIONS.fail,
      ifVersion: held.record_version,
    });

  let current = record;
  if (current.status === 'failed' && current.metadata.code === TURNED_AWAY && run.delivery.attempt === 1) {
    current = await change({}, 'retry', { transition: ACTIVITY_TRANSITIONS.retry });
  }
  if (current.status !== 'queued') return current;
  const { handing_since } = current;
  if (handing_since !== null && run.now.getTime() - Date.parse(handing_since) < SETTLED_AFTER) {
    throw new Error('It is not known yet whether SES accepted the mail');
  }
  const suppressed = await ports['suppressions.read'].find(recipient_email);
  if (suppressed)
    return await fail(`Mails to this address are suppressed: ${suppressed.reason}`, 'suppressed', current);
  const refusal = await refuse();
  if (refusal !== undefined) return await fail(refusal, 'outside_limit', current);
  const raw = await compose();

  const claimed = await unlessTaken(
    change({ handing_since: run.now.toISOString() }, 'claim', { ifVersion: current.record_version }),
  );
  if (!claimed) throw new Error('Another worker has the mail');
  let messageId: string;
  try {
    ({ messageId } = await ports['mail.send'].send({ to: recipient_email, raw, tags: mailTags(record) }));
  } catch (error) {
    if (!(error instanceof MailRefusal)) throw error;
    log('warn', 'mail turned away', { activity_id: id, ...errorFields(error) });
    if (error.isFinal) return await fail(reasonOf(error.message), 'refused', claimed);
    if (run.delivery.last) await fail(reasonOf(error.message), TURNED_AWAY, claimed);
    else await change({ handing_since: null }, 'release', { ifVersion: claimed.record_version });
    throw error;
  }
  const sent = { sent_at: new Date().toISOString(), message_id: messageId, handing_since: null };
  const logged = await unlessTaken(change(sent, 'sent', { transition: ACTIVITY_TRANSITIONS.send }));
  if (logged) return logged;
  // The SES event was faster and has updated the record, or the log was deleted with its project.
  return (await unlessTaken(change(sent, 'sent-late', {}))) ?? claimed;
};
