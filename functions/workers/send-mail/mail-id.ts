import { createHash } from 'node:crypto';

/** Derives the id of the mail about a subject to a recipient; repeated requests have the same id. */
export const mailId = (organizationId: string, about: string, recipient: string): string =>
  createHash('sha256')
    .update(JSON.stringify([organizationId, about, recipient]))
    .digest('hex')
    .slice(0, 32);
