import type { DigestItem } from '../../../shared/domain/mail/digest.ts';
import { modeOf } from '../../../shared/domain/mail/subscription.ts';
import { type Addressee, userIn } from './addressee.ts';
import type { SendPorts } from './send-ports.ts';

/** Maximum lines of one mail; the rest is only counted. */
export const SHOWN_LINES = 100;

export interface MailLine {
  item: DigestItem;
  to: Addressee;
}

/**
 * Returns the lines that their reader still wants, of existing projects that the reader may see. Each is checked
 * against the user's current address: lines stored for another one are dropped.
 */
export const wantedLines = async (
  items: readonly DigestItem[],
  { organization_id, subscriber }: { organization_id: string; subscriber: string },
  ports: SendPorts,
): Promise<MailLine[]> => {
  const ofSubscriber = await ports['preferences.read'].get(organization_id, subscriber);
  const users = new Map<string, Promise<Addressee | undefined>>();
  const userOf = async ({ project_id, user_id, email, name }: DigestItem): Promise<Addressee | undefined> => {
    if (!(await ports['memberships.read'].stands(organization_id, project_id))) return undefined;
    const ownEmail = user_id === subscriber ? email : null;
    return await userIn({ organization_id, project_id }, { id: user_id, name, ownEmail }, ports);
  };
  const lines: MailLine[] = [];
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
