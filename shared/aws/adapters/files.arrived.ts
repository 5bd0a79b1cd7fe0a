import { createHash } from 'node:crypto';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { formPathOf, parseUploadPath } from '../../domain/uploads/store-path.ts';
import type { Environment } from '../../environment.ts';
import type { FilesArrived } from '../../ports.ts';
import { fileHead, isMissing } from '../clients/file-head.ts';
import { bucketOf } from '../clients/files.ts';

/** The status of a write with `If-None-Match: *` if the object exists. */
const PRECONDITION_FAILED = 412;

export const adapter = (environment: Environment): FilesArrived => {
  const bucket = bucketOf(environment);
  const { client, name: Bucket } = bucket;

  const dropForm = async (path: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket, Key: formPathOf(path) }));
  };

  /** Moves a file posted with a form to the issued path, unless an object exists there already. */
  const takeFromForm = async (path: string): Promise<void> => {
    try {
      const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket, Key: formPathOf(path) }));
      if (!Body) return;
      const bytes = await Body.transformToByteArray();
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: path,
          Body: bytes,
          ContentType,
          ChecksumSHA256: createHash('sha256').update(bytes).digest('base64'),
          IfNoneMatch: '*',
        }),
      );
    } catch (error) {
      if (isMissing(error)) return;
      const isThere = error instanceof S3ServiceException && error.$metadata.httpStatusCode === PRECONDITION_FAILED;
      if (!isThere) throw error;
    }
    await dropForm(path);
  };

  return {
    head: async (path) => {
      const arrived = await fileHead(bucket, path);
      if (arrived || !parseUploadPath(path)) return arrived;
      await takeFromForm(path);
      return await fileHead(bucket, path);
    },
    dropForm,
  };
};
