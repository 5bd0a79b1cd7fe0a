import { createHash } from 'node:crypto';

/** What SQS takes as a message group: letters, digits and punctuation of ASCII. */
const GROUP = /^[!-~]{1,128}$/;
/** Characters that JSON does not escape and SQS refuses in a body. */
const REFUSED = /[\ufffe\uffff]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`;

/**
 * A message as SQS takes it: JSON, and the group among which the queue is fair.
 *
 * @param organizationId any text; one that is no valid group is named by its SHA-256, as groups only need to differ
 */
export const sentMessage = (
  message: unknown,
  organizationId: string | undefined,
): { MessageBody: string; MessageGroupId?: string } => ({
  MessageBody: JSON.stringify(message).replace(REFUSED, escaped),
  ...(organizationId !== undefined && { MessageGroupId: messageGroup(organizationId) }),
});

const messageGroup = (organizationId: string): string =>
  GROUP.test(organizationId) ? organizationId : createHash('sha256').update(organizationId).digest('hex');
