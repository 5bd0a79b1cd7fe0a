/**
 * What can go wrong, in the domain's words. The HTTP layer alone knows which status each one becomes
 * (`shared/http/errors.ts`); workers decide from the class whether a retry can help.
 */

/** One validation failure, in the shape of the interface: `loc` starts with body, query, path or header. */
export interface Problem {
  loc: string[];
  msg: string;
  type: string;
}

/** The record is missing or belongs to another tenant: both read the same. */
export class NotFound extends Error {
  override name = 'NotFound';
  constructor(detail = 'Not Found') {
    super(detail);
  }
}

/** Kinds of conflict that a client can act on; `conflict` is any other state that stands in the way. */
export type ConflictCode = 'conflict' | 'version_conflict' | 'request_in_flight';

/** The record's state does not allow the change; `message` says which state stands in the way. */
export class Conflict extends Error {
  override name = 'Conflict';
  readonly code: ConflictCode;
  constructor(detail?: string, code: ConflictCode = 'conflict', options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
  }
}

/** What does not suffice: the role, the token's scope, its organization, or something the operation names. */
export type ForbiddenCode =
  | 'forbidden'
  | 'insufficient_role'
  | 'insufficient_scope'
  | 'no_organization'
  | 'organization_deleted'
  | 'other_organization';

/** The caller is known, but role, scope or organization does not reach. */
export class Forbidden extends Error {
  override name = 'Forbidden';
  readonly code: ForbiddenCode;
  constructor(detail?: string, code: ForbiddenCode = 'forbidden') {
    super(detail);
    this.code = code;
  }
}

/** The input was readable but not acceptable; each problem names its field. */
export class Invalid extends Error {
  override name = 'Invalid';
  readonly problems: Problem[];
  constructor(problems: Problem[]) {
    super(problems.map((p) => `${p.loc.join('.')}: ${p.msg}`).join('; '));
    this.problems = problems;
  }
  /** One problem at one place, for example `Invalid.at(['body', 'store_path'], 'was never issued')`. */
  static at(loc: string[], msg: string, type = 'value_error'): Invalid {
    return new Invalid([{ loc, msg, type }]);
  }
}

/** A dependency is down or throttled; trying again after `retryAfterSeconds` may succeed. */
export class Unavailable extends Error {
  override name = 'Unavailable';
  readonly retryAfterSeconds: number;
  constructor(detail: string, retryAfterSeconds = 1, options?: ErrorOptions) {
    super(detail, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A bound on calls of a third party is reached; after `retryAfterSeconds` there is room again. */
export class RateLimited extends Error {
  override name = 'RateLimited';
  readonly retryAfterSeconds: number;
  constructor(detail: string, retryAfterSeconds: number) {
    super(detail);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A third party that the operation speaks to on the caller's behalf refused, broke off or answered nonsense. */
export class ThirdPartyFailed extends Error {
  override name = 'ThirdPartyFailed';
}

/** That third party did not answer in the time there is. */
export class ThirdPartyTimeout extends Error {
  override name = 'ThirdPartyTimeout';
}
