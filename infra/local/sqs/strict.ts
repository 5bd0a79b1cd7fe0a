import * as z from 'zod';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const GROUP = /^[!-~]{1,128}$/;
const MAXIMUM_ATTRIBUTES = 10;
const MAXIMUM_DELAY = 900;

const Message = z.object({
  MessageGroupId: z
    .string()
    .regex(GROUP, 'MessageGroupId can only contain 1 to 128 ASCII letters, digits and punctuation')
    .optional(),
  MessageAttributes: z
    .record(z.string(), z.unknown())
    .refine((attributes) => Object.keys(attributes).length <= MAXIMUM_ATTRIBUTES, 'A message has at most 10 attributes')
    .optional(),
  DelaySeconds: z.int().min(0).max(MAXIMUM_DELAY).optional(),
});

const checks: Readonly<Record<string, z.ZodType>> = {
  'AmazonSQS.SendMessage': Message,
  'AmazonSQS.SendMessageBatch': z.object({ Entries: z.array(Message) }),
};

/**
 * Returns SQS's error for a request that SQS rejects and fauxqs accepts; undefined if both accept it.
 *
 * @param target the header `X-Amz-Target`
 */
export function refusedBySqs(target: unknown, body: unknown): { __type: string; message: string } | undefined {
  const result = checks[String(target)]?.safeParse(body);
  if (!result || result.success) return undefined;
  const [issue] = result.error.issues;
  const name = issue?.path.findLast((part) => typeof part === 'string');
  return {
    __type: 'com.amazonaws.sqs#InvalidParameterValue',
    message: `Value for parameter ${String(name)} is invalid. Reason: ${issue?.message}.`,
  };
}
