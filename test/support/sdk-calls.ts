import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { InProcessHandler } from '../../infra/local/in-process-handler.ts';

/** One attempt of an AWS SDK call, as it leaves the client. */
export interface SdkAttempt {
  /** `DynamoDB`, `S3`, `SQS`, `KMS`, `SES`, `Textract` or `Bedrock`. */
  service: string;
  /** `PutItem`; method and path for S3, the action for SES. */
  operation: string;
  /** Identifies the call: the SDK's retries share it. */
  call: string;
  body: string;
  path: string;
}

interface HttpAnswer {
  response: { statusCode: number; headers: Record<string, string>; body: unknown };
}
/** Decides the outcome of an attempt; `send` performs it and returns its answer, any number of times. */
export type Interposer = (attempt: SdkAttempt, send: () => Promise<HttpAnswer>) => Promise<HttpAnswer>;

interface Request {
  method: string;
  path: string;
  query?: Record<string, unknown>;
  headers: Record<string, string>;
  body?: unknown;
}

const interposers = new AsyncLocalStorage<Interposer>();

const textOf = (body: unknown): string => {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : '';
};

const attemptOf = ({ method, path, query = {}, headers, body }: Request): SdkAttempt => {
  const names = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const target = names['x-amz-target'];
  const text = textOf(body);
  const common = { call: String(names['amz-sdk-invocation-id']), body: text, path };
  if (target) {
    const [prefix = '', operation = ''] = target.split('.');
    const service = { TrentService: 'KMS', AmazonSQS: 'SQS' }[prefix] ?? prefix.replace(/_\d+$/, '');
    return { ...common, service, operation };
  }
  const action = /(?:^|&)Action=(\w+)/.exec(text)?.[1];
  if (action && method === 'POST') return { ...common, service: 'SES', operation: action };
  if (path.startsWith('/model/')) return { ...common, service: 'Bedrock', operation: 'InvokeModel' };
  const part = ['uploads', 'uploadId', 'delete', 'tagging', 'list-type'].find((name) => name in query);
  return { ...common, service: 'S3', operation: [method, part].filter(Boolean).join(' ') };
};

type Handler = Pick<NodeHttpHandler, 'handle'>;

/** Every handler by which clients of the SDK send; below their original methods nothing is intercepted. */
const originals = [NodeHttpHandler, InProcessHandler].map(({ prototype }: { prototype: Handler }) => {
  const { handle } = prototype;
  prototype.handle = function (this: Handler, request, options) {
    const interposer = interposers.getStore();
    const send = () => handle.call(this as NodeHttpHandler, request, options);
    if (!interposer) return send();
    const sendUnseen = () => interposers.exit(send) as unknown as Promise<HttpAnswer>;
    return interposer(attemptOf(request as unknown as Request), sendUnseen) as unknown as ReturnType<typeof handle>;
  };
  return { prototype, handle };
});

/** Passes every attempt that `act` makes by the SDK through the interceptor. Not for a shared process. */
export const interposed = <T>(interposer: Interposer, act: () => Promise<T>): Promise<T> =>
  interposers.run(interposer, act);

/** Undoes the effect of importing this module. */
export const stopInterposing = (): void => {
  for (const { prototype, handle } of originals) prototype.handle = handle;
};

/** The connection ended before an answer arrived. */
export const connectionReset = (): Error => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
/** No answer arrived in time. */
export const timedOut = (): Error => Object.assign(new Error('the request timed out'), { name: 'TimeoutError' });

/** The error that a service answers instead of carrying out the request, in its own protocol. */
export const refusal = (
  service: string,
  code: string,
  status: number,
  more: Record<string, unknown> = {},
): HttpAnswer => {
  const xml = service === 'S3' || service === 'SES';
  const error = `<Error><Code>${code}</Code><Message>injected</Message></Error>`;
  const text = xml
    ? service === 'SES'
      ? `<ErrorResponse>${error}<RequestId>r</RequestId></ErrorResponse>`
      : `<?xml version="1.0"?>${error}`
    : JSON.stringify({ __type: code, message: 'injected', ...more });
  return answerOf(status, text, xml ? 'application/xml' : 'application/x-amz-json-1.0');
};

export const answerOf = (statusCode: number, text: string, type = 'application/x-amz-json-1.0'): HttpAnswer => ({
  response: {
    statusCode,
    headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) },
    body: Readable.from([Buffer.from(text)]),
  },
});
