import { S3Client } from '@aws-sdk/client-s3';
import { UNREGISTERED } from '../../domain/uploads/unregistered.ts';
import type { Environment } from '../../environment.ts';
import { required } from '../../environment.ts';
import { requestHandler } from './request-handler.ts';
import { watched } from './watched.ts';

/** `x-amz-tagging` of a file that is uploaded. */
export const UNREGISTERED_TAGGING = `${UNREGISTERED.key}=${UNREGISTERED.value}`;

export interface Bucket {
  client: S3Client;
  name: string;
}

let bucket: Bucket | undefined;

/**
 * The bucket of files. Checksums are computed only where an operation asks for one: a presigned URL that
 * carries the checksum of an empty body would refuse every upload.
 */
export const bucketOf = (environment: Environment): Bucket => {
  bucket ??= {
    client: watched(
      new S3Client({
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined,
        requestHandler: requestHandler(60_000),
        maxAttempts: 4,
      }),
      'S3',
    ),
    name: required(environment, 'FILES_BUCKET'),
  };
  return bucket;
};
