import { ApiError } from '../client.ts';
import { MissingToken, UsageError } from './command.ts';

/** Exit codes of the command, for scripts. */
export const EXIT = { failed: 1, usage: 2, access: 3, unreachable: 4 } as const;

/** Returns the network error behind fetch's "fetch failed"; undefined for any other error. */
const networkError = (error: unknown): NodeJS.ErrnoException | undefined => {
  if (!(error instanceof TypeError) || error.message !== 'fetch failed') return undefined;
  const { cause } = error;
  return cause instanceof AggregateError ? cause.errors[0] : ((cause as Error | undefined) ?? error);
};

const isUsage = (error: unknown): boolean =>
  error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;

export const exitCodeOf = (error: unknown): number => {
  if (error instanceof MissingToken) return EXIT.access;
  if (isUsage(error)) return EXIT.usage;
  if (error instanceof ApiError && [401, 403].includes(error.status)) return EXIT.access;
  return networkError(error) ? EXIT.unreachable : EXIT.failed;
};

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read by this user',
  EISDIR: 'is a folder',
};

/** Returns the error as one sentence, with the request id to report to the service's operators. */
export const messageOf = (error: unknown): string => {
  const { code = '', message, path } = error as NodeJS.ErrnoException;
  if (isUsage(error)) return `${message.replace(/\.$/, '')} (see --help)`;
  const network = networkError(error);
  if (network) return `The service does not answer (${network.code ?? network.message}): is it running?`;
  if (error instanceof ApiError) {
    const hint = error.status === 401 ? ': CDS_TOKEN needs another token' : '';
    return `${error.message}${hint}${error.requestId ? ` (request ${error.requestId})` : ''}`;
  }
  if (path !== undefined && FILE_ERRORS[code]) return `${path} ${FILE_ERRORS[code]}`;
  return message;
};
