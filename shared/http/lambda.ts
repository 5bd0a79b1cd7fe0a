import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { body, type ParseForm } from './body.ts';
import { idempotency } from './idempotency.ts';
import { jsonBody } from './json-body.ts';
import type { Handle, MultipartForm, Operation } from './operation.ts';
import { rateLimit } from './rate-limit.ts';
import { recordCaller } from './record-caller.ts';
import { type HttpHandler, handlerOf } from './stack.ts';
import { validate } from './validate.ts';

/**
 * Returns the Lambda handler of an operation. The middleware order is the order of the checks: 401, 403 of a deleted
 * organization, 429, 403, 413/415/400, 422, 409 of an idempotency key, then `handle`. Responses, whether results or
 * errors, pass through it in reverse.
 * @param form the parser of forms, for operations that accept one: no other function loads it
 */
export const lambda = <const O extends Operation>(
  operation: O,
  handle: Handle<O>,
  ...[parseForm]: O['multipart'] extends MultipartForm ? [form: ParseForm] : []
): HttpHandler =>
  handlerOf(operation, handle, [
    authenticate(),
    recordCaller(),
    rateLimit(),
    authorize(),
    body(parseForm),
    jsonBody(),
    validate(),
    idempotency(),
  ]);
