import type { ApiCall } from '../../../shared/ports.ts';

/** A JSON object of a response, or the arguments of a tool. */
export type Json = Record<string, unknown>;

/** The response of an operation. */
export type CallAnswer = Awaited<ReturnType<ApiCall['call']>>;

/**
 * Calls an operation of the API as the caller.
 * @param given values of path, query and body by name
 */
export type CallOperation = (operation: string, given: Json) => Promise<CallAnswer>;
