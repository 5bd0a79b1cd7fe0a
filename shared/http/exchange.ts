import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Caller } from '../domain/access/caller.ts';
import type { StoredAnswer } from '../ports.ts';
import type { Operation, UploadedFile } from './operation.ts';
import type { RememberedAccess } from './remembered-access.ts';

/** A form before its fields are validated. */
export interface RawForm {
  fields: Record<string, string>;
  file: UploadedFile;
}

/** The validated input for `handle`; its types follow from the operation's schemas. */
export interface Input {
  params: unknown;
  query: unknown;
  headers: unknown;
  body: unknown;
  form: { fields: unknown; file: UploadedFile } | undefined;
}

/** One request on its way through the middleware stack. Each middleware adds fields that later ones read. */
export interface Exchange {
  readonly operation: Operation;
  /** The gateway's request id, logged and returned as `X-Request-Id`. */
  readonly requestId: string;
  /** Unique to this run, independent of the gateway: the owner of slots and claims. */
  readonly runId: string;
  readonly now: Date;
  /** The value of `performance.now()` at the start. */
  readonly startedAt: number;
  /** Epoch milliseconds after which this run must have ended. */
  readonly leaseUntil: number;
  /** Returns the milliseconds until the platform ends the function. */
  readonly remainingMilliseconds: () => number;
  /** Headers of every response to this request. */
  readonly headers: Record<string, string>;
  /** Work that must end before the response is sent; none of it rejects. */
  readonly closing: Promise<unknown>[];
  caller?: Caller | undefined;
  /** The header that authenticated the caller. */
  authorization?: string | undefined;
  /** The `iat` of the caller's token, epoch seconds; undefined without a token. */
  tokenIssuedAt?: number;
  /** The text of a JSON body. */
  jsonText?: string;
  json?: unknown;
  form?: RawForm;
  input?: Input;
  ifMatch?: string | undefined;
  /** Returns the next identifier for `newId`. */
  newId: () => string;
  /** The projects that the caller may see, and which of them `handle` has used. */
  access?: RememberedAccess;
  /** The stored response to an earlier request with the same idempotency key, which replaces that of `handle`. */
  replay?: StoredAnswer;
}

export type HttpEvent = APIGatewayProxyEventV2 & { exchange: Exchange };
export type Result = APIGatewayProxyStructuredResultV2;
/** The response of `handle`, before it is converted to a `Result`. */
export interface HandlerAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}
export type Middleware = middy.MiddlewareObj<HttpEvent, Result, Error, Context>;
export type MiddlewareRequest = middy.Request<HttpEvent, Result, Error, Context>;

/** Returns the caller of an operation that is not public. Requires authentication to have run. */
export const callerOf = (exchange: Exchange): Caller => {
  if (!exchange.caller) throw new Error(`${exchange.operation.id} has no caller: authentication has not run`);
  return exchange.caller;
};
