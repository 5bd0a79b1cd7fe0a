import type { DigestItem } from '../../../shared/domain/mail/digest.ts';
import { composeMail } from '../../../shared/mail/compose.ts';
import { unsubscribeUrl } from '../../../shared/mail/unsubscribe-link.ts';
import type { MessageRun } from '../../../shared/queue/worker.ts';
import { longDate } from './contents/mail-content.ts';
import { deliver } from './deliver.ts';
import { mailId } from './mail-id.ts';
import { queuedActivity } from './queued-activity.ts';
import { renderMail } from './render-mail.ts';
import type { SendPorts } from './send-ports.ts';
import { mailTemplateOf } from './template-of.ts';
import { SHOWN_LINES, wantedLines } from './wanted-lines.ts';

export interface MailDigest {
  organization_id: string;
  /** See `subscriberOf`. */
  subscriber: string;
  /** `2026-11-22`. */
  digest_day: string;
}

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/**
 * Sends the digest of a day once: its lines are claimed for that day before it is sent and removed afterwards, so that
 * no line is sent twice or lost if a run is interrupted.
 * @throws like `deliver`
 */
export const sendDigest = async (digest: MailDigest, ports: SendPorts, run: MessageRun): Promise<void> => {
  const { organization_id, subscriber, digest_day } = digest;
  const id = mailId(organization_id, `digest-${digest_day}`, subscriber);
  const existing = await ports['activities.read'].get(organization_id, id);
  const settle = () => ports['digests.write'].settle(organization_id, subscriber, digest_day, nextDay(digest_day));
  if (existing && existing.status !== 'queued') return await settle();
  const takes = existing ? undefined : (item: DigestItem) => !item.is_in_batch;
  const claimed = await ports['digests.write'].claim(organization_id, subscriber, digest_day, takes);
  const lines = await wantedLines(claimed, digest, ports);
  const last = lines.at(-1);
  if (!last) return await settle();
  const { to } = last;

  const template = await mailTemplateOf(organization_id, 'digest', ports);
  const shown = lines.slice(0, SHOWN_LINES).map(({ item }) => item.line);
  if (lines.length > SHOWN_LINES) shown.push(`and ${lines.length - SHOWN_LINES} more`);
  const types = [...new Set(lines.map(({ item }) => item.type))];
  const url = await unsubscribeUrl(
    { organization_id, subscriber, mails: 'digest', ...(to.id !== subscriber && { types }) },
    ports['unsubscribe.seal'],
  );
  const values = {
    recipient_name: to.name ?? '',
    digest_date: longDate(digest_day),
    item_count: String(lines.length),
    items: shown.join('\n'),
    unsubscribe_url: url,
  };
  const texts = renderMail(template, values);
  const activity =
    existing ??
    (await ports['activities.write'].create(
      queuedActivity(
        id,
        {
          ...{ organization_id, entity_type: null, entity_id: null, project_id: null, notification_type: null },
          ...{ notification_id: `digest-${digest_day}`, recipient_id: to.id, recipient_email: to.address },
          ...{ template_id: template.id, subject: texts.subject },
        },
        run.now,
      ),
    ));
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
