import { ACTIVITY_TRANSITIONS, type ActivityRecord } from '../../../shared/domain/mail/activity.ts';
import { MailRefusal } from '../../../shared/domain/mail/mail-refusal.ts';
import { mailTags } from '../../../shared/domain/mail/tags.ts';
import { errorFields, log } from '../../../shared/log.ts';
import type { Ports } from '../../../shared/ports.ts';
import { unlessTaken } from '../../../shared/queue/lease.ts';
import type { MessageRun } from '../../../shared/queue/worker.ts';

/** What handing over takes, for `uses`. */
export const DELIVERY_PORTS = ['activities.write', 'suppressions.read', 'mail.send'] as const;
type DeliveryPorts = Pick<Ports, (typeof DELIVERY_PORTS)[number]>;

/**
 * How long a mail whose handing over has no answer is left alone, milliseconds. By then SES has told of a mail that it
 * took, which moves the record on; one that it has told nothing of is handed over again.
 */
const SETTLED_AFTER = 10 * 60_000;

/** Says that SES turned the mail away to the last delivery: a message that an operator sends again tries afresh. */
const TURNED_AWAY = 'turned_away';

/** The reason of a failure as the log shows it. */
const reasonOf = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 500);

/**
 * Hands the mail of a record over, once however often it is called: `queued` is claimed by a conditional write, which
 * says that it may be on its way, and only then handed to SES. Answers the record as it ended.
 *
 * @param compose makes the mail; not called where there is none to send
 * @param refuse answers why the mail may not go to its address, if so
 * @throws where another delivery of the message has to go on: another worker has the mail, SES turned it away for now,
 *   or it is not known whether SES took it
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

  let standing = record;
  if (standing.status === 'failed' && standing.metadata.code === TURNED_AWAY && run.delivery.attempt === 1) {
    standing = await change({}, 'retry', { transition: ACTIVITY_TRANSITIONS.retry });
  }
  if (standing.status !== 'queued') return standing;
  const { handing_since } = standing;
  if (handing_since !== null && run.now.getTime() - Date.parse(handing_since) < SETTLED_AFTER) {
    throw new Error('It is not known yet whether the mail was taken');
  }
  const suppressed = await ports['suppressions.read'].find(recipient_email);
  if (suppressed) return await fail(`No mail goes to this address: ${suppressed.reason}`, 'suppressed', standing);
  const refusal = await refuse();
  if (refusal !== undefined) return await fail(refusal, 'outside_limit', standing);
  const raw = await compose();

  const claimed = await unlessTaken(
    change({ handing_since: run.now.toISOString() }, 'claim', { ifVersion: standing.record_version }),
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
  // SES was faster and has told of it already; or the log has gone with its project.
  return (await unlessTaken(change(sent, 'sent-late', {}))) ?? claimed;
};
