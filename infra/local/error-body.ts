import { randomUUID } from 'node:crypto';
import { codesOf, documentationOf, locOf } from '../../shared/http/error-codes.ts';

/** Returns the JSON body of an error raised outside of a function, in the service's own format. */
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
