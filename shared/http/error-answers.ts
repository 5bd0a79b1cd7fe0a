import {
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  RateLimited,
  ThirdPartyFailed,
  ThirdPartyTimeout,
  Unavailable,
} from '../domain/errors.ts';
import { THROTTLED_MEMBER, THROTTLING } from '../throttled.ts';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import { HttpError } from './http-error.ts';

/** How to send larger files; part of every 413. */
export const UPLOADS_POINTER = 'upload it with POST /api/v1/uploads';

/** The response for an error. */
export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: {
    /** For people; for a validation failure, every problem with its location. */
    detail: string | Invalid['problems'];
    /** For programs; listed in `ERROR_CODES`. */
    code: ErrorCode;
  };
}

const answer = (
  code: ErrorCode,
  detail: ErrorAnswer['body']['detail'],
  headers: Record<string, string> = {},
): ErrorAnswer => ({ status: ERROR_CODES[code].status, headers, body: { detail, code } });

const retryLater = (code: ErrorCode, detail: string, seconds: number): ErrorAnswer =>
  answer(code, detail, { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) });

/** Names with which the AWS SDK and Node report that a dependency is throttled, down or too slow. */
const TRANSIENT: ReadonlySet<string> = new Set([
  ...THROTTLING,
  'TransactionInProgressException',
  'InternalServerError',
  'InternalServerException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'ModelTimeoutException',
  'ModelNotReadyException',
  'TimeoutError',
  'RequestTimeout',
  'RequestTimeoutException',
  'CredentialsProviderError',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const REASONS: ReadonlySet<string> = new Set([...THROTTLED_MEMBER, 'TransactionConflict']);

interface Failure {
  name?: string;
  code?: string;
  $fault?: string;
  $metadata?: { httpStatusCode?: number };
  CancellationReasons?: { Code?: string }[];
}

/** Returns true for an error of a dependency after which a retry may succeed. */
const isTransient = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const failure = error as Failure;
  return (
    TRANSIENT.has(failure.name ?? '') ||
    TRANSIENT.has(failure.code ?? '') ||
    failure.$fault === 'server' ||
    (failure.$metadata?.httpStatusCode ?? 0) >= 500 ||
    (failure.CancellationReasons?.some((reason) => REASONS.has(reason.Code ?? '')) ?? false)
  );
};

/**
 * Converts an error to a response; nothing else does. The response for a missing record is constant, so that it does
 * not differ from that for a record of another organization. Unknown errors are internal errors, and the response does
 * not disclose them.
 */
export const toAnswer = (error: unknown): ErrorAnswer => {
  if (error instanceof HttpError) return answer(error.code, error.message, error.headers);
  if (error instanceof NotFound) return answer('not_found', 'Not Found');
  if (error instanceof Invalid) return answer('validation_failed', error.problems);
  if (error instanceof Conflict)
    return answer(error.code, error.message || 'The state of the record does not allow this');
  if (error instanceof Forbidden) return answer(error.code, error.message || 'Not allowed');
  if (error instanceof ThirdPartyFailed) return answer('third_party_failed', error.message || 'A third party failed');
  if (error instanceof ThirdPartyTimeout) {
    return answer('third_party_timeout', error.message || 'A third party did not answer in time');
  }
  if (error instanceof Unavailable) return retryLater('unavailable', error.message, error.retryAfterSeconds);
  if (error instanceof RateLimited) return retryLater('rate_limited', error.message, error.retryAfterSeconds);
  if (isTransient(error)) return retryLater('unavailable', 'Part of the service is unavailable, try again', 1);
  return answer('internal_error', 'Internal Server Error');
};
