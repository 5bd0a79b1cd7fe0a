import type { Ports } from '../ports.ts';

/** The ports that checking the holder of a link needs, for `uses`. */
export const HOLDER_PORTS = ['memberships.read', 'people.read'] as const;

/**
 * Returns whether the user on whose access a link depends may see the project now, and the project is not being deleted.
 */
export const holderMaySee = async (
  { organization_id, project_id, holder }: { organization_id: string; project_id: string; holder: string },
  ports: Pick<Ports, (typeof HOLDER_PORTS)[number]>,
): Promise<boolean> => {
  if (await ports['memberships.read'].holds(organization_id, holder, project_id)) return true;
  const person = await ports['people.read'].get(organization_id, holder);
  return person?.sees_every_project === true && ports['memberships.read'].stands(organization_id, project_id);
};
