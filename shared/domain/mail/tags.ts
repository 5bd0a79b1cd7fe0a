import { Buffer } from 'node:buffer';
import type { ActivityRecord } from './activity.ts';

/**
 * The tags that a mail is handed to SES with; its events carry them. By them an event finds its record of the log even
 * where a crash kept the answer of SES, and with it the message's id, from being written.
 */
export const mailTags = ({ organization_id, id }: Pick<ActivityRecord, 'organization_id' | 'id'>) => ({
  // SES takes letters, digits, `-` and `_`; an organization may be called anything.
  organization: Buffer.from(organization_id).toString('base64url'),
  activity: id,
});

/** Which record of the log a mail with those tags is; undefined where it is none of the service. */
export const activityOfTags = (
  tags: Readonly<Record<string, readonly string[]>>,
): Pick<ActivityRecord, 'organization_id' | 'id'> | undefined => {
  const [organization, id] = [tags.organization?.[0], tags.activity?.[0]];
  if (!organization || !id) return undefined;
  return { organization_id: Buffer.from(organization, 'base64url').toString(), id };
};
