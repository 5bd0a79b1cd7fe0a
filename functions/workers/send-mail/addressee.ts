import { oneAddress } from '../../../shared/domain/mail/address.ts';
import { subscriberOf } from '../../../shared/domain/mail/subscription.ts';
import type { Notification, Recipient } from '../../../shared/domain/notifications/notification.ts';
import type { Ports } from '../../../shared/ports.ts';

/** What finding out an addressee takes, for `uses`. */
export const ADDRESSEE_PORTS = ['people.read', 'members.read', 'memberships.read'] as const;
type AddresseePorts = Pick<Ports, (typeof ADDRESSEE_PORTS)[number]>;

/** Somebody who is written to. */
export interface Addressee {
  /** The subject of the identity; null where only the address is known. */
  id: string | null;
  name: string | null;
  address: string;
  /** Whose preferences the mail's link changes: see `subscriberOf`. */
  subscriber: string;
  /** True where the address is known for the user, so that more than the one record may be written of. */
  isUsers: boolean;
}

type Place = Pick<Notification, 'organization_id' | 'project_id'>;

/** What a user is to a project: who was taken out of it, or may not see it, is told nothing of it. */
type Standing = 'sees it' | 'may not see it' | 'was taken out' | 'never seen';

interface User {
  id: string;
  name: string | null;
  /** The address in a token of the user's own, as a record has it. */
  ownEmail: string | null;
}

/** Whether a user may be told of a project, and the address by which the user is known there. */
const lookUp = async ({ organization_id, project_id }: Place, { id, name, ownEmail }: User, ports: AddresseePorts) => {
  const [hasLeft, person, member] = await Promise.all([
    ports['memberships.read'].hasLeft(organization_id, id, project_id),
    ports['people.read'].get(organization_id, id),
    ports['members.read'].get(organization_id, { project_id, user_id: id }),
  ]);
  const standing = (): Standing => {
    if (hasLeft) return 'was taken out';
    if (member !== undefined || person?.sees_every_project) return 'sees it';
    if (person) return 'may not see it';
    // A record of their own came with a token, whatever it said.
    return ownEmail === null ? 'never seen' : 'sees it';
  };
  const called = { id, name: member?.name ?? name };
  const own = oneAddress(person?.email ?? ownEmail);
  const given = oneAddress(member?.email ?? null);
  const addressee = (): Addressee | undefined => {
    if (own !== undefined) return { ...called, address: own, subscriber: id, isUsers: true };
    return given === undefined ? undefined : { ...called, ...toTyped(given), isUsers: true };
  };
  return { standing: standing(), addressee: addressee() };
};

/** Others typed the address: what a link in its mails ends is no more than the mails to that address. */
const toTyped = (address: string) => ({ address, subscriber: subscriberOf({ id: null, address }) });

/**
 * How a user is told of a project: at the address of the user's own token, or else at the one that the project's
 * membership names. Undefined where the user may not see the project or has no address.
 */
export const userIn = async (place: Place, user: User, ports: AddresseePorts): Promise<Addressee | undefined> => {
  const { standing, addressee } = await lookUp(place, user, ports);
  return standing === 'sees it' ? addressee : undefined;
};

/**
 * To whom a notification goes. An address that was typed into a task is used where its user is not known by another one
 * or none was named, and is told of that task alone. Nobody is told who was taken out of the project.
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
  const { standing, addressee } = await lookUp(place, { id, name, ownEmail: is_own ? email : null }, ports);
  if (standing === 'was taken out') return undefined;
  if (standing === 'may not see it') return toAddress(null);
  return addressee ?? toAddress(id);
};
