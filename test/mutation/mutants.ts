import { type Node, parseSync } from 'oxc-parser';

/** One change of a source file; offsets refer to the file's text. */
export interface Mutant {
  start: number;
  end: number;
  replacement: string;
  /** Removes a whole statement, rather than changing an expression. */
  statement: boolean;
}

/** Replacements of an operator; a comparison is replaced by its opposite and by the one that differs at equality. */
const OTHERS: Record<string, string[]> = {
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
};

/** TypeScript nodes that contain an expression; no other contains code that runs. */
const TRANSPARENT = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
/** Calls whose effect no test should check. */
const UNHELD = /^(await )?(log|console\.\w+)\(/;

type Of<T extends Node['type']> = Extract<Node, { type: T }>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/**
 * Returns every mutant of a file in order: conditions forced true and false, other operators, negated booleans,
 * returned values removed, statements removed. Only inside functions: code that runs once, on loading a module, cannot
 * be switched.
 */
export const mutantsOf = (path: string, text: string): Mutant[] => {
  const found: Mutant[] = [];
  const of = ({ start, end }: Node) => text.slice(start, end);
  const add = (node: Node, replacement: string, statement = false) =>
    found.push({ start: node.start, end: node.end, replacement, statement });
  const hold = (test: Node | null, ...values: boolean[]) => {
    if (test) for (const value of values) add(test, String(value));
  };
  const leaveOut = (answer: Node | null) => {
    if (answer && !['undefined', 'true', 'false'].includes(of(answer))) add(answer, 'undefined');
  };

  const swap = (node: Node & { operator: string }, write: (other: string) => string) => {
    for (const other of OTHERS[node.operator] ?? []) add(node, write(other));
  };
  const decide = ({ test }: Of<'IfStatement' | 'ConditionalExpression'>) => hold(test, true, false);
  const loop = ({ test }: Of<'WhileStatement' | 'ForStatement'>) => hold(test, false);
  const calculate = (node: Of<'BinaryExpression' | 'LogicalExpression'>) => {
    if (isText(node.left) || isText(node.right as Node)) return;
    swap(node, (other) => `(${of(node.left)}) ${other} (${of(node.right)})`);
  };
  const mutators: { readonly [T in Node['type']]?: (node: Of<T>) => void } = {
    IfStatement: decide,
    ConditionalExpression: decide,
    WhileStatement: loop,
    ForStatement: loop,
    BinaryExpression: calculate,
    LogicalExpression: calculate,
    AssignmentExpression: (node) => swap(node, (other) => `${of(node.left)} ${other} ${of(node.right)}`),
    UpdateExpression: (node) => swap(node, (other) => of(node).replace(node.operator, other)),
    UnaryExpression: (node) => {
      if (node.operator === '!') add(node, of(node.argument));
    },
    Literal: (node) => {
      if (typeof node.value === 'boolean') add(node, String(!node.value));
    },
    ReturnStatement: ({ argument }) => leaveOut(argument),
    ArrowFunctionExpression: ({ body }) => {
      if (body.type !== 'BlockStatement') leaveOut(body);
    },
    ExpressionStatement: (node) => {
      const constructs = node.expression.type === 'CallExpression' && node.expression.callee.type === 'Super';
      if (!constructs && !UNHELD.test(of(node))) add(node, '', true);
    },
  };

  const walk = (node: Node, inFunction: boolean): void => {
    if (node.type.startsWith('TS') && !TRANSPARENT.has(node.type)) return;
    const isFunction = /^(Arrow)?Function/.test(node.type);
    if (inFunction || isFunction) (mutators[node.type] as ((node: Node) => void) | undefined)?.(node);
    for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, inFunction || isFunction);
  };
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  walk(program, false);
  return found;
};

/** The text with all those mutants, each behind its number: `__mutant(number)` says whether it is active. */
export const withMutants = (text: string, mutants: readonly (Mutant & { id: number })[]): string => {
  const on = (id: number) => `globalThis.__mutant?.(${id})`;
  const render = (start: number, end: number, inside: typeof mutants): string => {
    let rendered = '';
    let at = start;
    for (;;) {
      const [next] = inside.filter((one) => one.start >= at).sort((a, b) => a.start - b.start || b.end - a.end);
      if (!next) return rendered + text.slice(at, end);
      const here = inside.filter((one) => one.start === next.start && one.end === next.end);
      const within = inside.filter((one) => one.start >= next.start && one.end <= next.end && !here.includes(one));
      let whole = render(next.start, next.end, within);
      for (const { id, replacement, statement } of here) {
        whole = statement ? `{ if (!${on(id)}) { ${whole} } }` : `(${on(id)} ? (${replacement}) : (${whole}))`;
      }
      rendered += text.slice(at, next.start) + whole;
      at = next.end;
    }
  };
  return render(0, text.length, mutants);
};
