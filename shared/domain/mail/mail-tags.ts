import { Buffer } from 'node:buffer';
import type { ActivityRecord } from './activity.ts';

/**
 * Returns the tags with which a mail is sent; SES includes them in its events. An event finds its log record by them
 * even if a crash prevented the response of SES, with the message id, from being stored.
 */
export const mailTags = ({ organization_id, id }: Pick<ActivityRecord, 'organization_id' | 'id'>) => ({
  // SES accepts letters, digits, `-` and `_`; an organization's id may contain other characters.
  organization: Buffer.from(organization_id).toString('base64url'),
  activity: id,
});

/** Returns the log record of a mail with those tags; undefined if the service did not send it. */
export const activityOfTags = (
  tags: Readonly<Record<string, readonly string[]>>,
): Pick<ActivityRecord, 'organization_id' | 'id'> | undefined => {
  const [organization, id] = [tags.organization?.[0], tags.activity?.[0]];
  if (!organization || !id) return undefined;
  return { organization_id: Buffer.from(organization, 'base64url').toString(), id };
};
