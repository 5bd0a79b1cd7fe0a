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
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import { HttpError } from './http-error.ts';

/** Where larger files go; part of every 413. */
export const UPLOADS_POINTER = 'upload it by way of POST /api/v1/uploads';

/** What an error becomes for the caller. */
export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: {
    /** For people; of a validation failure, every problem with its place. */
    detail: string | Invalid['problems'];
    /** For programs; `ERROR_CODES` lists them. */
    code: ErrorCode;
  };
}

const answer = (
  code: ErrorCode,
  detail: ErrorAnswer['body']['detail'],
  headers: Record<string, string> = {},
): ErrorAnswer => ({ status: ERROR_CODES[code].status, headers, body: { detail, code } });

const later = (code: ErrorCode, detail: string, seconds: number): ErrorAnswer =>
  answer(code, detail, { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) });

/** Names under which the AWS SDK and Node report a dependency that is throttled, down or too slow. */
const TRANSIENT = new Set([
  'ThrottlingException',
  'Throttling',
  'ThrottledException',
  'RequestThrottled',
  'RequestThrottledException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'LimitExceededException',
  'SlowDown',
  'TransactionInProgressException',
  'KMSThrottlingException',
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
const REASONS = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded', 'TransactionConflict']);

interface Failure {
  name?: string;
  code?: string;
  $fault?: string;
  $metadata?: { httpStatusCode?: number };
  CancellationReasons?: { Code?: string }[];
}

/** True for an error of a dependency that another try may get past. */
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
 * The one place that turns an error into an answer. A missing record's answer is a constant, so that it reads the
 * same as one of another organization. What is not known here is a fault of the service and says nothing about it.
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
  if (error instanceof Unavailable) return later('unavailable', error.message, error.retryAfterSeconds);
  if (error instanceof RateLimited) return later('rate_limited', error.message, error.retryAfterSeconds);
  if (isTransient(error)) return later('unavailable', 'A part of the service is unavailable, try again', 1);
  return answer('internal_error', 'Internal Server Error');
};
