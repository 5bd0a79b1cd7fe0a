import { requestHandler } from '../../../shared/aws/clients/request-handler.ts';
import { TABLE_TIMEOUT } from '../../../shared/aws/clients/table.ts';
import type { AnswerTable } from './strict-table.ts';

type NetworkHandler = ReturnType<typeof requestHandler>;
type Handle = NetworkHandler['handle'];

/**
 * Sends the SDK's requests to a table of this process by a call instead of a connection, which would take half of their
 * processor time. Requests to any other endpoint take the network.
 */
export class TableHandler {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  readonly #host: string;
  readonly #answer: AnswerTable;
  readonly #network: NetworkHandler;

  constructor(endpoint: string, answer: AnswerTable) {
    this.#host = new URL(endpoint).host;
    this.#answer = answer;
    this.#network = requestHandler(TABLE_TIMEOUT);
  }

  async handle(request: Parameters<Handle>[0], options: Parameters<Handle>[1] = {}): ReturnType<Handle> {
    if (`${request.hostname}:${request.port}` !== this.#host) return this.#network.handle(request, options);
    const { path, headers } = request;
    const { status: statusCode, ...rest } = await unlessAborted(
      () => this.#answer({ path, headers: lowerCased(headers), body: bytesOf(request.body) }),
      options.abortSignal as AbortSignal | undefined,
    );
    return { response: { statusCode, ...rest } } as Awaited<ReturnType<Handle>>;
  }

  updateHttpClientConfig(...given: Parameters<NetworkHandler['updateHttpClientConfig']>): void {
    this.#network.updateHttpClientConfig(...given);
  }

  httpHandlerConfigs(): ReturnType<NetworkHandler['httpHandlerConfigs']> {
    return this.#network.httpHandlerConfigs();
  }

  destroy(): void {
    this.#network.destroy();
  }
}

const bytesOf = (body: unknown): Buffer =>
  body instanceof Uint8Array
    ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    : Buffer.from(typeof body === 'string' ? body : '');

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const aborted = (): Error => Object.assign(new Error('Request aborted'), { name: 'AbortError' });

/** @throws Error if the caller stops waiting, as the SDK's own handler does; the table still does its work */
async function unlessAborted<T>(act: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return act();
  if (signal.aborted) throw aborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(aborted());
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([act(), promise]).finally(() => signal.removeEventListener('abort', onAbort));
}
