import type { requestHandler } from '../../shared/aws/clients/request-handler.ts';

type NetworkHandler = ReturnType<typeof requestHandler>;
type Handle = NetworkHandler['handle'];

/** A request to an embedded service, or its answer, whichever way it travels. */
export interface PartRequest {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}
export interface PartAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** An embedded service as its clients in this process reach it. */
export interface CalledPart {
  endpoint: string;
  /** Answers a request as the endpoint does. @param signal aborts when the client stops waiting for the answer */
  answer(request: PartRequest, signal?: AbortSignal): Promise<PartAnswer>;
}

/**
 * Sends the SDK's requests to an embedded service of this process by a call instead of a connection, which would take
 * half of their processor time. Requests to any other endpoint take the network. A call has no time limit: a service that
 * does not answer has stopped this process too, and a busy process would end calls that have long been answered.
 */
export class InProcessHandler {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  readonly #host: string;
  readonly #part: CalledPart;
  readonly #network: NetworkHandler;

  constructor(part: CalledPart, network: NetworkHandler) {
    this.#host = new URL(part.endpoint).host;
    this.#part = part;
    this.#network = network;
  }

  async handle(request: Parameters<Handle>[0], options: Parameters<Handle>[1] = {}): ReturnType<Handle> {
    if (`${request.hostname}:${request.port}` !== this.#host) return this.#network.handle(request, options);
    const { path, headers } = request;
    const { status: statusCode, ...rest } = await this.#unlessAborted(
      { path, headers: lowerCased(headers), body: bytesOf(request.body) },
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

  /** @throws Error if the caller stops waiting, as the SDK's own handler does; the service still does its work */
  async #unlessAborted(request: PartRequest, signal: AbortSignal | undefined): Promise<PartAnswer> {
    if (signal === undefined) return this.#part.answer(request);
    if (signal.aborted) throw aborted();
    const { promise, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(aborted());
    signal.addEventListener('abort', onAbort, { once: true });
    return Promise.race([this.#part.answer(request, signal), promise]).finally(() =>
      signal.removeEventListener('abort', onAbort),
    );
  }
}

const bytesOf = (body: unknown): Buffer =>
  body instanceof Uint8Array
    ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    : Buffer.from(typeof body === 'string' ? body : '');

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const aborted = (): Error => Object.assign(new Error('Request aborted'), { name: 'AbortError' });
