import type * as z from 'zod';
import type { Caller } from '../domain/access/caller.ts';
import type { Role, Scope } from '../domain/access/scopes.ts';
import type { PortName, Ports } from '../ports.ts';

/**
 * One operation of the interface, declared once. The Lambda function, its route, role and grants, the
 * OpenAPI entry, the local gateway's route and the contract tests are all derived from this value.
 */
export interface Operation {
  /** kebab-case and unique: names the function, the sample event and the OpenAPI operationId. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI style, with the version prefix: `/api/v1/documents/{document_id}`. */
  path: string;
  /** The group's name in the reference pages. */
  tag: string;
  summary: string;
  description: string;
  auth: OperationAuth;
  /** An operation that is to go: every answer says so by `Deprecation` and `Sunset`. Dates as `2027-01-31`. */
  deprecated?: { since: string; sunset: string /** What to use in its place. */; use: string };
  /** Path parameters; every `{name}` of `path` has its key here. */
  params?: z.ZodObject;
  /** Query parameters, read as strings: coerce inside. Unknown ones are ignored, repeated ones refused. */
  query?: z.ZodObject;
  /** Request headers the operation reads, lower case. */
  headers?: z.ZodObject;
  /** JSON body. An operation with `body` and `multipart` decides by the request's content type. */
  body?: z.ZodType;
  multipart?: MultipartForm;
  responses: Responses;
  /** Statuses of the shared error shapes that this operation can answer beside 401, 403, 422, 429 and 503. */
  errors?: readonly (400 | 404 | 409 | 413 | 415 | 502 | 504)[];
  /** Capabilities the handle receives, and at the same time the IAM grants of its function. */
  uses: readonly PortName[];
  /** Seconds the function may run; 10 where not given, 29 at most behind the gateway. */
  timeoutSeconds?: number;
  /** MB of memory of the function; 512 where not given. */
  memoryMegabytes?: number;
}

/**
 * No token needed, or a token with a role and a scope. Access to projects is asked for by way of the caller's
 * memberships; an operation that is about no project says `projects: false`, and its function may not read them.
 * `apiKey: true` takes a key in `X-Api-Key` in the place of a token; `resourceMetadata: true` has a 401 say where clients
 * find the identity provider.
 */
type OperationAuth =
  | 'public'
  | { scope: Scope; role: Role; projects?: boolean; apiKey?: true; resourceMetadata?: true };

/** One file with text fields beside it, `multipart/form-data`. */
export interface MultipartForm {
  /** The form field that carries the file. */
  file: string;
  fields: z.ZodObject;
  maximumBytes: number;
}

export interface ResponseSpec {
  description: string;
  /** Absent for an empty body. */
  schema?: z.ZodType;
  contentType?: string;
  headers?: Record<string, string>;
  /** The address of what was made, answered as `Location`: `/api/v1/tasks/{id}` with the values of the body's fields. */
  location?: string;
}
/** A 201 says where what it made is. */
type CreatedSpec = ResponseSpec & { location: string };
type Responses = Readonly<Record<number, ResponseSpec>> & { readonly 201?: CreatedSpec };

type Parsed<S, Otherwise> = S extends z.ZodType ? z.output<S> : Otherwise;

/** The file of a multipart upload, whole in memory (the gateway's payload limit bounds it). */
export interface UploadedFile {
  filename: string;
  mimeType: string;
  bytes: Uint8Array;
}

/** The project ids a caller may see: all of the organization's, or the memberships. */
export interface ProjectAccess {
  /** Resolves to true when the caller may see that project. */
  allows(projectId: string): Promise<boolean>;
  /** The visible project ids, or `'all'`. */
  visible(): Promise<ReadonlySet<string> | 'all'>;
}

/** As the handle sees it. An answer kept under an idempotency key is given again only to who still sees its projects. */
export interface RequestProjects extends ProjectAccess {
  /** Notes that the answer is about a project that was not asked for, such as the one just created. */
  answersAbout(projectId: string): void;
}

/** The ports that an operation declares in `uses`. */
export type PortsOf<O extends Operation> = Pick<Ports, O['uses'][number]>;

export interface Request<O extends Operation> {
  params: Parsed<O['params'], Record<string, never>>;
  query: Parsed<O['query'], Record<string, never>>;
  headers: Parsed<O['headers'], Record<string, never>>;
  /** The parsed JSON body; undefined where the operation also takes a form and a form was sent. */
  body: O['multipart'] extends MultipartForm ? Parsed<O['body'], undefined> | undefined : Parsed<O['body'], undefined>;
  /** The parsed form and its file, where the operation declares `multipart` and a form was sent. */
  form: O['multipart'] extends MultipartForm
    ? { fields: Parsed<O['multipart']['fields'], undefined>; file: UploadedFile } | undefined
    : undefined;
  /** The verified caller; public operations do not have one. */
  caller: O['auth'] extends 'public' ? undefined : Caller;
  /** The caller's own header, for operations that call others in the caller's name. */
  authorization: 'api.call' extends O['uses'][number] ? string : undefined;
  projects: RequestProjects;
  /**
   * The version that the caller's `If-Match` names, without its quotes; undefined without the header and for `*`.
   * `versionOf` of etag.ts makes it the number of a write's condition.
   */
  ifMatch: string | undefined;
  requestId: string;
  now: Date;
  /** Milliseconds until the platform ends the function. */
  remainingMilliseconds(): number;
  /**
   * A fresh UUIDv7. Under an `Idempotency-Key` the same key gives the same sequence of identifiers, so that
   * an operation that runs again after a lost answer meets its own earlier write: call it in a fixed order.
   */
  newId(): string;
}

type Answer<R extends Responses> = {
  [S in keyof R & number]: {
    status: S;
    headers?: Record<string, string>;
  } & (R[S]['schema'] extends z.ZodType ? { body: z.input<R[S]['schema']> } : { body?: undefined });
}[keyof R & number];

/** What an operation does: typed input and the declared ports in, a declared status and body out. */
export type Handle<O extends Operation> = (request: Request<O>, ports: PortsOf<O>) => Promise<Answer<O['responses']>>;

/** Keeps the declaration's literal types, which `Handle` reads. */
export const defineOperation = <const O extends Operation>(operation: O): O => operation;
