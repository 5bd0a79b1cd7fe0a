import * as z from 'zod';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const GROUP = /^[!-~]{1,128}$/;
const MAXIMUM_ATTRIBUTES = 10;
const MAXIMUM_DELAY = 900;
/** Names of queues, and of the entries of a batch. */
const NAME = /^[\w-]{1,80}$/;
const HANDLE = /^[!-~]{20,1024}$/;
const ATTRIBUTE_NAME = /^(?!(?:AWS|Amazon)\.)(?!.*\.\.)[\w-](?:[\w.-]{0,254}[\w-])?$/i;
const ATTRIBUTE_TYPE = /^(?:String|Number|Binary)(?:\..{1,248})?$/;

const Attribute = z
  .object({
    DataType: z.string().regex(ATTRIBUTE_TYPE, 'The type of an attribute is String, Number or Binary'),
    StringValue: z.string().min(1, 'An attribute has a value').optional(),
  })
  .refine(
    ({ DataType, StringValue: value }) =>
      !/^Number/.test(DataType) || ((value ?? '').trim() !== '' && Number.isFinite(Number(value))),
    'An attribute of the type Number has a number',
  );

const Message = z.object({
  MessageGroupId: z
    .string()
    .regex(GROUP, 'MessageGroupId can only contain 1 to 128 ASCII letters, digits and punctuation')
    .optional(),
  MessageAttributes: z
    .record(
      z.string().regex(ATTRIBUTE_NAME, 'An attribute name has letters, digits, hyphens, underscores and dots'),
      Attribute,
    )
    .refine((attributes) => Object.keys(attributes).length <= MAXIMUM_ATTRIBUTES, 'A message has at most 10 attributes')
    .optional(),
  DelaySeconds: z.int().min(0).max(MAXIMUM_DELAY).optional(),
});

const Handle = z.object({ ReceiptHandle: z.string().regex(HANDLE, 'The receipt handle is none') });
/** Attributes of a queue, of which the redrive policy is JSON. */
const RedrivePolicy = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('The redrive policy is no JSON');
      return z.NEVER;
    }
  })
  .pipe(z.object({ maxReceiveCount: z.coerce.number().int().min(1).max(1000) }).optional());
const Attributes = z.looseObject({ RedrivePolicy: RedrivePolicy.optional() }).optional();

const checks: Readonly<Record<string, z.ZodType>> = {
  'AmazonSQS.SendMessage': Message,
  'AmazonSQS.SendMessageBatch': z.object({
    Entries: z.array(Message.extend({ Id: z.string().max(80, 'An Id of a batch has 80 characters at most') })),
  }),
  'AmazonSQS.DeleteMessage': Handle,
  'AmazonSQS.ChangeMessageVisibility': Handle,
  'AmazonSQS.CreateQueue': z.object({
    QueueName: z.string().regex(NAME, 'A name has 1 to 80 letters, digits, hyphens and underscores'),
    Attributes,
  }),
  'AmazonSQS.SetQueueAttributes': z.object({ Attributes }),
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
