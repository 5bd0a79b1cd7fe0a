import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './s3-error.ts';

export const checksumAlgorithms = ['CRC32', 'SHA1', 'SHA256'] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

/** Bytes of each algorithm's value. */
export const digestBytes: Readonly<Record<ChecksumAlgorithm, number>> = { CRC32: 4, SHA1: 20, SHA256: 32 };

/** A checksum of an object; `COMPOSITE` is computed from the checksums of its parts and ends with `-COUNT`. */
export interface Checksum {
  algorithm: ChecksumAlgorithm;
  /** Base64. */
  value: string;
  type: 'FULL_OBJECT' | 'COMPOSITE';
}

/** Returns the header of an algorithm: `x-amz-checksum-sha256`. */
export const checksumHeader = (algorithm: ChecksumAlgorithm): string => `x-amz-checksum-${algorithm.toLowerCase()}`;

/**
 * Parses the name of an algorithm.
 * @throws S3Error for algorithms that only S3 itself or other SDKs use
 */
export function toAlgorithm(name: string): ChecksumAlgorithm {
  const known = checksumAlgorithms.find((algorithm) => algorithm === name.toUpperCase());
  if (known) return known;
  throw new S3Error('NotImplemented', `The checksum algorithm ${name} is not available on one machine.`);
}

/** An incremental digest. */
export interface Digest {
  update(chunk: Uint8Array): void;
  base64(): string;
}

export function startDigest(algorithm: ChecksumAlgorithm): Digest {
  if (algorithm !== 'CRC32') {
    const hash = createHash(algorithm.toLowerCase());
    return { update: (chunk) => void hash.update(chunk), base64: () => hash.digest('base64') };
  }
  let value = 0;
  return {
    update(chunk) {
      value = crc32(chunk, value);
    },
    base64() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes.toString('base64');
    },
  };
}

/** Returns the checksum of a multipart object: the digest of the parts' checksums, with their count. */
export function compositeChecksum(algorithm: ChecksumAlgorithm, parts: string[]): Checksum {
  const digest = startDigest(algorithm);
  for (const part of parts) digest.update(Buffer.from(part, 'base64'));
  return { algorithm, value: `${digest.base64()}-${parts.length}`, type: 'COMPOSITE' };
}

/** Returns the ETag of a multipart object (without quotes): the MD5 of the parts' MD5s, with their count. */
export function multipartEtag(partEtags: string[]): string {
  const hash = createHash('md5');
  for (const etag of partEtags) hash.update(Buffer.from(etag, 'hex'));
  return `${hash.digest('hex')}-${partEtags.length}`;
}
