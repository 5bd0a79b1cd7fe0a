import type { Operation } from './operation.ts';

/** How browsers of other origins may call, for the HTTP API in the cloud and the gateway on one machine. */
export interface Cors {
  methods: readonly string[];
  /** Request headers, in lower case. */
  headers: readonly string[];
  maxAgeSeconds: number;
}

type Declared = Pick<Operation, 'headers' | 'timeoutSeconds'>;

/** Headers that the HTTP layer itself reads and that scripts in a browser may set. */
const commonHeaders = [
  'accept',
  'authorization',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'prefer',
];

/**
 * Allows any origin, every method, and each header that an operation reads: calls are authorized by their token, not by
 * cookies.
 */
export const corsOf = (operations: readonly Declared[]): Cors => ({
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  headers: [
    ...new Set([...commonHeaders, ...operations.flatMap(({ headers }) => Object.keys(headers?.shape ?? {}))]),
  ].sort(),
  maxAgeSeconds: 600,
});

/** Returns the timeout of an operation's function. */
export const timeoutSecondsOf = ({ timeoutSeconds }: Pick<Declared, 'timeoutSeconds'>): number => timeoutSeconds ?? 10;
