/** A reason not to start that the user can act on: one sentence that states the remedy. Printed without a stack. */
export class LocalError extends Error {
  override readonly name = 'LocalError';
}

/** Returns the `code` of a system error (`EADDRINUSE`, `ENOENT` …), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
