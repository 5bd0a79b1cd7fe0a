import { Conflict, Forbidden, Invalid, NotFound, Unavailable } from '../domain/errors.ts';
import { HttpError } from './http-error.ts';

/** Where larger files go; part of every 413 (decisions, section 2). */
export const UPLOADS_POINTER = 'upload it by way of POST /api/v1/uploads';

/** What an error becomes for the caller. */
export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: { detail: string | Invalid['problems'] };
}

const answer = (
  status: number,
  detail: ErrorAnswer['body']['detail'],
  headers: Record<string, string> = {},
): ErrorAnswer => ({ status, headers, body: { detail } });

const unavailable = (detail: string, seconds: number): ErrorAnswer =>
  answer(503, detail, { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) });

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
export const isTransient = (error: unknown): boolean => {
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
  if (error instanceof HttpError) return answer(error.status, error.message, error.headers);
  if (error instanceof NotFound) return answer(404, 'Not Found');
  if (error instanceof Invalid) return answer(422, error.problems);
  if (error instanceof Conflict) return answer(409, error.message || 'The state of the record does not allow this');
  if (error instanceof Forbidden) return answer(403, error.message || 'Not allowed');
  if (error instanceof Unavailable) return unavailable(error.message, error.retryAfterSeconds);
  if (isTransient(error)) return unavailable('A part of the service is unavailable, try again', 1);
  return answer(500, 'Internal Server Error');
};
