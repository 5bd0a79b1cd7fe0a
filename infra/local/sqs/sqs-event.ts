import type { Message } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';

/** Converts the messages of one receive call to the event of an SQS event source mapping. */
export function toSqsEvent(messages: Message[], queueArn: string, region: string): SQSEvent {
  return { Records: messages.map((message) => toRecord(message, queueArn, region)) };
}

function toRecord(message: Message, queueArn: string, region: string): SQSRecord {
  const attributes = Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
    name,
    {
      stringValue: value.StringValue,
      binaryValue: value.BinaryValue && Buffer.from(value.BinaryValue).toString('base64'),
      stringListValues: [],
      binaryListValues: [],
      dataType: value.DataType ?? 'String',
    },
  ]);
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: { ...message.Attributes } as unknown as SQSRecord['attributes'],
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: region,
  };
}
