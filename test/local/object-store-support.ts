import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { onTestFinished } from 'vitest';
import type { Lifecycle } from '../../infra/local/s3/lifecycle.ts';
import { openObjectStore } from '../../infra/local/s3/object-store.ts';
import { cors } from '../../shared/domain/files/files-bucket.ts';
import { serveHttp, temporaryDirectory } from './support.ts';

export const bucket = 'files';
const credentials = { accessKeyId: 'local', secretAccessKey: 'secret/of+this=instance' };

export interface Opened {
  endpoint: string;
  s3: S3Client;
  /** Signs links without the checksum of the empty body that the SDK would otherwise include. */
  signer: S3Client;
  directory: string;
  client(config?: S3ClientConfig): S3Client;
  stop(): Promise<void>;
}

/**
 * Starts an object store on a free port, with a client; both end with the test, which fails if the store reports
 * errors.
 *
 * @param options `isFailing`: errors are expected
 */
export async function openStore(
  options: { directory?: string; sqs?: SQSClient; lifecycle?: Lifecycle; isFailing?: boolean } = {},
): Promise<Opened> {
  const directory = options.directory ?? temporaryDirectory();
  const errors: unknown[] = [];
  const notification = options.sqs && {
    client: options.sqs,
    bucket,
    prefix: 'uploads/',
    queueUrl: 'http://sqs/events',
  };
  const store = await openObjectStore({
    dataDirectory: directory,
    region: 'us-east-1',
    prefix: '/s3',
    credentials,
    buckets: [bucket, 'other'],
    lifecycle: options.lifecycle ?? { incompleteUploadDays: 7, expiring: [] },
    cors,
    onError: (error) => errors.push(error),
    ...(notification ? { notification } : {}),
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= store.stop();
    return stopped;
  };
  onTestFinished(async () => {
    await stop();
    if (errors.length > 0 && !options.isFailing) throw new AggregateError(errors, 'The object store reported errors.');
  });
  const endpoint = `${await serveHttp(store.handle)}/s3`;
  const client = (config: S3ClientConfig = {}) => {
    const made = new S3Client({
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials,
      maxAttempts: 1,
      ...config,
    });
    onTestFinished(() => made.destroy());
    return made;
  };
  return {
    endpoint,
    s3: client(),
    signer: client({ requestChecksumCalculation: 'WHEN_REQUIRED' }),
    directory,
    client,
    stop,
  };
}

/** Bytes that differ from place to place, so that a misplaced part is noticed. */
export function patterned(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1) bytes[index] = (index * 31 + (index >> 8) * seed + seed) & 255;
  return bytes;
}
