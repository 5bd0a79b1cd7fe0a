import * as z from 'zod';

/** AWS errors for a request whose content will never be accepted. */
const REFUSED: ReadonlySet<string> = new Set([
  'InvalidParameterValue',
  'InvalidParameterValueException',
  'InvalidMessageContents',
  'InvalidAttributeValue',
  'UnsupportedOperation',
  'ValidationException',
]);

/**
 * Returns whether an error is caused by the content of a record, so that a retry would fail again: a value that cannot
 * be parsed, or that a service rejects. Any other error may be an outage.
 */
export const isPoison = (error: unknown): boolean =>
  error instanceof z.ZodError ||
  error instanceof URIError ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  (error instanceof Error && REFUSED.has(error.name));
