const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type Level = (typeof LEVELS)[number];

const threshold = (): number => {
  const asked = LEVELS.indexOf((process.env.LOG_LEVEL ?? 'info').toLowerCase() as Level);
  return asked < 0 ? LEVELS.indexOf('info') : asked;
};

/** Returns the log fields of an error: name, message and stack only, since inputs may be personal data. */
export const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? {
        error: error.name,
        error_message: error.message,
        stack: error.stack?.split('\n').slice(1, 12),
        ...(error.cause === undefined ? {} : { cause: String(error.cause) }),
      }
    : { error: String(error) };

/**
 * Writes one JSON line to standard output. Must not be given tokens, bodies or e-mail addresses. `LOG_LEVEL` (debug,
 * info, warn, error, silent) is read at each call.
 */
export const log = (level: Exclude<Level, 'silent'>, message: string, fields: Record<string, unknown> = {}): void => {
  if (LEVELS.indexOf(level) < threshold()) return;
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
};
