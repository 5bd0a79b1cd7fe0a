import type * as z from 'zod';
import type { Problem } from '../domain/errors.ts';

type Issue = z.core.$ZodIssue;
type Text = Pick<Problem, 'msg' | 'type'>;

/** A response lists only the first problems, since a body can have any number of them. */
export const MAXIMUM_PROBLEMS = 100;
const MAXIMUM_NAME = 200;

/** Matches zod's own messages; any other message was written for the field and is more specific. */
const OWN_MESSAGE = /^(Invalid|Too (big|small)|Unrecognized)/;

const listValues = (values: readonly unknown[]): string => {
  const texts = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
};

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown => {
  let value = input;
  for (const step of path) {
    // A text that a schema splits into a list is present, and so are its parts.
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
};

const TYPES: Record<string, [name: string, noun: string]> = {
  string: ['string', 'string'],
  number: ['float', 'number'],
  int: ['int', 'integer'],
  boolean: ['bool', 'boolean'],
  array: ['list', 'list'],
  object: ['dict', 'object'],
  record: ['dict', 'object'],
  date: ['datetime', 'date-time'],
};

/** Distinguishes text that cannot be parsed (query, path, header) from a value of the wrong type. */
const wrongType = (expected: string, value: unknown): Text => {
  const [name, noun] = TYPES[expected] ?? [expected, expected];
  const parsing = typeof value === 'string' && ['number', 'int', 'boolean', 'date'].includes(expected);
  return { msg: `Input should be a valid ${noun}`, type: parsing ? `${name}_parsing` : `${name}_type` };
};

const tooSmall = (issue: z.core.$ZodIssueTooSmall): Text => {
  const least = String(issue.minimum);
  if (issue.origin === 'string') {
    return { msg: `String should have at least ${least} characters`, type: 'string_too_short' };
  }
  if (issue.origin === 'array' || issue.origin === 'set') {
    return { msg: `List should have at least ${least} items`, type: 'too_short' };
  }
  return issue.inclusive === false
    ? { msg: `Input should be greater than ${least}`, type: 'greater_than' }
    : { msg: `Input should be greater than or equal to ${least}`, type: 'greater_than_equal' };
};

const tooBig = (issue: z.core.$ZodIssueTooBig): Text => {
  const most = String(issue.maximum);
  if (issue.origin === 'string') {
    return { msg: `String should have at most ${most} characters`, type: 'string_too_long' };
  }
  if (issue.origin === 'array' || issue.origin === 'set') {
    return { msg: `List should have at most ${most} items`, type: 'too_long' };
  }
  return issue.inclusive === false
    ? { msg: `Input should be less than ${most}`, type: 'less_than' }
    : { msg: `Input should be less than or equal to ${most}`, type: 'less_than_equal' };
};

const FORMATS: Record<string, Text> = {
  datetime: { msg: 'Input should be an ISO 8601 date-time with a time zone', type: 'datetime_parsing' },
  date: { msg: 'Input should be an ISO 8601 date', type: 'date_parsing' },
  url: { msg: 'Input should be a valid URL', type: 'url_parsing' },
  uuid: { msg: 'Input should be a valid UUID', type: 'uuid_parsing' },
  email: { msg: 'Input should be a valid e-mail address', type: 'value_error' },
  regex: { msg: 'String does not match the allowed pattern', type: 'string_pattern_mismatch' },
};

const textOf = (issue: Issue, value: unknown): Text => {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, value);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return FORMATS[issue.format] ?? { msg: `Input should be a valid ${issue.format}`, type: 'value_error' };
    case 'not_multiple_of':
      return { msg: `Input should be a multiple of ${issue.divisor}`, type: 'multiple_of' };
    case 'invalid_value':
      return {
        msg: `Input should be ${listValues(issue.values)}`,
        type: issue.values.length === 1 ? 'literal_error' : 'enum',
      };
    case 'invalid_key':
      return { msg: `The name is not allowed: ${issue.issues[0]?.message ?? ''}`, type: 'invalid_key' };
    case 'invalid_union':
      return { msg: 'Input does not match any of the allowed forms', type: 'union_error' };
    default:
      return { msg: issue.message, type: 'value_error' };
  }
};

/**
 * Returns the issues of the union branch that matches best: the one whose issues are deepest in the value, then the one
 * with the fewest.
 */
const closest = (branches: readonly Issue[][]): Issue[] | undefined => {
  const depth = (issues: Issue[]) => Math.max(...issues.map((issue) => issue.path.length));
  const deep = branches.filter((issues) => issues.length > 0 && depth(issues) > 0);
  return deep.sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
};

const problemsOf = (issue: Issue, loc: string[], value: unknown): Problem[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      loc: [...loc, key.slice(0, MAXIMUM_NAME)],
      msg: 'Extra inputs are not permitted',
      type: 'extra_forbidden',
    }));
  }
  const absent = value === undefined && issue.code !== 'custom';
  if (absent) return [{ loc, msg: 'Field required', type: 'missing' }];
  if (issue.code === 'invalid_union') {
    const branch = closest(issue.errors as Issue[][]);
    if (branch) return branch.flatMap((inner) => toProblem(inner, value, loc));
  }
  const text = textOf(issue, value);
  return [{ loc, ...text, ...(OWN_MESSAGE.test(issue.message) ? {} : { msg: issue.message }) }];
};

const toProblem = (issue: Issue, input: unknown, prefix: string[]): Problem[] => {
  const loc = [...prefix, ...issue.path.map((step) => String(step).slice(0, MAXIMUM_NAME))];
  return problemsOf(issue, loc, valueAt(input, issue.path));
};

/**
 * Returns zod's issues in the form of the interface, with the types and messages of pydantic.
 * @param input the parsed value, to distinguish an absent field from a wrong one
 * @param source body, query, path or header; the first element of each `loc`
 */
export const toProblems = (error: z.core.$ZodError, input: unknown, source: string): Problem[] =>
  error.issues.flatMap((issue) => toProblem(issue, input, [source])).slice(0, MAXIMUM_PROBLEMS);
