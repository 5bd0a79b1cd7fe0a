import { createHash } from 'node:crypto';

/** Where all indexes of an organization stand in the bucket. The name says nothing about the organization. */
export const folderOfOrganization = (organizationId: string): string =>
  `search/${createHash('sha256').update(organizationId).digest('hex')}`;

/** Where one index of an organization stands. */
export const folderOf = (organizationId: string, generation: string): string =>
  `${folderOfOrganization(organizationId)}/${generation}`;
