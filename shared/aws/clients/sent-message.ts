import { createHash } from 'node:crypto';

/** The message groups that SQS accepts: letters, digits and punctuation of ASCII. */
const GROUP = /^[!-~]{1,128}$/;
/** Characters that JSON does not escape and SQS rejects in a body. */
const REFUSED = /[\ufffe\uffff]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`;

/**
 * Returns a message as input for SQS: JSON, and the message group for fair delivery.
 * @param organizationId any text; if it is not a valid group, its SHA-256 is used, since groups only need to differ
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
