import * as z from 'zod';
import { Invalid, NotFound, type Sought } from '../domain/errors.ts';
import { toAnswer } from './error-answers.ts';
import { documentationOf } from './error-codes.ts';

/** The error of one record in a response about several: the common form without the request id. */
export const ErrorFacts = z
  .object({
    detail: z.string().meta({ description: 'What went wrong, for people', example: 'Document not found' }),
    code: z.string().meta({ description: 'The kind of error, stable, for programs', example: 'not_found' }),
    loc: z
      .array(z.string())
      .meta({ description: 'The part of the request at fault', example: ['body', 'document_ids', '3'] }),
    documentation_url: z.string().meta({
      description: 'The description of `code` in the reference, relative to the address of the service',
      example: documentationOf('not_found'),
    }),
  })
  .meta({ id: 'BulkError', description: 'Why one of several records was not changed' });

/**
 * Returns the status and the error of one of several records.
 *
 * @param sought the record that was not found, and the part of the request that identifies it
 */
export const errorFactsOf = (
  error: unknown,
  { name, loc }: Sought,
): { status: number; facts: z.input<typeof ErrorFacts> } => {
  const { status, body } = toAnswer(error);
  const { code } = body;
  const message = error instanceof Invalid ? error.message : String(body.detail);
  const detail = error instanceof NotFound ? `${name} not found` : message;
  return { status, facts: { detail, code, loc, documentation_url: documentationOf(code) } };
};
