import { type Node, parseSync } from 'oxc-parser';

/** One change of a source file; offsets are those of the file's text. */
export interface Mutant {
  start: number;
  end: number;
  replacement: string;
  /** A whole statement that is left out, rather than an expression that is another. */
  statement: boolean;
}

/** Other operators for one operator; a comparison has its opposite and its neighbour. */
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

/** Nodes of types that hold an expression; all others of TypeScript hold none that runs. */
const TRANSPARENT = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
/** Calls whose effect no test should hold. */
const UNHELD = /^(await )?(log|console\.\w+)\(/;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/**
 * Every mutant of a file, in its order: conditions held true and false, other operators, opposite booleans, answers
 * left out, statements left out. Only inside functions: what runs once, when a module is loaded, cannot be switched.
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

/** The text with all those mutants in it, each behind its number: `__mutant(number)` says whether it is on. */
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
