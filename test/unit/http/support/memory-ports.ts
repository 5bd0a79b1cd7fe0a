import type { Caller } from '../../../../shared/domain/access/caller.ts';
import type { ProjectRecord } from '../../../../shared/domain/projects/project.ts';
import type {
  Admission,
  AdmissionRequest,
  CallersOrganization,
  IdempotencyKey,
  IdempotencyState,
  IdempotencyWrite,
  LimitsWrite,
  MembershipsRead,
  PeopleWrite,
  StoredAnswer,
} from '../../../../shared/ports.ts';

/** Admits everything until `refuse` is set; records its calls. */
export class MemoryLimits implements LimitsWrite {
  readonly admitted: AdmissionRequest[] = [];
  readonly released: AdmissionRequest[] = [];
  refuse = false;
  failure: Error | undefined;
  /** Admissions wait for this. */
  gate: Promise<void> = Promise.resolve();
  /** Releases wait for this after they are recorded. */
  releaseGate: Promise<void> = Promise.resolve();

  async admit(request: AdmissionRequest): Promise<Admission> {
    this.admitted.push(request);
    await this.gate;
    if (this.failure) throw this.failure;
    return this.refuse
      ? { admitted: false, window: 'minute', limit: 100, remaining: 0, reset: 1_800_000_000, retryAfter: 17 }
      : { admitted: true, window: 'minute', limit: 100, remaining: 99, reset: 1_800_000_000, retryAfter: 0 };
  }

  async release(request: AdmissionRequest): Promise<void> {
    this.released.push(request);
    await this.releaseGate;
  }
}

interface Claim {
  hash: string;
  owner: string;
  seed: string;
  leaseUntil: number;
  answer?: StoredAnswer;
}

/** The claims of `idempotency.write`, following the rules of its interface. */
export class MemoryIdempotency implements IdempotencyWrite {
  readonly claims = new Map<string, Claim>();
  failCompletion = false;

  async begin(
    key: IdempotencyKey,
    hash: string,
    terms: { requestId: string; seed: string; now: Date; leaseUntil: number },
  ): Promise<IdempotencyState> {
    const name = JSON.stringify(key);
    const claim = this.claims.get(name);
    if (claim && claim.hash !== hash) return { kind: 'other_body' };
    if (claim?.answer) return { kind: 'answered', answer: claim.answer };
    if (claim && claim.leaseUntil > terms.now.getTime()) return { kind: 'in_flight' };
    const seed = claim?.seed ?? terms.seed;
    this.claims.set(name, { hash, owner: terms.requestId, seed, leaseUntil: terms.leaseUntil });
    return { kind: 'started', seed };
  }

  #own(key: IdempotencyKey, owner: string): Claim | undefined {
    const claim = this.claims.get(JSON.stringify(key));
    return claim?.owner === owner ? claim : undefined;
  }

  async complete(key: IdempotencyKey, requestId: string, answer: StoredAnswer): Promise<void> {
    if (this.failCompletion) throw new Error('the store is down');
    Object.assign(this.#own(key, requestId) ?? {}, { answer });
  }

  async abandon(key: IdempotencyKey, requestId: string): Promise<void> {
    Object.assign(this.#own(key, requestId) ?? {}, { leaseUntil: 0 });
  }
}

/** Has no members at first; records the users it has seen. */
export class MemoryPeople implements PeopleWrite {
  readonly names = new Map<string, string>();

  async record(
    { organizationId }: Caller,
    _issuedAt: number,
    given: { withName: boolean },
  ): Promise<CallersOrganization> {
    return { isDeleted: false, name: given.withName ? this.names.get(organizationId) : undefined };
  }
}

export class MemoryMemberships implements MembershipsRead {
  readonly projects = new Map<string, Set<string>>();
  /** Deleted projects. */
  readonly deleted = new Set<string>();
  /** Look-ups of memberships. */
  asked = 0;

  async projectOf(organizationId: string, id: string, member?: string): Promise<ProjectRecord | undefined> {
    const isVisible =
      member === undefined ? await this.stands(organizationId, id) : await this.holds(organizationId, member, id);
    return isVisible ? ({ id } as ProjectRecord) : undefined;
  }

  async stands(_organizationId: string, projectId: string): Promise<boolean> {
    return !this.deleted.has(projectId);
  }

  async holds(organizationId: string, subject: string, projectId: string): Promise<boolean> {
    this.asked++;
    return this.projects.get(`${organizationId}/${subject}`)?.has(projectId) ?? false;
  }

  async hasLeft(): Promise<boolean> {
    return false;
  }

  async projectsOf(organizationId: string, subject: string): Promise<ReadonlySet<string>> {
    this.asked++;
    return this.projects.get(`${organizationId}/${subject}`) ?? new Set();
  }
}
