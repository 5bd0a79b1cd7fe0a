import type { SdkAttempt } from '../../support/sdk-calls.ts';

type Attribute = { S?: string };
type Item = Record<string, Attribute>;

/** Replaces identifiers and times in a key by `*`; key builders use capitals for the fixed parts. */
const shapeOf = (key: string): string =>
  key
    .split('#')
    .map((part) => (/^[A-Z][A-Z0-9-]*$/.test(part) ? part : '*'))
    .join('#')
    .replace(/\*(#\*)+$/, '*');

const keyOf = ({ pk, sk }: Item): string => `${shapeOf(pk?.S ?? '')}/${shapeOf(sk?.S ?? '')}`;

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

const tableCall = ({ operation, body }: SdkAttempt): string => {
  const asked = JSON.parse(body);
  const { TableName, RequestItems, TransactItems, Key, Item, IndexName, UpdateExpression = '' } = asked;
  const table = /credentials/i.test(TableName ?? '') ? 'credentials' : 'table';
  const named = `${table}: ${operation}`;
  // A transaction or a batch of writes is one call, whatever its members.
  if (TransactItems || operation === 'BatchWriteItem') return named;
  if (RequestItems) {
    const keys = Object.values(RequestItems as Record<string, { Keys: Item[] }>).flatMap(({ Keys }) => Keys.map(keyOf));
    return [named, ...distinct(keys)].join(' ');
  }
  if (Key ?? Item) return [named, keyOf(Key ?? Item), UpdateExpression.split(' ')[0]].filter(Boolean).join(' ');
  const values = Object.values((asked.ExpressionAttributeValues ?? {}) as Item).flatMap(({ S }) =>
    S ? [shapeOf(S)] : [],
  );
  return [named, IndexName, ...values].filter(Boolean).join(' ');
};

const SERVICES: Readonly<Record<string, string>> = { SQS: 'queue', KMS: 'keys', Bedrock: 'model' };

/**
 * Describes a call without identifiers, so that calls of the same kind have the same description: service, request, and
 * the shape of its key or path, such as `table: GetItem ORG#*\/PROJECT#*`.
 */
export const describeCall = (call: SdkAttempt): string => {
  if (call.service === 'DynamoDB') return tableCall(call);
  if (call.service !== 'S3') return `${SERVICES[call.service] ?? call.service}: ${call.operation}`;
  const folder = /\/((?:uploads|files|derived|registers)\/)/.exec(call.path)?.[1] ?? '';
  return `bucket: ${call.operation} ${folder}${
    call.path
      .split('/')
      .at(-1)
      ?.replaceAll(/\d|[0-9a-f-]{12,}/g, '*') ?? ''
  }`;
};
