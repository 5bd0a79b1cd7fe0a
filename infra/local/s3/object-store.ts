import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { startNotifier } from '../sqs/notifier.ts';
import { cutOff } from '../unread-body.ts';
import { sendEmpty, sendError, sendXml } from './answers.ts';
import { authenticateS3 } from './authenticate-s3.ts';
import { allowBucketOrigin, answerBucketPreflight, type BucketCors } from './bucket-cors.ts';
import { Store } from './file-store.ts';
import { applyLifecycle, type Lifecycle } from './lifecycle.ts';
import { listObjects, listUploads } from './list-objects.ts';
import { abortUpload, completeUpload, createUpload, listParts, uploadPart } from './multipart-upload.ts';
import { creationEvent, type NotificationRule } from './notifications.ts';
import { deleteTags, getTags } from './object-tags.ts';
import { copyObject, deleteListedObjects, deleteObject, getObject, putObject } from './objects.ts';
import { postObject } from './post-object.ts';
import { S3Error } from './s3-error.ts';
import { type S3Request, toS3Request } from './s3-request.ts';
import type { SigningCredentials } from './signing.ts';

export interface ObjectStoreOptions {
  dataDirectory: string;
  region: string;
  /** Path prefix of the buckets: `/s3`. */
  prefix: string;
  credentials: SigningCredentials;
  buckets: string[];
  notification?: NotificationRule & { client: SQSClient };
  lifecycle: Lifecycle;
  cors: BucketCors;
  onError: (error: unknown) => void;
}

export interface ObjectStore {
  /** Folder of the files, for inspection. */
  directory: string;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  stop(): Promise<void>;
}

const hour = 60 * 60 * 1000;

/** Opens S3 on one machine: path style, with verification of every signature, expiry, checksum and policy. */
export async function openObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const { notification: rule, lifecycle, region } = options;
  const directory = join(options.dataDirectory, 'objects');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const store = new Store(directory, (object, creation) => {
    const matches = rule && object.bucket === rule.bucket && object.key.startsWith(rule.prefix);
    return matches ? creationEvent(object, creation, region) : undefined;
  });
  await store.clean();
  await applyLifecycle(store, lifecycle);
  const expiring = setInterval(() => void applyLifecycle(store, lifecycle).catch(options.onError), hour).unref();
  const notifier = rule && startNotifier(store, rule.client, rule.queueUrl);
  notifier?.notify();
  const buckets = new Set(options.buckets);

  return {
    directory: join(directory, 'files'),
    async handle(raw, response) {
      response.setHeader('x-amz-request-id', randomBytes(8).toString('hex').toUpperCase());
      response.setHeader('x-amz-id-2', 'local');
      try {
        if (answerBucketPreflight(raw, response, options.cors)) return;
        allowBucketOrigin(raw, response, options.cors);
        await answer(store, toS3Request(raw, response, options.prefix), options.credentials, buckets);
        notifier?.notify();
      } catch (error) {
        refuse(raw, response, error, options.onError);
      }
    },
    async stop() {
      clearInterval(expiring);
      await notifier?.stop();
      store.close();
    },
  };
}

async function answer(
  store: Store,
  request: S3Request,
  credentials: SigningCredentials,
  buckets: ReadonlySet<string>,
): Promise<void> {
  const isForm = request.header('content-type')?.startsWith('multipart/form-data') === true;
  if (request.method === 'POST' && request.key === '' && isForm) {
    requireBucket(request, buckets);
    return postObject(store, request, credentials);
  }
  const payloadHash = authenticateS3(request, credentials);
  if (request.bucket === '' && request.method === 'GET') {
    return sendXml(request, 'ListAllMyBucketsResult', { Buckets: { Bucket: [...buckets].map((Name) => ({ Name })) } });
  }
  requireBucket(request, buckets);
  if (request.key === '') return onBucket(store, request, payloadHash);
  return onObject(store, request, payloadHash, buckets);
}

async function onBucket(store: Store, request: S3Request, payloadHash: string): Promise<void> {
  const has = (name: string) => request.parameter(name) !== undefined;
  if (request.method === 'HEAD') return sendEmpty(request, 200);
  if (request.method === 'GET' && has('uploads')) return listUploads(store, request);
  if (request.method === 'GET' && request.parameter('list-type') === '2') return listObjects(store, request);
  if (request.method === 'POST' && has('delete')) return deleteListedObjects(store, request, payloadHash);
  throw new S3Error('NotImplemented', 'This operation on buckets is not available on one machine.');
}

/** Subresources that are not supported; ignoring them would hide that. */
const unavailable = [
  'acl',
  'tagging',
  'retention',
  'legal-hold',
  'attributes',
  'torrent',
  'select',
  'restore',
  'versionId',
];

async function onObject(
  store: Store,
  request: S3Request,
  payloadHash: string,
  buckets: ReadonlySet<string>,
): Promise<void> {
  const has = (name: string) => request.parameter(name) !== undefined;
  if (has('tagging') && request.method === 'GET') return getTags(store, request);
  if (has('tagging') && request.method === 'DELETE') return deleteTags(store, request);
  const unsupported = unavailable.find(has);
  if (unsupported) throw new S3Error('NotImplemented', `?${unsupported} is not available on one machine.`);
  switch (request.method) {
    case 'GET':
      if (has('uploadId')) return listParts(store, request);
      if (has('partNumber')) throw new S3Error('NotImplemented', 'Single parts are not available on one machine.');
      return getObject(store, request);
    case 'HEAD':
      return getObject(store, request);
    case 'PUT':
      if (has('uploadId')) return uploadPart(store, request, payloadHash);
      if (request.header('x-amz-copy-source') !== undefined) return copyObject(store, request, buckets);
      return putObject(store, request, payloadHash);
    case 'POST':
      if (has('uploads')) return createUpload(store, request);
      if (has('uploadId')) return completeUpload(store, request, payloadHash);
      break;
    case 'DELETE':
      return has('uploadId') ? abortUpload(store, request) : deleteObject(store, request);
  }
  throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.');
}

function requireBucket(request: S3Request, buckets: ReadonlySet<string>): void {
  if (buckets.has(request.bucket)) return;
  const details = { BucketName: request.bucket };
  throw new S3Error('NoSuchBucket', 'The specified bucket does not exist', details);
}

function refuse(
  raw: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  onError: (error: unknown) => void,
): void {
  // A disconnected client needs no response; its incomplete body has been removed.
  if (raw.destroyed && !raw.complete) return;
  if (!(error instanceof S3Error)) onError(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  sendError({ raw, response }, error instanceof S3Error ? error : unexpected(error));
  cutOff(raw);
}

/** SQLITE_FULL */
const FULL = 13;

/** A disk without space is a state that passes, and of which the client should know. */
function unexpected(error: unknown): S3Error {
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === FULL) {
    return new S3Error('ServiceUnavailable', 'The disk of this machine is full. Please try again later.');
  }
  return new S3Error('InternalError', 'We encountered an internal error. Please try again.');
}
