import type { Notification } from '../../../shared/domain/notifications/notification.ts';
import { environment } from '../../../shared/environment.ts';
import type { Ports } from '../../../shared/ports.ts';

/** The ports that limiting mails to typed addresses needs, for `uses`. */
export const OUTSIDE_PORTS = ['members.read', 'outside-mails.write'] as const;

const PAGE = 100;

const isMembers = async (
  { organization_id, project_id }: Notification,
  address: string,
  ports: Pick<Ports, 'members.read'>,
): Promise<boolean> => {
  if (project_id === null) return false;
  let cursor: string | undefined;
  do {
    const place = { list: 'inProject', parent: project_id, limit: PAGE, cursor } as const;
    const page = await ports['members.read'].list(organization_id, place);
    if (page.records.some(({ email }) => email?.toLowerCase() === address.toLowerCase())) return true;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return false;
};

/**
 * Returns why a mail with texts by one user may not be sent to an address that was typed; undefined if it may.
 * Addresses of members are unlimited; mails to others are limited per user and day.
 *
 * @param id identifies the mail, which is counted once
 */
export const refuseOutside = async (
  notification: Notification,
  address: string,
  { id, now }: { id: string; now: Date },
  ports: Pick<Ports, (typeof OUTSIDE_PORTS)[number]>,
): Promise<string | undefined> => {
  if (await isMembers(notification, address, ports)) return undefined;
  const perDay = environment().OUTSIDE_MAILS_PER_DAY;
  const by = notification.caused_by ?? '';
  const admitted = await ports['outside-mails.write'].admit(notification.organization_id, by, { id, perDay, now });
  return admitted
    ? undefined
    : `More than ${perDay} mails per day caused by one user to addresses that are not of members`;
};
