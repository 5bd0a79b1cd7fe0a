import type { Notification } from '../../../shared/domain/notifications/notification.ts';
import { environment } from '../../../shared/environment.ts';
import type { Ports } from '../../../shared/ports.ts';

/** What limiting mails to typed addresses takes, for `uses`. */
export const OUTSIDE_PORTS = ['members.read', 'outside-mails.write'] as const;

const PAGE = 100;

const isMembers = async (
  { organization_id, project_id }: Notification,
  address: string,
  ports: Pick<Ports, 'members.read'>,
): Promise<boolean> => {
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
 * Why a mail with texts of one user does not go to an address that somebody typed; undefined where it may go. Members'
 * addresses are always written to, others so often a day on account of one user.
 *
 * @param id names the mail, which is counted once
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
  return admitted ? undefined : `More than ${perDay} mails of one user a day to addresses of no member`;
};
