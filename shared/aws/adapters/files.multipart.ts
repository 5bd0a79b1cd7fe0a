import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  NoSuchUpload,
  paginateListParts,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Conflict, NotFound } from '../../domain/errors.ts';
import type { Environment } from '../../environment.ts';
import type { FilesMultipart, UploadedPart } from '../../ports.ts';
import { bucketOf, UNREGISTERED_TAGGING } from '../clients/files.ts';

const isMissingUpload = (error: unknown): boolean =>
  error instanceof NoSuchUpload || (error as Error)?.name === 'NoSuchUpload';

/** Client errors with which S3 reports that the parts do not make up a file. */
const INVALID_PARTS = new Set(['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall', 'MalformedXML', 'InvalidRequest']);

export const adapter = (environment: Environment): FilesMultipart => {
  const { client, name: Bucket } = bucketOf(environment);
  return {
    start: async (path, mimeType) => {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ Bucket, Key: path, ContentType: mimeType, Tagging: UNREGISTERED_TAGGING }),
      );
      if (!UploadId) throw new Error('S3 returned no upload id');
      return UploadId;
    },
    signPart: (path, multipartId, { number, size }, seconds) =>
      getSignedUrl(
        client,
        new UploadPartCommand({
          Bucket,
          Key: path,
          UploadId: multipartId,
          PartNumber: number,
          ContentLength: size,
        }),
        { expiresIn: seconds, signableHeaders: new Set(['content-length']) },
      ),
    parts: async (path, multipartId) => {
      const parts: UploadedPart[] = [];
      try {
        for await (const page of paginateListParts({ client }, { Bucket, Key: path, UploadId: multipartId })) {
          for (const part of page.Parts ?? []) {
            parts.push({ part_number: part.PartNumber ?? 0, etag: part.ETag ?? '', size: part.Size ?? 0 });
          }
          // The last page has a marker too, from which the paginator would start over.
          if (!page.IsTruncated) break;
        }
      } catch (error) {
        throw isMissingUpload(error) ? new NotFound() : error;
      }
      return parts;
    },
    complete: async (path, multipartId, parts) => {
      try {
        await client.send(
          new CompleteMultipartUploadCommand({
            Bucket,
            Key: path,
            UploadId: multipartId,
            MultipartUpload: { Parts: parts.map((part) => ({ PartNumber: part.part_number, ETag: part.etag })) },
          }),
        );
      } catch (error) {
        if (isMissingUpload(error)) throw new NotFound();
        if (error instanceof S3ServiceException && INVALID_PARTS.has(error.name)) throw new Conflict(error.message);
        throw error;
      }
    },
    abort: async (path, multipartId) => {
      try {
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key: path, UploadId: multipartId }));
      } catch (error) {
        if (!isMissingUpload(error)) throw error;
      }
    },
  };
};
