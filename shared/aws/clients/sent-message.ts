import { createHash } from 'node:crypto';

/** The message groups that SQS accepts: ASCII letters, digits and punctuation. */
const GROUP = /^[!-~]{1,128}$/;
/** Characters that JSON does not escape and SQS rejects in a body. */
const REFUSED = /[\ufffe\uffff]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`;

/**
 * Returns a message as input for SQS: JSON, and the message group for fair delivery.
 * @param group any text; if it is not a valid group, its SHA-256 is used, since groups only need to differ
 */
export const sentMessage = (
  message: unknown,
  group: string | undefined,
): { MessageBody: string; MessageGroupId?: string } => ({
  MessageBody: JSON.stringify(message).replace(REFUSED, escaped),
  ...(group !== undefined && { MessageGroupId: messageGroup(group) }),
});

const messageGroup = (group: string): string =>
  GROUP.test(group) ? group : createHash('sha256').update(group).digest('hex');
