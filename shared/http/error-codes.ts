import type { ConflictCode, ForbiddenCode } from '../domain/errors.ts';

interface Kind {
  status: number;
  /** For the reference pages. */
  meaning: string;
  /** The part of the request that caused the error, if it is the same for every error of this code. */
  loc?: readonly string[];
}

/** Every `code` of this service's errors. Codes are stable, since clients branch on them. */
export const ERROR_CODES = {
  bad_request: { status: 400, meaning: 'The request cannot be parsed' },
  token_missing: { status: 401, meaning: 'The request has no bearer token', loc: ['header', 'authorization'] },
  token_invalid: {
    status: 401,
    meaning: 'The token does not authenticate the caller',
    loc: ['header', 'authorization'],
  },
  api_key_invalid: {
    status: 401,
    meaning: 'The X-Api-Key is unknown, revoked or expired, and the request has no token',
    loc: ['header', 'x-api-key'],
  },
  token_expired: { status: 401, meaning: 'The token has expired: request a new one', loc: ['header', 'authorization'] },
  forbidden: { status: 403, meaning: 'The role does not permit this value or state' },
  insufficient_role: { status: 403, meaning: "The operation requires a higher role than the token's" },
  insufficient_scope: { status: 403, meaning: "The token's scope does not include the operation" },
  no_organization: { status: 403, meaning: 'The token names no organization' },
  organization_deleted: { status: 403, meaning: 'The organization that the token names has been deleted' },
  other_organization: { status: 403, meaning: 'The request names an organization other than your own' },
  outside_viewer_link: { status: 403, meaning: 'The viewer link is for another record, or does not permit this' },
  not_found: { status: 404, meaning: 'The record does not exist, or you have no access to it' },
  method_not_allowed: {
    status: 405,
    meaning: 'The path does not support the method; Allow lists those that it supports',
  },
  not_acceptable: {
    status: 406,
    meaning: 'The response is too large to be sent uncompressed',
    loc: ['header', 'accept-encoding'],
  },
  conflict: { status: 409, meaning: 'The state of the record does not allow this' },
  version_conflict: { status: 409, meaning: 'If-Match is not the current version', loc: ['header', 'if-match'] },
  request_in_flight: {
    status: 409,
    meaning: 'A request with this Idempotency-Key is still running',
    loc: ['header', 'idempotency-key'],
  },
  too_large: { status: 413, meaning: 'The body is too large', loc: ['body'] },
  unsupported_media_type: {
    status: 415,
    meaning: 'The content type or encoding is not accepted',
    loc: ['header', 'content-type'],
  },
  validation_failed: { status: 422, meaning: 'Parameters, headers or body are not valid: detail lists each problem' },
  rate_limited: { status: 429, meaning: 'The rate limit is exceeded' },
  internal_error: { status: 500, meaning: 'An internal error of the service' },
  third_party_failed: { status: 502, meaning: 'A third party failed' },
  unavailable: { status: 503, meaning: 'Part of the service is down or throttled' },
  third_party_timeout: { status: 504, meaning: 'A third party did not respond in time' },
} as const satisfies Record<string, Kind> & Record<ConflictCode | ForbiddenCode, Kind>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Returns where the reference describes a code, relative to the address of the service. */
export const documentationOf = (code: ErrorCode): string => `/api/public/redoc#section/Errors/${code}`;

/** Returns the codes of a status. */
export const codesOf = (status: number): ErrorCode[] =>
  (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => ERROR_CODES[code].status === status);

/** Returns the part of the request that an error of that code is about; empty if it varies. */
export const locOf = (code: ErrorCode): readonly string[] => (ERROR_CODES[code] as Kind).loc ?? [];
