import type { Operation } from '../shared/http/operation.ts';

/** How browsers of other origins may call; the setting of the HTTP API in the cloud and of the gateway on one machine. */
export interface Cors {
  methods: readonly string[];
  /** Request headers, in lower case. */
  headers: readonly string[];
  maxAgeSeconds: number;
}

type Declared = Pick<Operation, 'headers' | 'timeoutSeconds'>;

/** Headers that the HTTP layer itself reads, as far as a script in a browser may set them. */
const commonHeaders = [
  'authorization',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'prefer',
];

/** Any origin, every method, and each header that an operation reads: a call carries its own token and no cookie stands in for it. */
export const corsOf = (operations: readonly Declared[]): Cors => ({
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  headers: [
    ...new Set([...commonHeaders, ...operations.flatMap(({ headers }) => Object.keys(headers?.shape ?? {}))]),
  ].sort(),
  maxAgeSeconds: 600,
});

/** Longest run of an operation's function. */
export const timeoutSecondsOf = ({ timeoutSeconds }: Pick<Declared, 'timeoutSeconds'>): number => timeoutSeconds ?? 10;
