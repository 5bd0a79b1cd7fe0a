import type { Credentials } from '../domain/external-systems/credentials.ts';
import type { SystemRecord } from '../domain/external-systems/system.ts';
import type { ChangeGuard, RecordsWrite } from './record-ports.ts';

export interface ExternalSystemPorts {
  'systems.write': SystemsWrite;
  'credentials.read': CredentialsRead;
  'credentials.write': CredentialsWrite;
  'calls.write': CallsWrite;
  'api.call': ApiCall;
  outbound: Outbound;
}

/** Changes systems without touching their credentials. */
export type SystemsWrite = Pick<RecordsWrite<SystemRecord>, 'change'>;

/** Credentials of external systems, stored encrypted in a table of their own. */
export interface CredentialsRead {
  /**
   * Returns the credentials that belong to exactly this version of the record; undefined if it has none.
   * @throws Conflict if other credentials have been stored since the record was read
   */
  open(record: SystemRecord): Promise<Credentials | undefined>;
}

/** Writes systems together with their credentials, in one transaction. @throws as `RecordsWrite` */
export interface CredentialsWrite {
  create(record: SystemRecord, credentials: Credentials | undefined): Promise<SystemRecord>;
  /** @param credentials replace the stored ones; null removes them, undefined keeps them */
  change(
    organizationId: string,
    systemId: string,
    change: Partial<SystemRecord>,
    guard: ChangeGuard<SystemRecord>,
    credentials: Credentials | null | undefined,
  ): Promise<SystemRecord>;
  delete(record: SystemRecord, terms: { ifVersion?: number | undefined }): Promise<void>;
}

/** Counts the calls to external systems across all functions. */
export interface CallsWrite {
  /**
   * Counts one call in the current minute and returns true, or returns false if the limit is reached. A repeated write
   * of the same call counts once, unless another call was counted in between; then the limit is reached too early,
   * never too late.
   */
  admit(
    system: Pick<SystemRecord, 'organization_id' | 'system_id'>,
    call: { id: string; perMinute: number; now: Date },
  ): Promise<boolean>;
}

export interface OutboundRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface OutboundAnswer {
  status: number;
  /** Names in lower case; repeated headers are joined by commas. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** The only way in which this service calls addresses that users supply. */
export interface Outbound {
  /**
   * Sends the request and reads the whole response.
   * @param terms `signal` is aborted at the time limit, which covers connecting, waiting and a slow body; with
   *   `redirects: 'return'` the response of a redirect is returned, otherwise redirects are followed; with `body: 'ignore'`
   *   the response has no body, and counts however that of the system ends
   * @throws OutboundError with a message that can be shown to the user
   */
  send(
    request: OutboundRequest,
    terms: { signal: AbortSignal; redirects?: 'return'; body?: 'ignore' },
  ): Promise<OutboundAnswer>;
}

/** Calls an operation of this service over HTTP, as any client does. */
export interface ApiCall {
  /**
   * @param request `url` of an operation of this service; `authorization` is the caller's own header, whose rights and
   * rate limits apply
   * @returns the response, whatever its status; `retryAfter` is the value of its `Retry-After` header
   * @throws Unavailable if there is no response within `timeoutMs`
   */
  call(request: {
    method: string;
    url: string;
    authorization: string;
    body?: unknown;
    timeoutMs: number;
  }): Promise<{ status: number; body: unknown; retryAfter: string | null }>;
}
