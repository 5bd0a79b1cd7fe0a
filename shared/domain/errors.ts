/**
 * Errors in the terms of the domain. Only the HTTP layer assigns statuses to them (`shared/http/error-answers.ts`); workers
 * decide by class whether a retry can help.
 */

/** One validation failure, in the form of the interface: `loc` starts with body, query, path or header. */
export interface Problem {
  loc: string[];
  msg: string;
  type: string;
}

/** A record that a request names. */
export interface Sought {
  /** Such as `Document`. */
  name: string;
  /** The parameter or field that identifies it. */
  loc: string[];
}

/** The record is missing or belongs to another tenant; the two cases cannot be distinguished. */
export class NotFound extends Error {
  override name = 'NotFound';
  /** What was not found, if it is not the record at the end of the request's path. */
  sought: Sought | undefined;
  constructor(detail = 'Not Found') {
    super(detail);
  }

  static of(sought: Sought | undefined): NotFound {
    const error = new NotFound();
    error.sought = sought;
    return error;
  }
}

/** Kinds of conflict that a client can act on; `conflict` is any other conflicting state. */
export type ConflictCode = 'conflict' | 'version_conflict' | 'request_in_flight';

/** The record's state does not permit the change; `message` names the conflicting state. */
export class Conflict extends Error {
  override name = 'Conflict';
  readonly code: ConflictCode;
  constructor(detail?: string, code: ConflictCode = 'conflict', options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
  }
}

/** What is insufficient: the role, the token's scope, its organization, or a condition of the operation. */
export type ForbiddenCode =
  | 'forbidden'
  | 'insufficient_role'
  | 'insufficient_scope'
  | 'no_organization'
  | 'organization_deleted'
  | 'other_organization'
  | 'outside_viewer_link';

/** The caller is authenticated, but lacks the role, scope or organization. */
export class Forbidden extends Error {
  override name = 'Forbidden';
  readonly code: ForbiddenCode;
  /** The part of the request that is not permitted; undefined for the whole of it. */
  readonly loc: readonly string[] | undefined;
  constructor(detail?: string, code: ForbiddenCode = 'forbidden', loc?: readonly string[]) {
    super(detail);
    this.code = code;
    this.loc = loc;
  }
}

/** The input could be parsed but is not valid; each problem names its field. */
export class Invalid extends Error {
  override name = 'Invalid';
  readonly problems: Problem[];
  constructor(problems: Problem[]) {
    super(problems.map((p) => `${p.loc.join('.')}: ${p.msg}`).join('; '));
    this.problems = problems;
  }
  /** Returns an error with one problem, for example `Invalid.at(['body', 'store_path'], 'was never issued')`. */
  static at(loc: string[], msg: string, type = 'value_error'): Invalid {
    return new Invalid([{ loc, msg, type }]);
  }
}

/** A dependency is down or throttled; a retry after `retryAfterSeconds` may succeed. */
export class Unavailable extends Error {
  override name = 'Unavailable';
  readonly retryAfterSeconds: number;
  constructor(detail: string, retryAfterSeconds = 1, options?: ErrorOptions) {
    super(detail, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The rate limit of a third party is reached; a retry after `retryAfterSeconds` is permitted. */
export class RateLimited extends Error {
  override name = 'RateLimited';
  readonly retryAfterSeconds: number;
  constructor(detail: string, retryAfterSeconds: number) {
    super(detail);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A third party called on the caller's behalf refused the call, aborted it or returned an invalid response. */
export class ThirdPartyFailed extends Error {
  override name = 'ThirdPartyFailed';
}

/** A third party did not respond in time. */
export class ThirdPartyTimeout extends Error {
  override name = 'ThirdPartyTimeout';
}
