import { randomBytes } from 'node:crypto';
import type { Creation, StoredObject } from './stored.ts';

/** Which created objects send an event, and to which queue. */
export interface NotificationRule {
  bucket: string;
  prefix: string;
  queueUrl: string;
}

/**
 * Returns the message that S3 sends to SQS for a created object.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
export function creationEvent(object: StoredObject, creation: Creation, region: string): string {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: region,
    eventTime: new Date(object.modified).toISOString(),
    eventName: `ObjectCreated:${creation}`,
    userIdentity: { principalId: 'AWS:local' },
    requestParameters: { sourceIPAddress: '127.0.0.1' },
    responseElements: { 'x-amz-request-id': requestId, 'x-amz-id-2': 'local' },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'uploads',
      bucket: { name: object.bucket, ownerIdentity: { principalId: 'local' }, arn: `arn:aws:s3:::${object.bucket}` },
      object: {
        key: encodeURIComponent(object.key).replaceAll('%2F', '/').replaceAll('%20', '+'),
        size: object.size,
        eTag: object.etag,
        sequencer: object.modified.toString(16).toUpperCase().padStart(16, '0'),
      },
    },
  };
  return JSON.stringify({ Records: [record] });
}
