import { S3Client } from '@aws-sdk/client-s3';
import { UNREGISTERED } from '../../domain/uploads/unregistered.ts';
import type { Environment } from '../../environment.ts';
import { required } from '../../environment.ts';
import { requestHandler } from './request-handler.ts';
import { watched } from './watched.ts';

/** The `x-amz-tagging` header of an uploaded file that is not registered yet. */
export const UNREGISTERED_TAGGING = `${UNREGISTERED.key}=${UNREGISTERED.value}`;

export interface Bucket {
  client: S3Client;
  name: string;
}

let bucket: Bucket | undefined;

/**
 * Returns the bucket of files. Checksums are computed only if an operation requests one: a presigned URL with the
 * checksum of an empty body would reject every upload.
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
