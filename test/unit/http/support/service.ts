import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { parseEnvironment, useEnvironment } from '../../../../shared/environment.ts';
import type { Operation } from '../../../../shared/http/operation.ts';
import { provide } from '../../../../shared/http/provide.ts';
import type { HttpHandler } from '../../../../shared/http/stack.ts';
import { AUDIENCE, IdentityProvider, makeKey, type SigningKey, sign } from './identity-provider.ts';
import { MemoryIdempotency, MemoryLimits, MemoryMemberships, MemoryPeople } from './memory-ports.ts';

export interface Call {
  headers?: Record<string, string>;
  query?: string;
  params?: Record<string, string>;
  body?: string | Uint8Array;
  json?: unknown;
  requestId?: string;
  remaining?: number | (() => number);
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  text: string;
  json: Record<string, unknown>;
}

const eventOf = (operation: Operation, call: Call): APIGatewayProxyEventV2 => {
  const text = call.json === undefined ? call.body : JSON.stringify(call.json);
  const binary = text instanceof Uint8Array;
  return {
    version: '2.0',
    routeKey: `${operation.method} ${operation.path}`,
    rawPath: operation.path,
    rawQueryString: call.query ?? '',
    headers: { ...(call.json === undefined ? {} : { 'content-type': 'application/json' }), ...call.headers },
    requestContext: {
      requestId: call.requestId ?? 'request-1',
      http: { method: operation.method, path: operation.path },
    } as APIGatewayProxyEventV2['requestContext'],
    ...(call.params && { pathParameters: call.params }),
    ...(text !== undefined && { body: binary ? Buffer.from(text).toString('base64') : text }),
    isBase64Encoded: binary,
  };
};

/** Runs a handler the way the gateway does. */
export const invoke = async (operation: Operation, handler: HttpHandler, call: Call = {}): Promise<Reply> => {
  const { remaining = 10_000 } = call;
  const getRemainingTimeInMillis = typeof remaining === 'number' ? () => remaining : remaining;
  const context = { awsRequestId: 'run-1', getRemainingTimeInMillis } as Context;
  const result = await handler(eventOf(operation, call), context);
  const headers = Object.fromEntries(
    Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const text = result.body ?? '';
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: result.statusCode ?? 0, headers, text, json };
};

/** An identity provider, ports in memory, and the environment that names them. */
export class TestService {
  readonly limits = new MemoryLimits();
  readonly idempotency = new MemoryIdempotency();
  readonly memberships = new MemoryMemberships();
  readonly people = new MemoryPeople();
  readonly provider: IdentityProvider;
  readonly key: SigningKey;

  private constructor(provider: IdentityProvider, key: SigningKey) {
    this.provider = provider;
    this.key = key;
  }

  static async start(): Promise<TestService> {
    const [provider, key] = await Promise.all([IdentityProvider.start(), makeKey('key-1')]);
    provider.keys = [key.jwk];
    const service = new TestService(provider, key);
    useEnvironment(
      parseEnvironment({ JWT_ISSUER: provider.issuer, JWT_AUDIENCE: AUDIENCE, JWKS_URL: provider.jwksUrl }),
    );
    provide({
      'limits.write': () => service.limits,
      'idempotency.write': () => service.idempotency,
      'memberships.read': () => service.memberships,
      'people.write': () => service.people,
    });
    return service;
  }

  /** An `Authorization` header; `claims` override those of a member of org-1. */
  async as(claims: Record<string, unknown> = {}): Promise<{ authorization: string }> {
    return { authorization: `Bearer ${await sign(this.key, this.provider.issuer, claims)}` };
  }

  stop(): Promise<void> {
    useEnvironment(undefined);
    return this.provider.stop();
  }
}
