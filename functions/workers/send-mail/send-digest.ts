import type { DigestItem } from '../../../shared/domain/mail/digest.ts';
import { modeOf } from '../../../shared/domain/mail/subscription.ts';
import { withoutAbsentLinks } from '../../../shared/mail/absent-links.ts';
import { composeMail } from '../../../shared/mail/compose.ts';
import { renderTemplate } from '../../../shared/mail/render.ts';
import { unsubscribeUrl } from '../../../shared/mail/unsubscribe.ts';
import type { MessageRun } from '../../../shared/queue/worker.ts';
import { type Addressee, userIn } from './addressee.ts';
import { longDate } from './contents/content.ts';
import { deliver } from './deliver.ts';
import { mailId } from './mail-id.ts';
import type { SendPorts } from './ports.ts';
import { queuedActivity } from './queued-activity.ts';
import { templateOf } from './template-of.ts';

export interface Digest {
  organization_id: string;
  /** See `subscriberOf`. */
  subscriber: string;
  /** `2026-11-22`. */
  digest_day: string;
}

/** Maximum lines of one mail; the rest is only counted. */
const SHOWN = 100;

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

interface Line {
  item: DigestItem;
  to: Addressee;
}

/**
 * Returns the lines that their reader still wants, of existing projects that the reader may see. Each is checked
 * against the user's current address: lines stored for another one are dropped.
 */
const linesOf = async (items: readonly DigestItem[], digest: Digest, ports: SendPorts): Promise<Line[]> => {
  const { organization_id, subscriber } = digest;
  const ofSubscriber = await ports['preferences.read'].get(organization_id, subscriber);
  const users = new Map<string, Promise<Addressee | undefined>>();
  const userOf = async ({ project_id, user_id, email, name }: DigestItem): Promise<Addressee | undefined> => {
    if (!(await ports['memberships.read'].stands(organization_id, project_id))) return undefined;
    const ownEmail = user_id === subscriber ? email : null;
    return await userIn({ organization_id, project_id }, { id: user_id, name, ownEmail }, ports);
  };
  const lines: Line[] = [];
  for (const item of items) {
    const key = JSON.stringify([item.project_id, item.user_id]);
    const user = users.get(key) ?? userOf(item);
    users.set(key, user);
    const to = await user;
    const modes =
      item.user_id === subscriber ? ofSubscriber : await ports['preferences.read'].get(organization_id, item.user_id);
    if (to?.subscriber === subscriber && modeOf(item.type, modes, ofSubscriber) !== 'off') lines.push({ item, to });
  }
  return lines;
};

/**
 * Sends the digest of a day once: its lines are claimed for that day before it is sent and removed afterwards, so that
 * no line is sent twice or lost if a run is interrupted.
 * @throws like `deliver`
 */
export const sendDigest = async (digest: Digest, ports: SendPorts, run: MessageRun): Promise<void> => {
  const { organization_id, subscriber, digest_day } = digest;
  const id = mailId(organization_id, `digest-${digest_day}`, subscriber);
  const existing = await ports['activities.read'].get(organization_id, id);
  const settle = () => ports['digests.write'].settle(organization_id, subscriber, digest_day, nextDay(digest_day));
  if (existing && existing.status !== 'queued') return await settle();
  const claimed = await ports['digests.write'].claim(organization_id, subscriber, digest_day, !existing);
  const lines = await linesOf(claimed, digest, ports);
  const last = lines.at(-1);
  if (!last) return await settle();
  const { to } = last;

  const template = await templateOf(organization_id, 'digest', ports);
  const shown = lines.slice(0, SHOWN).map(({ item }) => item.line);
  if (lines.length > SHOWN) shown.push(`and ${lines.length - SHOWN} more`);
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
  const texts = renderTemplate(withoutAbsentLinks(template, values), values);
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
