import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { acceptBody } from '../unread-body.ts';
import { AwsChunkedDecoder } from './aws-chunked.ts';
import { discard, type ReceivedBody, receive } from './bodies.ts';
import {
  type ChecksumAlgorithm,
  checksumAlgorithms,
  checksumHeader,
  digestBytes,
  startDigest,
  toAlgorithm,
} from './checksums.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';

/** Maximum bytes of one PUT. */
const largestBody = 5 * 1024 ** 3;
const largestDocument = 2 * 1024 * 1024;

/**
 * Receives the body of PutObject and UploadPart and checks it against its declared length, signed payload hash,
 * Content-MD5 and `x-amz-checksum-*`, as a header or trailer.
 * @param algorithm computes a checksum that the client did not send
 * @throws S3Error if a check fails
 */
export async function receiveBody(
  request: S3Request,
  payloadHash: string,
  directory: string,
  algorithm?: ChecksumAlgorithm,
): Promise<ReceivedBody> {
  const streaming = payloadHash === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
  if (payloadHash.startsWith('STREAMING-') && !streaming) {
    throw new S3Error('NotImplemented', 'Bodies with signed chunks are not available on one machine.');
  }
  const length = request.header(streaming ? 'x-amz-decoded-content-length' : 'content-length');
  if (length === undefined)
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
  if (Number(length) > largestBody) {
    throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  }
  const stated = statedChecksum(request);
  const md5 = statedMd5(request);
  acceptBody(request.raw, request.response);
  const decoder = streaming ? new AwsChunkedDecoder() : undefined;
  const source: Readable = decoder ? decode(request, decoder) : request.raw;
  const wanted = stated?.algorithm ?? algorithm;
  const body = await receive(directory, source, {
    limit: largestBody,
    checksum: wanted,
    sha256: isDigest(payloadHash),
  });
  try {
    const checksum = stated && (stated.value ?? decoder?.trailers[checksumHeader(stated.algorithm)]);
    verify(body, { length: Number(length), payloadHash, md5, checksum });
    return body;
  } catch (error) {
    await discard(body);
    throw error;
  }
}

/** Whether a signed payload hash is a digest rather than a keyword for an unsigned payload. */
const isDigest = (payloadHash: string): boolean => /^[0-9a-f]{64}$/.test(payloadHash);

function sameHash(signed: string, computed: string | undefined): void {
  if (signed === computed) return;
  const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
  throw new S3Error('XAmzContentSHA256Mismatch', message);
}

/**
 * Reads a small XML document and checks it against its signed hash, and against its MD5 or checksum if given.
 *
 * @param options `digest`: MD5 or checksum is required
 * @throws S3Error if a check fails
 */
export async function readDocument(
  request: S3Request,
  payloadHash: string,
  options: { digest?: boolean } = {},
): Promise<string> {
  const length = Number(request.header('content-length') ?? 0);
  if (length > largestDocument) throw new S3Error('MalformedXML', 'The XML document is too large.');
  const stated = statedChecksum(request);
  const md5 = statedMd5(request);
  if (options.digest && stated?.value === undefined && md5 === undefined) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: Content-MD5');
  }
  acceptBody(request.raw, request.response);
  const document = await text(request.raw);
  if (md5 !== undefined && createHash('md5').update(document).digest('hex') !== md5) throw wrongMd5();
  if (stated?.value !== undefined) {
    const digest = startDigest(stated.algorithm);
    digest.update(Buffer.from(document));
    if (digest.base64() !== stated.value) throw wrongChecksum(stated.algorithm);
  }
  if (isDigest(payloadHash)) sameHash(payloadHash, createHash('sha256').update(document).digest('hex'));
  return document;
}

function decode(request: S3Request, decoder: AwsChunkedDecoder): Readable {
  request.raw.once('error', (error) => decoder.destroy(error));
  request.raw.once('close', () => {
    if (!request.raw.complete) decoder.destroy(new Error('aborted'));
  });
  return request.raw.pipe(decoder);
}

/** Returns the checksum that the client declares, in a header or by naming the trailer that will contain it. */
function statedChecksum(request: S3Request): { algorithm: ChecksumAlgorithm; value: string | undefined } | undefined {
  const values = checksumAlgorithms.flatMap((algorithm) => {
    const value = request.header(checksumHeader(algorithm));
    return value === undefined ? [] : [{ algorithm, value }];
  });
  const [first, ...others] = values;
  if (others.length > 0) {
    const message = 'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.';
    throw new S3Error('InvalidRequest', message);
  }
  if (first) {
    if (Buffer.from(first.value, 'base64').length === digestBytes[first.algorithm]) return first;
    throw new S3Error('InvalidRequest', `Value for ${checksumHeader(first.algorithm)} header is invalid.`);
  }
  const trailer = /^x-amz-checksum-(\w+)$/.exec(request.header('x-amz-trailer') ?? '')?.[1];
  if (trailer !== undefined) return { algorithm: toAlgorithm(trailer), value: undefined };
  const other = Object.keys(request.raw.headers).find((name) => /^x-amz-checksum-(crc|sha)/.test(name));
  if (other !== undefined) toAlgorithm(other.slice('x-amz-checksum-'.length));
  if (request.header('x-amz-sdk-checksum-algorithm') !== undefined) {
    const message =
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.';
    throw new S3Error('InvalidRequest', message);
  }
  return undefined;
}

/**
 * Returns `Content-MD5` in hex.
 * @throws S3Error InvalidDigest
 */
function statedMd5(request: S3Request): string | undefined {
  const given = request.header('content-md5');
  if (given === undefined) return undefined;
  const bytes = Buffer.from(given, 'base64');
  if (bytes.length !== 16) throw new S3Error('InvalidDigest', 'The Content-MD5 you specified was invalid.');
  return bytes.toString('hex');
}

const wrongMd5 = () => new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.');
const wrongChecksum = (algorithm: ChecksumAlgorithm) =>
  new S3Error('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);

interface Expected {
  length: number;
  payloadHash: string;
  /** Hex. */
  md5: string | undefined;
  checksum: string | undefined;
}

function verify(body: ReceivedBody, expected: Expected): void {
  if (body.size !== expected.length) {
    const message = 'You did not provide the number of bytes specified by the Content-Length HTTP header.';
    throw new S3Error('IncompleteBody', message);
  }
  if (isDigest(expected.payloadHash)) sameHash(expected.payloadHash, body.sha256);
  if (expected.md5 !== undefined && expected.md5 !== body.md5) throw wrongMd5();
  if (body.checksum && expected.checksum !== undefined && expected.checksum !== body.checksum.value) {
    throw wrongChecksum(body.checksum.algorithm);
  }
}
