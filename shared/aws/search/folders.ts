import { createHash } from 'node:crypto';

/** Where an organization's index lies. The name says nothing about the organization, and suits every file system. */
export const folderOf = (root: string, organizationId: string, generation: string): string =>
  `${root}/${createHash('sha256').update(organizationId).digest('hex')}/${generation}`;
