import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Environment } from '../../environment.ts';
import type { FilesPresign } from '../../ports.ts';
import { bucketOf, UNREGISTERED_TAGGING } from '../clients/files.ts';

/** Characters that change the direction of text, by which `gpj.exe` can be shown as `exe.jpg`. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** RFC 6266 with a plain fallback, for names in any script. */
const attachment = (given: string): string => {
  const filename = given.replace(DIRECTIONS, '');
  const plain = filename.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(filename).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

export const adapter = (environment: Environment): FilesPresign => {
  const { client, name: Bucket } = bucketOf(environment);
  return {
    download: (path, filename, expiresIn) =>
      getSignedUrl(
        client,
        new GetObjectCommand({ Bucket, Key: path, ResponseContentDisposition: attachment(filename) }),
        { expiresIn },
      ),
    view: (path, expiresIn) => getSignedUrl(client, new GetObjectCommand({ Bucket, Key: path }), { expiresIn }),

    put: async ({ path, size, mimeType, sha256, expiresInSeconds }) => {
      // Only the first upload is accepted: the bytes of a registered file cannot be replaced through its link.
      const headers: Record<string, string> = {
        'content-type': mimeType,
        'content-length': String(size),
        'if-none-match': '*',
        'x-amz-tagging': UNREGISTERED_TAGGING,
      };
      if (sha256) headers['x-amz-checksum-sha256'] = base64(sha256);
      const url = await getSignedUrl(
        client,
        new PutObjectCommand({
          Bucket,
          Key: path,
          ContentType: mimeType,
          ContentLength: size,
          IfNoneMatch: '*',
          Tagging: UNREGISTERED_TAGGING,
          ...(sha256 && { ChecksumSHA256: base64(sha256) }),
        }),
        {
          expiresIn: expiresInSeconds,
          signableHeaders: new Set(Object.keys(headers)),
          unhoistableHeaders: new Set(['x-amz-checksum-sha256', 'x-amz-tagging', 'if-none-match']),
        },
      );
      return { method: 'PUT', url, headers, fields: {} };
    },

    // S3 offers no such condition for forms: each can be posted again within its hour, and goes to a path of its own.
    post: async ({ path, size, mimeType, sha256, expiresInSeconds }) => {
      const checksum: Record<string, string> = sha256
        ? { 'x-amz-checksum-algorithm': 'SHA256', 'x-amz-checksum-sha256': base64(sha256) }
        : {};
      const exact = { 'Content-Type': mimeType, ...checksum };
      const { url, fields } = await createPresignedPost(client, {
        Bucket,
        Key: path,
        Expires: expiresInSeconds,
        Fields: exact,
        Conditions: [
          ['content-length-range', size, size],
          ...Object.entries(exact).map(([field, value]) => ['eq', `$${field}`, value] as ['eq', string, string]),
        ],
      });
      return { method: 'POST', url, headers: {}, fields };
    },
  };
};
