import * as z from 'zod';
import { GSI1, KEY } from '../../../shared/table/definition.ts';

const EXPRESSIONS = [
  'ConditionExpression',
  'FilterExpression',
  'KeyConditionExpression',
  'ProjectionExpression',
  'UpdateExpression',
] as const;
type ExpressionName = (typeof EXPRESSIONS)[number];

const Value = z.looseObject({ S: z.string().optional() });
const Values = z.record(z.string(), Value);
const expression = z.string().optional();
const Request = z.object({
  ConditionExpression: expression,
  FilterExpression: expression,
  KeyConditionExpression: expression,
  ProjectionExpression: expression,
  UpdateExpression: expression,
  ExpressionAttributeNames: z.record(z.string(), z.string()).optional(),
  ExpressionAttributeValues: Values.optional(),
  ExclusiveStartKey: Values.optional(),
  IndexName: z.string().optional(),
  Item: Values.optional(),
});
type Request = z.infer<typeof Request>;
const Member = z.object({
  Put: Request.optional(),
  Update: Request.optional(),
  Delete: Request.optional(),
  ConditionCheck: Request.optional(),
});
const Body = Request.extend({ TransactItems: z.array(Member).optional() });

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const MOST_OPERANDS = 100;
const MOST_OPERATORS = 300;
const LONGEST_KEY = { [GSI1.partition]: 2048, [GSI1.sort]: 1024 };

const OPERATOR = /<>|<=|>=|[=<>+-]|\b(?:AND|OR|NOT|IN|BETWEEN)\b|\b[a-z_]+\s*\(/gi;
const IN = /\bIN\s*\(([^()]*)\)/gi;
const PLACEHOLDER = /[#:]\w+/g;

const expressionsOf = (request: Request): [ExpressionName, string][] =>
  EXPRESSIONS.flatMap((name) => {
    const text = request[name];
    return text === undefined ? [] : [[name, text] as [ExpressionName, string]];
  });

/** Resolves a placeholder of an expression to the name of its attribute. */
const attributeOf = ({ ExpressionAttributeNames: names = {} }: Request, text: string): string => names[text] ?? text;

const countedProblem = (request: Request): string | undefined => {
  for (const [name, text] of expressionsOf(request)) {
    for (const [, operands = ''] of text.matchAll(IN)) {
      const count = operands.split(',').length;
      if (count > MOST_OPERANDS) {
        return `Invalid ${name}: The IN operator is provided with too many operands; number of operands: ${count}`;
      }
    }
    const operators = text.match(OPERATOR)?.length ?? 0;
    if (operators > MOST_OPERATORS) {
      return `Invalid ${name}: The expression contains too many operators; operator count: ${operators}`;
    }
  }
  return undefined;
};

const unusedProblem = (request: Request): string | undefined => {
  const used = new Set(expressionsOf(request).flatMap(([, text]) => text.match(PLACEHOLDER) ?? []));
  for (const given of ['ExpressionAttributeNames', 'ExpressionAttributeValues'] as const) {
    const unused = Object.keys(request[given] ?? {}).filter((placeholder) => !used.has(placeholder));
    if (unused.length > 0) return `Value provided in ${given} unused in expressions: keys: {${unused.join(', ')}}`;
  }
  return undefined;
};

const queryProblem = (request: Request): string | undefined => {
  const { KeyConditionExpression: condition, ExpressionAttributeValues: values = {} } = request;
  if (condition === undefined) return undefined;
  const prefix = /begins_with\s*\(\s*\S+\s*,\s*(:\w+)\s*\)/i.exec(condition)?.[1];
  if (prefix !== undefined && values[prefix]?.S === '') {
    return 'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value.';
  }
  const partition = request.IndexName === undefined ? KEY.partition : GSI1.partition;
  for (const [, name = '', value = ''] of condition.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)) {
    const start = request.ExclusiveStartKey?.[partition]?.S;
    if (attributeOf(request, name) === partition && start !== undefined && start !== values[value]?.S) {
      return 'The provided starting key is outside query boundaries based on provided conditions';
    }
  }
  return undefined;
};

const indexProblem = ({ Item: item = {} }: Request): string | undefined => {
  for (const [name, most] of Object.entries(LONGEST_KEY)) {
    if (Buffer.byteLength(item[name]?.S ?? '') > most) {
      return `One or more parameter values were invalid: Size of index key ${name} has exceeded the maximum size limit of ${most} bytes`;
    }
  }
  return undefined;
};

/**
 * Returns DynamoDB's message for a request that DynamoDB rejects and the embedded table accepts; undefined for any other.
 * The table itself checks sizes, nesting, its keys, duplicates and the lengths of batches and transactions.
 */
export function refusedByDynamoDb(body: unknown): string | undefined {
  const { success, data } = Body.safeParse(body);
  // The table rejects requests of another form.
  if (!success) return undefined;
  const members = (data.TransactItems ?? []).flatMap((member) => Object.values(member).filter(Boolean) as Request[]);
  for (const request of [data, ...members]) {
    const problem = countedProblem(request) ?? unusedProblem(request) ?? queryProblem(request) ?? indexProblem(request);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
