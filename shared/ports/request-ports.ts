export interface RequestPorts {
  'limits.write': LimitsWrite;
  'idempotency.write': IdempotencyWrite;
}

/** The rate limiter's store. One conditional write admits a request. */
export interface LimitsWrite {
  admit(request: AdmissionRequest): Promise<Admission>;
  /** Releases the concurrency slot. */
  release(request: AdmissionRequest): Promise<void>;
}

export interface AdmissionRequest {
  organizationId: string;
  identity: string;
  requestId: string;
  now: Date;
  /** Epoch milliseconds after which the slot counts as free even without a release. */
  leaseUntil: number;
  perMinute: number;
  perHour: number;
  concurrent: number;
}

export interface Admission {
  admitted: boolean;
  /** The limit that was reached or is nearest to being reached. */
  limit: number;
  /** The kind of that limit: requests per minute, per hour, or at the same time. */
  window: 'minute' | 'hour' | 'concurrent';
  remaining: number;
  /** Unix seconds at which the window ends. */
  reset: number;
  /** Seconds to wait; 0 when admitted. */
  retryAfter: number;
}

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /**
   * The projects that the response contains data of, or all of the organization. A caller who repeats the request must
   * still have access to them.
   */
  projects: readonly string[] | 'all';
}

export type IdempotencyState =
  | { kind: 'started'; seed: string }
  | { kind: 'in_flight' }
  | { kind: 'other_body' }
  | { kind: 'answered'; answer: StoredAnswer };

export interface IdempotencyKey {
  organizationId: string;
  identity: string;
  operationId: string;
  key: string;
}

export interface IdempotencyWrite {
  /**
   * Claims a key for 24 hours. `seed` is kept as long as the key, so that a retry after a crash derives the same
   * identifiers. A claim whose holder has crashed can be taken over after `leaseUntil`.
   */
  begin(
    key: IdempotencyKey,
    bodyHash: string,
    terms: { requestId: string; seed: string; now: Date; leaseUntil: number },
  ): Promise<IdempotencyState>;
  complete(key: IdempotencyKey, requestId: string, answer: StoredAnswer): Promise<void>;
  /**
   * Releases the claim of an operation that a retry may complete. Its seed is kept, so that the retry finds what was
   * written.
   */
  abandon(key: IdempotencyKey, requestId: string): Promise<void>;
}
