import { oneAddress } from '../../../shared/domain/mail/address.ts';
import type { Recipient } from '../../../shared/domain/notifications/notification.ts';
import type { Ports } from '../../../shared/ports.ts';

export interface Addressee {
  /** The subject of the identity; null where only the address is known. */
  id: string | null;
  name: string | null;
  address: string;
}

/** The address that a record gives stands before the member's own; who was taken out of the project has none. */
export const addresseeOf = async (
  organizationId: string,
  projectId: string,
  { id, name, email }: Recipient,
  ports: Pick<Ports, 'members.read' | 'memberships.read'>,
): Promise<Addressee | undefined> => {
  if (id === null) return addressed({ id, name }, [email]);
  if (await ports['memberships.read'].hasLeft(organizationId, id, projectId)) return undefined;
  const member = await ports['members.read'].get(organizationId, { project_id: projectId, user_id: id });
  return addressed({ id, name: member?.name ?? name }, [email, member?.email ?? null]);
};

const addressed = (person: Omit<Addressee, 'address'>, given: readonly (string | null)[]): Addressee | undefined => {
  const address = given.map(oneAddress).find((each) => each !== undefined);
  return address === undefined ? undefined : { ...person, address };
};
