import type * as z from 'zod';
import { Invalid, type Problem } from '../domain/errors.ts';
import { parseIfMatch } from './etag.ts';
import type { Exchange, HttpEvent, Input, Middleware } from './exchange.ts';
import { MAXIMUM_PROBLEMS, toProblems } from './problems.ts';

/** Returns the Levenshtein distance of two texts. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(same, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

/**
 * Returns the known name most similar to a mistyped one; undefined if all differ in more than a third of their letters.
 */
const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const plain = name.toLowerCase().replaceAll('-', '_');
  const [best] = known
    .map((each) => ({ each, steps: distance(plain, each.replaceAll('-', '_')) }))
    .filter(({ each, steps }) => steps <= Math.max(1, Math.floor(each.length / 3)))
    .sort((a, b) => a.steps - b.steps);
  return best?.each;
};

/** Parses one part of the request and collects its problems with those of the other parts. */
const parse = (schema: z.ZodType | undefined, value: unknown, source: string, problems: Problem[]): unknown => {
  if (!schema) return {};
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  problems.push(...toProblems(parsed.error, value, source));
  return undefined;
};

/**
 * Returns the known query parameters. Repeated ones are counted in the raw text, since the gateway joins them by
 * commas, which values may contain too.
 */
const queryOf = (schema: z.ZodObject, rawQueryString: string, problems: Problem[]): Record<string, string> => {
  const given = new URLSearchParams(rawQueryString);
  const query: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = given.getAll(name);
    if (values.length > 1) {
      problems.push({ loc: ['query', name], msg: 'Parameter given more than once', type: 'multiple_values' });
    }
    if (values[0] !== undefined) query[name] = values[0];
  }
  return query;
};

/** The maximum number of unknown names that the response header lists. */
const MAXIMUM_NAMED = 20;

/**
 * Reports query parameters that the operation does not know in `Ignored-Parameters`, or rejects them if the caller
 * requests strict handling (RFC 7240).
 */
const reportUnknown = (exchange: Exchange, event: HttpEvent, problems: Problem[]): void => {
  const known = Object.keys(exchange.operation.query?.shape ?? {});
  const unknown = [...new Set(new URLSearchParams(event.rawQueryString).keys())].filter(
    (name) => !known.includes(name),
  );
  const isStrict = /(?:^|[,;])\s*handling\s*=\s*"?strict"?\s*(?:$|[,;])/i.test(event.headers.prefer ?? '');
  if (isStrict) exchange.headers['Preference-Applied'] = 'handling=strict';
  if (unknown.length === 0) return;
  const named = unknown.slice(0, MAXIMUM_NAMED).map((name) => name.slice(0, 100));
  if (!isStrict) {
    exchange.headers['Ignored-Parameters'] = named.map((name) => encodeURIComponent(name.toWellFormed())).join(', ');
    return;
  }
  for (const name of named) {
    const nearest = nearestName(name, known);
    const msg = nearest === undefined ? 'Unknown parameter' : `Unknown parameter, did you mean ${nearest}?`;
    problems.push({ loc: ['query', name.toWellFormed()], msg, type: 'extra_forbidden' });
  }
};

const headersOf = (schema: z.ZodObject, headers: HttpEvent['headers']): Record<string, string> => {
  const known: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = headers[name];
    if (value !== undefined) known[name] = value;
  }
  return known;
};

const bodyOf = (exchange: Exchange, problems: Problem[]): Pick<Input, 'body' | 'form'> => {
  const { operation, form, json } = exchange;
  if (form && operation.multipart) {
    const fields = parse(operation.multipart.fields, form.fields, 'body', problems);
    return { body: undefined, form: { fields, file: form.file } };
  }
  return { body: operation.body ? parse(operation.body, json, 'body', problems) : undefined, form: undefined };
};

/** Validates all parts of the request against their schemas, and reports all problems in one response. */
export const validate = (): Middleware => ({
  before: (request) => {
    const { exchange, rawQueryString, headers, pathParameters } = request.event;
    const { operation } = exchange;
    const problems: Problem[] = [];
    reportUnknown(exchange, request.event, problems);
    const query = operation.query && queryOf(operation.query, rawQueryString, problems);
    const known = operation.headers && headersOf(operation.headers, headers);
    const input: Input = {
      params: parse(operation.params, pathParameters ?? {}, 'path', problems),
      query: parse(operation.query, query, 'query', problems),
      headers: parse(operation.headers, known, 'header', problems),
      ...bodyOf(exchange, problems),
    };
    if (problems.length > 0) throw new Invalid(problems.slice(0, MAXIMUM_PROBLEMS));
    exchange.input = input;
    if (['PATCH', 'PUT', 'DELETE'].includes(operation.method)) exchange.ifMatch = parseIfMatch(headers['if-match']);
  },
});
