import { errorPages } from './error-pages.ts';
import type { Handle, Operation } from './operation.ts';
import { type HttpHandler, handlerOf } from './stack.ts';
import { validate } from './validate.ts';

/** An operation without a token and without a body. */
type PublicOperation = Operation & { auth: 'public'; body?: undefined; multipart?: undefined };

/**
 * Returns the Lambda handler of a public operation. Separate from `lambda`, so that its function starts without what
 * only other operations need: the verifier of tokens, the limiter and the parsers of bodies. Its errors are pages in a
 * browser.
 */
export const publicLambda = <const O extends PublicOperation>(operation: O, handle: Handle<O>): HttpHandler =>
  handlerOf(operation, handle, [errorPages(), validate()]);
