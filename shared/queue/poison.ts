import * as z from 'zod';

/** What AWS says of a request whose content it will never take. */
const REFUSED: ReadonlySet<string> = new Set([
  'InvalidParameterValue',
  'InvalidParameterValueException',
  'InvalidMessageContents',
  'InvalidAttributeValue',
  'UnsupportedOperation',
  'ValidationException',
]);

/**
 * Whether an error comes from what a record says, so that trying again would fail again: a value that cannot be read, or
 * that a service refuses. Everything else may be an outage.
 */
export const isPoison = (error: unknown): boolean =>
  error instanceof z.ZodError ||
  error instanceof URIError ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  (error instanceof Error && REFUSED.has(error.name));
