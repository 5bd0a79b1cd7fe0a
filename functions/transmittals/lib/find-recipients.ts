import type { TransmittalRecipient } from '../../../shared/domain/transmittals/transmittal.ts';
import type { Ports } from '../../../shared/ports.ts';

export interface Addressed {
  email: string;
  name?: string | undefined;
  company?: string | undefined;
}

type Place = { organizationId: string; projectId: string };
type FindPorts = Pick<Ports, 'members.read' | 'people.read'>;

/** Members read concurrently. */
const PAGE = 100;

/**
 * Returns the members of the project by their addresses in lower case: that of the membership, and that of the member's
 * newest token.
 */
const membersByAddress = async ({ organizationId, projectId }: Place, ports: FindPorts) => {
  const byAddress = new Map<string, { user_id: string; name: string | null }>();
  let cursor: string | undefined;
  do {
    const place = { list: 'inProject', parent: projectId, limit: PAGE, cursor } as const;
    const page = await ports['members.read'].list(organizationId, place);
    const people = await Promise.all(
      page.records.map(({ user_id }) => ports['people.read'].get(organizationId, user_id)),
    );
    page.records.forEach((member, i) => {
      for (const address of [member.email, people[i]?.email]) {
        if (address) byAddress.set(address.toLowerCase(), member);
      }
    });
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return byAddress;
};

/** Returns each address once, in lower case, with the first spelling, name and company given for it. */
const distinctAddresses = (addressed: readonly Addressed[]): Map<string, Addressed> => {
  const distinct = new Map<string, Addressed>();
  for (const { email, name, company } of addressed) {
    const address = email.toLowerCase();
    const first = distinct.get(address);
    distinct.set(address, {
      email: first?.email ?? email,
      name: first?.name ?? name,
      company: first?.company ?? company,
    });
  }
  return distinct;
};

/** Returns the recipients, each address once; those of members name their user, whose removal closes the link. */
export const findRecipients = async (
  place: Place,
  addressed: readonly Addressed[],
  ports: FindPorts,
): Promise<TransmittalRecipient[]> => {
  const members = await membersByAddress(place, ports);
  return [...distinctAddresses(addressed)].map(([address, { email, name, company }], i) => {
    const member = members.get(address);
    return {
      ...{ id: String(i + 1), user_id: member?.user_id ?? null, email },
      ...{ name: name ?? member?.name ?? null, company: company ?? null },
    };
  });
};
