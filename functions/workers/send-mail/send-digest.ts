import type { DigestItem } from '../../../shared/domain/mail/digest.ts';
import { modesOf } from '../../../shared/domain/mail/preferences.ts';
import { withoutAbsentLinks } from '../../../shared/mail/absent-links.ts';
import { composeMail } from '../../../shared/mail/compose.ts';
import { renderTemplate } from '../../../shared/mail/render.ts';
import { unsubscribeUrl } from '../../../shared/mail/unsubscribe.ts';
import type { MessageRun } from '../../../shared/queue/worker.ts';
import { longDate } from './contents/content.ts';
import { deliver } from './deliver.ts';
import { mailId } from './mail-id.ts';
import type { SendPorts } from './ports.ts';
import { queuedActivity } from './queued-activity.ts';
import { templateOf } from './template-of.ts';

export interface Digest {
  organization_id: string;
  user_id: string;
  /** `2026-11-22`. */
  digest_day: string;
}

/** Lines of one mail; what is more is counted. */
const SHOWN = 100;

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** What the person still wants to be told, of projects that stand and of which it was not taken out. */
const wantedOf = async (items: readonly DigestItem[], digest: Digest, ports: SendPorts): Promise<DigestItem[]> => {
  const { organization_id, user_id } = digest;
  const modes = modesOf(await ports['preferences.read'].get(organization_id, user_id));
  const open = new Map<string, boolean>();
  for (const id of new Set(items.map(({ project_id }) => project_id))) {
    const stands = await ports['memberships.read'].stands(organization_id, id);
    open.set(id, stands && !(await ports['memberships.read'].hasLeft(organization_id, user_id, id)));
  }
  return items.filter(({ project_id, type }) => open.get(project_id) && modes[type] !== 'off');
};

/**
 * Sends somebody's digest of a day, once: what is kept is claimed by that day before it is sent and removed after, so
 * that nothing is said twice or lost where a run ends in between.
 * @throws as `deliver`
 */
export const sendDigest = async (digest: Digest, ports: SendPorts, run: MessageRun): Promise<void> => {
  const { organization_id, user_id, digest_day } = digest;
  const id = mailId(organization_id, `digest-${digest_day}`, user_id);
  const standing = await ports['activities.read'].get(organization_id, id);
  const settle = () => ports['digests.write'].settle(organization_id, user_id, digest_day, nextDay(digest_day));
  if (standing && standing.status !== 'queued') return await settle();
  const claimed = await ports['digests.write'].claim(organization_id, user_id, digest_day, !standing);
  const items = await wantedOf(claimed, digest, ports);
  const last = items.at(-1);
  if (!last) return await settle();

  const template = await templateOf(organization_id, 'digest', ports);
  const lines = items.slice(0, SHOWN).map(({ line }) => line);
  if (items.length > SHOWN) lines.push(`and ${items.length - SHOWN} more`);
  const subscription = { organization_id, subscriber: user_id, mails: 'digest' } as const;
  const url = await unsubscribeUrl(subscription, ports['unsubscribe.seal']);
  const values = {
    recipient_name: last.name ?? '',
    digest_date: longDate(digest_day),
    item_count: String(items.length),
    items: lines.join('\n'),
    unsubscribe_url: url,
  };
  const texts = renderTemplate(withoutAbsentLinks(template, values), values);
  const activity =
    standing ??
    (await ports['activities.write'].create(
      queuedActivity(
        id,
        {
          ...{ organization_id, entity_type: null, entity_id: null, project_id: null, notification_type: null },
          ...{ notification_id: `digest-${digest_day}`, recipient_id: user_id, recipient_email: last.email },
          ...{ template_id: template.id, subject: texts.subject },
        },
        run.now,
      ),
    ));
  const compose = () =>
    composeMail({
      from: ports['mail.send'].sender ?? '',
      to: { name: last.name, address: activity.recipient_email },
      texts,
      unsubscribeUrl: url,
      pictures: [],
    });
  await deliver(activity, compose, ports, run);
  await settle();
};
