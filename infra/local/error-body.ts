import { randomUUID } from 'node:crypto';
import { codesOf } from '../../shared/http/error-codes.ts';

/** The body of an error that no function answered, as JSON in the shape of the service's own. */
export const errorBody = (status: number, detail: string, requestId: string = randomUUID()): string =>
  JSON.stringify({ detail, code: codesOf(status)[0] ?? 'bad_request', request_id: requestId });
