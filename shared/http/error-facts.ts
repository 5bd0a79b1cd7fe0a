import * as z from 'zod';
import { Invalid, NotFound } from '../domain/errors.ts';
import { documentationOf } from './error-codes.ts';
import { toAnswer } from './errors.ts';
import type { Sought } from './not-found.ts';

/** An error as a part of an answer that is about several records: the shared shape without the request's id. */
export const ErrorFacts = z
  .object({
    detail: z.string().meta({ description: 'What went wrong, for people', example: 'Document not found' }),
    code: z.string().meta({ description: 'A stable name of the kind of error, for programs', example: 'not_found' }),
    loc: z
      .array(z.string())
      .meta({ description: 'The part of the request that it concerns', example: ['body', 'document_ids', '3'] }),
    documentation_url: z.string().meta({
      description: 'Where the reference describes `code`, relative to the address of the service',
      example: documentationOf('not_found'),
    }),
  })
  .meta({ id: 'BulkError', description: 'Why one of several records was not changed' });

/**
 * The status and the shape of an error for one of several records.
 *
 * @param sought what a NotFound means, and the part of the request that names the record
 */
export const errorFactsOf = (
  error: unknown,
  { name, loc }: Sought,
): { status: number; facts: z.input<typeof ErrorFacts> } => {
  const { status, body } = toAnswer(error);
  const { code } = body;
  const said = error instanceof Invalid ? error.message : String(body.detail);
  const detail = error instanceof NotFound ? `${name} not found` : said;
  return { status, facts: { detail, code, loc, documentation_url: documentationOf(code) } };
};
