export interface RequestPorts {
  'limits.write': LimitsWrite;
  'idempotency.write': IdempotencyWrite;
}

/** The rate limiter's store: one conditional write admits a request. */
export interface LimitsWrite {
  admit(request: AdmissionRequest): Promise<Admission>;
  /** Gives the concurrency slot back. */
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
  /** The bound that is nearest or was hit. */
  limit: number;
  /** What it bounds: requests of a minute, of an hour, or at the same time. */
  window: 'minute' | 'hour' | 'concurrent';
  remaining: number;
  /** Unix seconds when the window ends. */
  reset: number;
  /** Seconds to wait; 0 when admitted. */
  retryAfter: number;
}

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The projects it tells about, or all of the organization: who asks again must still see them. */
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
   * Claims a key for 24 hours. `seed` is kept for the key's life, so that a run after a crash derives the same
   * identifiers; a claim whose holder died is taken over after `leaseUntil`.
   */
  begin(
    key: IdempotencyKey,
    bodyHash: string,
    terms: { requestId: string; seed: string; now: Date; leaseUntil: number },
  ): Promise<IdempotencyState>;
  complete(key: IdempotencyKey, requestId: string, answer: StoredAnswer): Promise<void>;
  /** Frees the claim of an operation that a retry may repair; its seed stays, so that the retry meets what was written. */
  abandon(key: IdempotencyKey, requestId: string): Promise<void>;
}
