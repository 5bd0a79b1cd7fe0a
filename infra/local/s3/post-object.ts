import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { acceptBody } from '../unread-body.ts';
import { sendEmpty, sendXml } from './answers.ts';
import { discard, receive } from './bodies.ts';
import { checksumAlgorithms, checksumHeader } from './checksums.ts';
import type { Store } from './file-store.ts';
import { type FormFields, verifyPolicy } from './post-policy.ts';
import { S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import type { SigningCredentials } from './signing.ts';
import type { StoredObject } from './stored.ts';

/** Handles a browser's form upload: the fields, including a signed policy, followed by the file. */
export async function postObject(store: Store, request: S3Request, credentials: SigningCredentials): Promise<void> {
  acceptBody(request.raw, request.response);
  const { promise, resolve, reject } = Promise.withResolvers<StoredObject>();
  promise.catch(() => undefined);
  const fields = new Map<string, string>();
  const parser = startParser(request);
  let taken = false;
  parser.on('field', (name, value) => {
    if (!taken) fields.set(name.toLowerCase(), value);
  });
  parser.on('file', (name, file, filename, _encoding, type) => {
    if (taken || name !== 'file') return file.resume();
    taken = true;
    storeFile(store, request, credentials, fields, { stream: file, filename, type }).then(resolve, (error) => {
      file.resume();
      reject(error);
    });
    return undefined;
  });
  request.raw.pipe(parser);
  const parsed = finished(parser).then(
    () => {
      if (!taken) throw new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.');
    },
    () => {
      throw new S3Error(
        'MalformedPOSTRequest',
        'The body of your POST request is not well-formed multipart/form-data.',
      );
    },
  );
  // The first failure decides; the file is complete only when the form is.
  await Promise.race([parsed, promise]);
  answer(request, fields, await promise);
}

function startParser({ raw }: S3Request): BusboyInstance {
  try {
    return new Busboy({
      headers: raw.headers as BusboyHeaders,
      limits: { fields: 100, fieldSize: 64 * 1024, files: 1 },
    });
  } catch {
    throw new S3Error('MalformedPOSTRequest', 'The body of your POST request is not well-formed multipart/form-data.');
  }
}

async function storeFile(
  store: Store,
  request: S3Request,
  credentials: SigningCredentials,
  fields: FormFields,
  file: { stream: Readable; filename: string; type: string },
): Promise<StoredObject> {
  const range = verifyPolicy(fields, request.bucket, credentials);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder that S3 defines
  const key = (fields.get('key') ?? '').replaceAll('${filename}', file.filename);
  if (key === '') throw new S3Error('InvalidArgument', "Bucket POST must contain a field named 'key'.");
  if (fields.has('tagging')) throw new S3Error('NotImplemented', 'Tags of a form are not available on one machine.');
  const algorithm = checksumAlgorithms.find((candidate) => fields.has(checksumHeader(candidate)));
  const body = await receive(store.directory, file.stream, { limit: range.maximum, checksum: algorithm });
  try {
    if (body.size < range.minimum) {
      const details = { ProposedSize: String(body.size), MinSizeAllowed: String(range.minimum) };
      throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', details);
    }
    if (algorithm && body.checksum?.value !== fields.get(checksumHeader(algorithm))) {
      throw new S3Error('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);
    }
    const facts = { etag: body.md5, size: body.size, modified: Date.now(), checksum: body.checksum };
    const described = describeForm(fields, file.type);
    return await store.put({ bucket: request.bucket, key, ...described, ...facts }, body, 'Post');
  } catch (error) {
    await discard(body);
    throw error;
  }
}

function describeForm(fields: FormFields, fileType: string) {
  const names = ['content-type', 'content-disposition', 'content-encoding', 'cache-control', 'expires'];
  const given = names.flatMap((name) => (fields.has(name) ? [[name, fields.get(name) ?? '']] : []));
  const prefix = 'x-amz-meta-';
  const metadata = [...fields].filter(([name]) => name.startsWith(prefix));
  return {
    headers: { 'content-type': fileType, ...Object.fromEntries(given) } as Record<string, string>,
    metadata: Object.fromEntries(metadata.map(([name, value]) => [name.slice(prefix.length), value])),
    tags: {},
  };
}

function answer(request: S3Request, fields: FormFields, object: StoredObject): void {
  const location = `http://${request.raw.headers.host}${request.rawPath.replace(/\/$/, '')}/${encodeURI(object.key)}`;
  const redirect = URL.parse(fields.get('success_action_redirect') ?? fields.get('redirect') ?? '');
  const etag = `"${object.etag}"`;
  if (redirect) {
    redirect.searchParams.set('bucket', object.bucket);
    redirect.searchParams.set('key', object.key);
    redirect.searchParams.set('etag', etag);
    sendEmpty(request, 303, { location: redirect.href });
    return;
  }
  const status = fields.get('success_action_status');
  request.response.setHeader('location', location);
  request.response.setHeader('etag', etag);
  if (status === '201') {
    const { bucket: Bucket, key: Key } = object;
    sendXml(request, 'PostResponse', { Location: location, Bucket, Key, ETag: etag }, 201);
  } else {
    sendEmpty(request, status === '200' ? 200 : 204);
  }
}
