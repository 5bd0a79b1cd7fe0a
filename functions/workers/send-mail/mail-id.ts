import { createHash } from 'node:crypto';

/** Names the mail about something to somebody: the same mail has the same name however often it is asked for. */
export const mailId = (organizationId: string, about: string, recipient: string): string =>
  createHash('sha256')
    .update(JSON.stringify([organizationId, about, recipient]))
    .digest('hex')
    .slice(0, 32);
