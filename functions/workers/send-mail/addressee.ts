import { oneAddress } from '../../../shared/domain/mail/address.ts';
import { subscriberOf } from '../../../shared/domain/mail/subscription.ts';
import type { Notification, Recipient } from '../../../shared/domain/notifications/notification.ts';
import type { Ports } from '../../../shared/ports.ts';

/** The ports that finding an addressee needs, for `uses`. */
export const ADDRESSEE_PORTS = ['people.read', 'members.read', 'memberships.read'] as const;
type AddresseePorts = Pick<Ports, (typeof ADDRESSEE_PORTS)[number]>;

/** The addressee of a mail. */
export interface Addressee {
  /** The subject of the identity; null if only the address is known. */
  id: string | null;
  name: string | null;
  address: string;
  /** Whose preferences the mail's unsubscribe link changes: see `subscriberOf`. */
  subscriber: string;
  /** Whether the address is known to be the user's, so that mails may be about more than the one record. */
  isUsers: boolean;
}

type Place = Pick<Notification, 'organization_id' | 'project_id'>;

/** A user's access to a project; users who were removed from it or may not see it are not notified. */
type Access = 'granted' | 'denied' | 'removed' | 'unknown';

interface User {
  id: string;
  name: string | null;
  /** The address in one of the user's own tokens, as stored in a record. */
  ownEmail: string | null;
}

/**
 * Returns a user's access to a project, or to records of the organization, and the address by which the user is known
 * there.
 */
const lookUp = async ({ organization_id, project_id }: Place, { id, name, ownEmail }: User, ports: AddresseePorts) => {
  const [hasLeft, person, member] = await Promise.all([
    project_id !== null && ports['memberships.read'].hasLeft(organization_id, id, project_id),
    ports['people.read'].get(organization_id, id),
    project_id === null ? undefined : ports['members.read'].get(organization_id, { project_id, user_id: id }),
  ]);
  const access = (): Access => {
    if (hasLeft) return 'removed';
    if (member !== undefined || person?.sees_every_project) return 'granted';
    if (person) return 'denied';
    // A record of the user's own was created with a token, whatever it contained.
    return ownEmail === null ? 'unknown' : 'granted';
  };
  const called = { id, name: member?.name ?? name };
  const own = oneAddress(person?.email ?? ownEmail);
  const given = oneAddress(member?.email ?? null);
  const addressee = (): Addressee | undefined => {
    if (own !== undefined) return { ...called, address: own, subscriber: id, isUsers: true };
    return given === undefined ? undefined : { ...called, ...toTyped(given), isUsers: true };
  };
  return { access: access(), addressee: addressee() };
};

/** Returns an address that others typed; the unsubscribe link in its mails affects only mails to that address. */
const toTyped = (address: string) => ({ address, subscriber: subscriberOf({ id: null, address }) });

/**
 * Returns how a user is notified about a project: at the address of the user's own token, or else at the address of the
 * project membership. Undefined if the user may not see the project or has no address.
 */
export const userIn = async (place: Place, user: User, ports: AddresseePorts): Promise<Addressee | undefined> => {
  const { access, addressee } = await lookUp(place, user, ports);
  return access === 'granted' ? addressee : undefined;
};

/**
 * Returns the addressee of a notification. An address typed into a task is used if its user is unknown or has no other
 * address, and only for mails about that task. Users removed from the project are not notified.
 */
export const addresseeOf = async (
  place: Place,
  { id, name, email, is_own }: Recipient,
  ports: AddresseePorts,
): Promise<Addressee | undefined> => {
  const typed = is_own ? undefined : oneAddress(email);
  const toAddress = (userId: string | null): Addressee | undefined =>
    typed === undefined ? undefined : { id: userId, name, ...toTyped(typed), isUsers: false };
  if (id === null) return toAddress(null);
  const { access, addressee } = await lookUp(place, { id, name, ownEmail: is_own ? email : null }, ports);
  if (access === 'removed') return undefined;
  if (access === 'denied') return toAddress(null);
  return addressee ?? toAddress(id);
};
