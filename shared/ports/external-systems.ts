import type { Credentials } from '../domain/external-systems/credentials.ts';
import type { SystemRecord } from '../domain/external-systems/system.ts';
import type { ChangeGuard, RecordsWrite } from './records.ts';

export interface ExternalSystemPorts {
  'systems.write': SystemsWrite;
  'credentials.read': CredentialsRead;
  'credentials.write': CredentialsWrite;
  'calls.write': CallsWrite;
  'api.call': ApiCall;
  outbound: Outbound;
}

/** Changes of a system that leave its credentials alone. */
export type SystemsWrite = Pick<RecordsWrite<SystemRecord>, 'change'>;

/** Credentials of external systems, which lie encrypted in a table of their own. */
export interface CredentialsRead {
  /**
   * The credentials that go with this very version of the record; undefined where it has none.
   * @throws Conflict when others have been stored since the record was read
   */
  open(record: SystemRecord): Promise<Credentials | undefined>;
}

/** Systems with their credentials, both in one transaction. @throws as `RecordsWrite` */
export interface CredentialsWrite {
  create(record: SystemRecord, credentials: Credentials | undefined): Promise<SystemRecord>;
  /** @param credentials replace the stored ones; null removes them, undefined leaves them */
  change(
    organizationId: string,
    systemId: string,
    change: Partial<SystemRecord>,
    guard: ChangeGuard,
    credentials: Credentials | null | undefined,
  ): Promise<SystemRecord>;
  delete(record: SystemRecord, terms: { ifVersion?: number | undefined }): Promise<void>;
}

/** Counts the calls of external systems, whichever function makes them. */
export interface CallsWrite {
  /**
   * Counts one call of this minute, where the bound leaves room. A repeated write of the same call counts once unless
   * another one came between; then the bound is reached early, never late.
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
  /** Lower case; several of one name joined by commas. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** The one way in which this service calls an address that somebody else has named. */
export interface Outbound {
  /**
   * Sends the request and reads the whole answer.
   * @param terms `signal` is aborted when the time is over: connecting, waiting and a dripping body alike
   * @throws OutboundError, whose message can be shown to the user
   */
  send(request: OutboundRequest, terms: { signal: AbortSignal }): Promise<OutboundAnswer>;
}

/** An operation of this service, called from outside as anybody calls it. */
export interface ApiCall {
  /**
   * @param request `url` of an operation of this service; `authorization` is the caller's own header, whose rights and
   *   limits hold
   * @returns the answer, whatever its status; `retryAfter` as its header says
   * @throws Unavailable when no answer came within `timeoutMs`
   */
  call(request: {
    method: string;
    url: string;
    authorization: string;
    body?: unknown;
    timeoutMs: number;
  }): Promise<{ status: number; body: unknown; retryAfter: string | null }>;
}
