import type * as z from 'zod';
import type { Caller } from '../domain/access/caller.ts';
import type { Role, Scope } from '../domain/access/scopes.ts';
import type { ViewerLink } from '../domain/access/viewer-link.ts';
import type { ProjectRecord } from '../domain/projects/project.ts';
import type { PortName, Ports } from '../ports.ts';

/**
 * One operation of the interface. The Lambda function, its route, role and grants, the OpenAPI entry, the local
 * gateway's route and the contract tests are all derived from this declaration.
 */
export interface Operation {
  /** kebab-case and unique: the name of the function, of the sample event and the OpenAPI operationId. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** OpenAPI style, with the version prefix: `/api/v1/documents/{document_id}`. */
  path: string;
  /** The group's name in the reference pages. */
  tag: string;
  summary: string;
  description: string;
  auth: OperationAuth;
  /** For a deprecated operation: every response has the headers `Deprecation` and `Sunset`. Dates as `2027-01-31`. */
  deprecated?: { since: string; sunset: string /** The replacement. */; use: string };
  /** Path parameters; every `{name}` of `path` has its key here. */
  params?: z.ZodObject;
  /** Query parameters, parsed from strings: coerce inside. Unknown ones are ignored, repeated ones rejected. */
  query?: z.ZodObject;
  /** Request headers the operation reads, lower case. */
  headers?: z.ZodObject;
  /** JSON body. If the operation has both `body` and `multipart`, the request's content type decides. */
  body?: z.ZodType;
  multipart?: MultipartForm;
  responses: Responses;
  /** Statuses of the shared errors that this operation can return, besides 401, 403, 422, 429 and 503. */
  errors?: readonly (400 | 404 | 409 | 413 | 415 | 502 | 504)[];
  /** The ports that `handle` receives, and at the same time the IAM grants of its function. */
  uses: readonly PortName[];
  /** Seconds the function may run: 10 by default, 29 at most behind the gateway. */
  timeoutSeconds?: number;
  /** The function's memory in MB: 512 by default. */
  memoryMegabytes?: number;
}

/**
 * Either no token is needed, or a token with a role and a scope. Access to projects is determined by the caller's
 * memberships; an operation that concerns no project declares `projects: false`, and its function may not read them.
 * `apiKey: true` accepts a key in `X-Api-Key` instead of a token. With `resourceMetadata: true` a 401 states where
 * clients find the identity provider. With `viewerLink`, the named parameter of path or query is the record that a viewer link must
 * be for, if one is sent instead of a token.
 */
type OperationAuth =
  | 'public'
  | {
      scope: Scope;
      role: Role;
      projects?: boolean;
      apiKey?: true;
      resourceMetadata?: true;
      viewerLink?: ViewerLinkParam;
    };

/** The parameters that name the record of a viewer link. */
type ViewerLinkParam = `${ViewerLink['record']['type']}_id`;

/** A `multipart/form-data` body: one file with text fields. */
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
  /**
   * The address of the created record, returned as `Location`: `/api/v1/tasks/{id}` with values of the body's fields.
   */
  location?: string;
  /** The response contains more than its record: it is never stored nor answered with 304, though it has an ETag. */
  containsMore?: true;
}
/** A 201 must declare the address of what it created. */
type CreatedSpec = ResponseSpec & { location: string };
type Responses = Readonly<Record<number, ResponseSpec>> & { readonly 201?: CreatedSpec };

type Parsed<S, Otherwise> = S extends z.ZodType ? z.output<S> : Otherwise;

/** The file of a multipart upload, held in memory; the gateway's payload limit bounds its size. */
export interface UploadedFile {
  filename: string;
  mimeType: string;
  bytes: Uint8Array;
}

/** The projects that a caller may see: all of the organization's, or those of the memberships. */
export interface ProjectAccess {
  /** Resolves to true if the caller may see that project. */
  allows(projectId: string): Promise<boolean>;
  /** Resolves to the project with that id; undefined if it does not exist or the caller may not see it. */
  visibleProject(projectId: string): Promise<ProjectRecord | undefined>;
  /** Returns the visible project ids, or `'all'`. */
  visible(): Promise<ReadonlySet<string> | 'all'>;
}

/**
 * The project access of `handle`. A response stored under an idempotency key is returned only to callers who still have
 * access to its projects.
 */
export interface RequestProjects extends ProjectAccess {
  /**
   * Records that the response contains data of a project that `allows` was not called for, such as one just created.
   */
  answersAbout(projectId: string): void;
}

/** The ports that an operation declares in `uses`. */
export type PortsOf<O extends Operation> = Pick<Ports, O['uses'][number]>;

export interface Request<O extends Operation> {
  params: Parsed<O['params'], Record<string, never>>;
  query: Parsed<O['query'], Record<string, never>>;
  headers: Parsed<O['headers'], Record<string, never>>;
  /** The parsed JSON body; undefined if the operation also accepts a form and a form was sent. */
  body: O['multipart'] extends MultipartForm ? Parsed<O['body'], undefined> | undefined : Parsed<O['body'], undefined>;
  /** The parsed form and its file, if the operation declares `multipart` and a form was sent. */
  form: O['multipart'] extends MultipartForm
    ? { fields: Parsed<O['multipart']['fields'], undefined>; file: UploadedFile } | undefined
    : undefined;
  /** The authenticated caller; undefined for public operations. */
  caller: O['auth'] extends 'public' ? undefined : Caller;
  /** The caller's own header, for operations that call others on the caller's behalf. */
  authorization: 'api.call' extends O['uses'][number] ? string : undefined;
  projects: RequestProjects;
  /**
   * The version in the caller's `If-Match`, without its quotes; undefined without the header and for `*`. `versionOf`
   * of etag.ts converts it for a write's condition.
   */
  ifMatch: string | undefined;
  requestId: string;
  now: Date;
  /** Returns the milliseconds until the platform ends the function. */
  remainingMilliseconds(): number;
  /**
   * Returns a new UUIDv7. With an `Idempotency-Key`, the same key yields the same sequence of identifiers, so that an
   * operation that runs again after a lost response finds its own earlier write: call it in a fixed order.
   */
  newId(): string;
}

type Answer<R extends Responses> = {
  [S in keyof R & number]: {
    status: S;
    headers?: Record<string, string>;
  } & (R[S]['schema'] extends z.ZodType ? { body: z.input<R[S]['schema']> } : { body?: undefined });
}[keyof R & number];

/** The implementation of an operation: takes typed input and the declared ports, returns a declared status and body. */
export type Handle<O extends Operation> = (request: Request<O>, ports: PortsOf<O>) => Promise<Answer<O['responses']>>;

/** Returns the declaration with its literal types, which `Handle` needs. */
export const defineOperation = <const O extends Operation>(operation: O): O => operation;
