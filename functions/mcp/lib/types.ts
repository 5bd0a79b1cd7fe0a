import type { ApiCall } from '../../../shared/ports.ts';

/** JSON as an operation answers it, or as a tool is given it. */
export type Json = Record<string, unknown>;

/** What an operation answered. */
export type Answer = Awaited<ReturnType<ApiCall['call']>>;

/** Calls an operation of the interface as the caller. @param given values of path, query and body by name */
export type CallOperation = (operation: string, given: Json) => Promise<Answer>;
