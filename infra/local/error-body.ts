import { randomUUID } from 'node:crypto';
import { codesOf, documentationOf, locOf } from '../../shared/http/error-codes.ts';

/** The body of an error that no function answered, as JSON in the shape of the service's own. */
export const errorBody = (status: number, detail: string, requestId: string = randomUUID()): string => {
  const code = codesOf(status)[0] ?? 'bad_request';
  return JSON.stringify({
    detail,
    code,
    loc: locOf(code),
    request_id: requestId,
    documentation_url: documentationOf(code),
  });
};
