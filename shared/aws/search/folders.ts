import { createHash } from 'node:crypto';

/** Returns the folder of all indexes of an organization in the bucket. The name does not disclose the organization. */
export const folderOfOrganization = (organizationId: string): string =>
  `search/${createHash('sha256').update(organizationId).digest('hex')}`;

/** Returns the folder of one index of an organization. */
export const folderOf = (organizationId: string, generation: string): string =>
  `${folderOfOrganization(organizationId)}/${generation}`;
