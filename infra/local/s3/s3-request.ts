import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from './s3-error.ts';

/** A parsed request to the object store. */
export interface S3Request {
  method: string;
  /** Path as received, with the prefix, as it was signed. */
  rawPath: string;
  query: [name: string, value: string][];
  bucket: string;
  /** Empty for operations on the bucket. */
  key: string;
  raw: IncomingMessage;
  response: ServerResponse;
  /** Returns a query parameter. */
  parameter(name: string): string | undefined;
  /** Returns a header; `x-amz-` headers are also read from the query, where presigned URLs have them. */
  header(name: string): string | undefined;
  /** Returns all `x-amz-meta-*` headers without that prefix. */
  metadata(): Record<string, string>;
}

/** Parses a request with a path-style address: `PREFIX/bucket/key`. */
export function toS3Request(raw: IncomingMessage, response: ServerResponse, prefix: string): S3Request {
  const [rawPath = '/', ...rest] = (raw.url ?? '/').split('?');
  const query = parseQuery(rest.join('?'));
  const [bucket = '', ...keyParts] = decode(rawPath.slice(prefix.length).replace(/^\//, '')).split('/');
  const key = keyParts.join('/');
  if (Buffer.byteLength(key) > 1024) throw new S3Error('KeyTooLongError', 'Your key is too long');
  const amazon = new Map(query.map(([name, value]) => [name.toLowerCase(), value]));
  const header = (name: string) => {
    const value = raw.headersDistinct[name]?.join(',');
    return value ?? (name.startsWith('x-amz-') ? amazon.get(name) : undefined);
  };
  return {
    method: raw.method ?? 'GET',
    rawPath,
    query,
    bucket,
    key,
    raw,
    response,
    parameter: (name) => query.find(([candidate]) => candidate === name)?.[1],
    header,
    metadata() {
      const names = [...Object.keys(raw.headers), ...amazon.keys()].filter((name) => name.startsWith('x-amz-meta-'));
      return Object.fromEntries(names.map((name) => [name.slice('x-amz-meta-'.length), header(name) ?? '']));
    },
  };
}

function parseQuery(query: string): [string, string][] {
  return query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decode(name), decode(value.join('='))];
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', "Couldn't parse the specified URI.");
  }
}
