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

  const mutate = (node: Node): void => {
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        hold(node.test, true, false);
        return;
      case 'WhileStatement':
      case 'ForStatement':
        hold(node.test, false);
        return;
      case 'BinaryExpression':
      case 'LogicalExpression':
        if (isText(node.left) || isText(node.right as Node)) return;
        for (const other of OTHERS[node.operator] ?? []) add(node, `(${of(node.left)}) ${other} (${of(node.right)})`);
        return;
      case 'AssignmentExpression':
        for (const other of OTHERS[node.operator] ?? []) add(node, `${of(node.left)} ${other} ${of(node.right)}`);
        return;
      case 'UpdateExpression':
        for (const other of OTHERS[node.operator] ?? []) add(node, of(node).replace(node.operator, other));
        return;
      case 'UnaryExpression':
        if (node.operator === '!') add(node, of(node.argument));
        return;
      case 'Literal':
        if (typeof node.value === 'boolean') add(node, String(!node.value));
        return;
      case 'ReturnStatement':
        leaveOut(node.argument);
        return;
      case 'ArrowFunctionExpression':
        if (node.body.type !== 'BlockStatement') leaveOut(node.body);
        return;
      case 'ExpressionStatement': {
        const constructs = node.expression.type === 'CallExpression' && node.expression.callee.type === 'Super';
        if (!constructs && !UNHELD.test(of(node))) add(node, '', true);
      }
    }
  };

  const walk = (node: Node, inFunction: boolean): void => {
    if (node.type.startsWith('TS') && !TRANSPARENT.has(node.type)) return;
    const isFunction = /^(Arrow)?Function/.test(node.type);
    if (inFunction || isFunction) mutate(node);
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
