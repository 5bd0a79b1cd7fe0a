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

/** What validation leaves for the handle; the types behind it are the operation's own schemas. */
export interface Input {
  params: unknown;
  query: unknown;
  headers: unknown;
  body: unknown;
  form: { fields: unknown; file: UploadedFile } | undefined;
}

/** One request on its way through the stack. Each middleware adds what the following ones read. */
export interface Exchange {
  readonly operation: Operation;
  /** The gateway's id: logged, and answered as `X-Request-Id`. */
  readonly requestId: string;
  /** Unique to this run whatever the gateway says: owns slots and claims. */
  readonly runId: string;
  readonly now: Date;
  /** `performance.now()` at the start. */
  readonly startedAt: number;
  /** Epoch milliseconds after which this run cannot be alive any more. */
  readonly leaseUntil: number;
  /** Milliseconds until the platform ends the function. */
  readonly remainingMilliseconds: () => number;
  /** Headers that every answer to this request carries. */
  readonly headers: Record<string, string>;
  /** Work that must have ended before the answer leaves; none of it rejects. */
  readonly closing: Promise<unknown>[];
  caller?: Caller | undefined;
  /** The header that proved who calls. */
  authorization?: string | undefined;
  /** The `iat` of the caller's token, epoch seconds; undefined without a token. */
  tokenIssuedAt?: number;
  /** The body's text, where it is JSON. */
  jsonText?: string;
  json?: unknown;
  form?: RawForm;
  input?: Input;
  ifMatch?: string | undefined;
  /** Gives the identifiers of `newId`. */
  newId: () => string;
  /** Which projects the caller may see, and which of them the handle was shown. */
  access?: RememberedAccess;
  /** The answer of an earlier request with the same idempotency key, instead of the handle's. */
  replay?: StoredAnswer;
}

export type HttpEvent = APIGatewayProxyEventV2 & { exchange: Exchange };
export type Result = APIGatewayProxyStructuredResultV2;
/** What a handle gives, before it becomes a `Result`. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}
export type Middleware = middy.MiddlewareObj<HttpEvent, Result, Error, Context>;
export type MiddlewareRequest = middy.Request<HttpEvent, Result, Error, Context>;

/** The caller of an operation that is not public, after authentication. */
export const callerOf = (exchange: Exchange): Caller => {
  if (!exchange.caller) throw new Error(`${exchange.operation.id} has no caller: authentication has not run`);
  return exchange.caller;
};
