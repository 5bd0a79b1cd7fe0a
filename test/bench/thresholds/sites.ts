import { type Node, parseSync, visitorKeys } from 'oxc-parser';

/** A node with the fields that {@link sitesIn} asks for, whatever its type. */
type Syntax = Node & { [field: string]: unknown };

/** An expression whose value depends on thresholds: the largest one around them that can be evaluated again. */
export interface Site {
  start: number;
  end: number;
  line: number;
  text: string;
  /** Keys of its thresholds, and their names in the module. */
  thresholds: string[];
  names: string[];
  /** Declarations to repeat before the expression, since their values depend on the thresholds. */
  repeated: Syntax[];
  /** Whether thresholds are arguments of functions that it calls, which might not end with an extreme value. */
  calls: boolean;
}

interface Reference {
  node: Syntax;
  /** The nodes around it, the innermost last. */
  around: Syntax[];
}

/** A name that stands for thresholds within `scope`, from `from` on. */
interface Name {
  thresholds: string[];
  names: string[];
  repeated: Syntax[];
  scope: Syntax;
  from: number;
}

const COMPARISONS = new Set(['<', '<=', '>', '>=', '===', '!==']);
/** Beginnings of the names of functions that change what they receive. */
const WRITES =
  /^(?:add|clear|cut|delete|fill|mark|merge|next|pop|push|put|record|remove|reverse|set|shift|sort|splice|take|unshift|use)(?![a-z])/;

const childrenOf = (node: Syntax): Syntax[] =>
  (visitorKeys[node.type] ?? []).flatMap((key) => (node[key] ?? []) as Syntax | Syntax[]).filter((child) => child);

const walk = (node: Syntax, visit: (node: Syntax, around: Syntax[]) => void, around: Syntax[] = []): void => {
  visit(node, around);
  const inside = [...around, node];
  for (const child of childrenOf(node)) walk(child, visit, inside);
};

/** Tells whether evaluating an expression twice may do something twice. */
const hasEffects = (expression: Syntax): boolean => {
  let found = false;
  walk(expression, ({ type, callee }) => {
    const called = callee as Syntax | undefined;
    const name = (called?.property as Syntax | undefined)?.name ?? called?.name;
    found ||= /^(?:Await|Yield|Assignment|Update)Expression$/.test(type) || WRITES.test(`${name}`);
  });
  return found;
};

/** Tells whether an identifier stands for a value, and is not a name of something. */
const isReference = (node: Syntax, parent: Syntax | undefined): boolean => {
  if (node.type !== 'Identifier' || !parent || /^(?:TS(?!As|NonNull|Satisfies)|Import|Export)/.test(parent.type))
    return false;
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed === true;
  if (parent.type === 'Property') return parent.value === node;
  return parent.type !== 'VariableDeclarator' || parent.init === node;
};

/** What the parent of an expression makes of its value. */
type Use = 'decides' | 'receives' | 'keeps' | 'ends';

const KEEPS =
  /^(?:Unary|Parenthesized|TSAs|TSNonNull|TSSatisfies|Conditional|Chain|Member|Binary|Logical)Expression$|^SpreadElement$/;

const useIn = (parent: Syntax, node: Syntax): Use => {
  if (parent.type === 'CallExpression') {
    const callee = parent.callee as Syntax;
    if (callee === node) return 'keeps';
    if ((callee.object as Syntax | undefined)?.name !== 'Math') return 'receives';
    return /^(?:min|max)$/.test(`${(callee.property as Syntax).name}`) ? 'decides' : 'keeps';
  }
  if (parent.type === 'BinaryExpression' && COMPARISONS.has(`${parent.operator}`)) return 'decides';
  if (parent.type === 'ConditionalExpression' && parent.test === node) return 'ends';
  return KEEPS.test(parent.type) ? 'keeps' : 'ends';
};

type Found = { decision: Syntax; calls: boolean } | { alias: Syntax; scope: Syntax } | 'passed on';

/** Follows the value of a reference outwards, to the largest expression that decides something by it. */
const follow = ({ node: start, around }: Reference): Found => {
  let node = start;
  let decision: Syntax | undefined;
  let [decides, calls] = [false, false];
  let i = around.length - 1;
  for (; i >= 0; i--) {
    const parent = around[i]!;
    const use = useIn(parent, node);
    if (use === 'ends') break;
    calls ||= use === 'receives' && !decides;
    decides ||= use !== 'keeps';
    node = parent;
    if (decides && !/^(?:SpreadElement|MemberExpression)$/.test(node.type) && !hasEffects(node)) decision = node;
  }
  const parent = around[i];
  if (decision) return parent?.type === 'ExpressionStatement' && decision === node ? 'passed on' : { decision, calls };
  const [declaration, scope] = [around[i - 1], around[i - 2]];
  const isAlias =
    parent?.type === 'VariableDeclarator' &&
    declaration?.kind === 'const' &&
    (parent.id as Syntax).type === 'Identifier';
  return isAlias && scope!.type !== 'Program' ? { alias: parent, scope: scope! } : 'passed on';
};

type KeyOf = (from: string, name: string) => string | undefined;

/** Returns the imported names that stand for thresholds. */
const importedNames = (program: Syntax, keyOf: KeyOf): Map<string, Name[]> => {
  const names = new Map<string, Name[]>();
  for (const statement of program.body as Syntax[]) {
    if (statement.type !== 'ImportDeclaration') continue;
    const { value: from } = statement.source as unknown as { value: string };
    for (const { imported, local } of statement.specifiers as {
      imported?: { name: string };
      local: { name: string };
    }[]) {
      const key = imported && keyOf(from, imported.name);
      const own = { thresholds: [key!], names: [local.name], repeated: [] };
      if (key) names.set(local.name, [{ ...own, scope: program, from: 0 }]);
    }
  }
  return names;
};

const referencesIn = (program: Syntax): Map<string, Reference[]> => {
  const references: (Reference & { name: string })[] = [];
  walk(program, (node, around) => {
    if (isReference(node, around.at(-1))) references.push({ node, around, name: `${node.name}` });
  });
  return Map.groupBy(references, ({ name }) => name);
};

type Meaning = Pick<Name, 'thresholds' | 'names' | 'repeated'>;

/** Adds thresholds, with the declarations between them and an expression. */
const include = (to: Meaning, { thresholds, names, repeated }: Meaning): void => {
  to.thresholds = [...new Set([...to.thresholds, ...thresholds])];
  to.names = [...new Set([...to.names, ...names])];
  to.repeated = [...new Set([...to.repeated, ...repeated])].sort((a, b) => a.start - b.start);
};

/**
 * Returns the expressions of a module that decide by thresholds, and the key of a threshold for each place where it is used
 * out of sight.
 * @param keyOf the key of an imported threshold; undefined for other imports
 */
export const sitesIn = (source: string, keyOf: KeyOf) => {
  const program = parseSync('module.ts', source).program as unknown as Syntax;
  const names = importedNames(program, keyOf);
  const references = referencesIn(program);
  const sites = new Map<string, Site>();
  const passedOn: string[] = [];
  const textOf = ({ start, end }: Syntax) => source.slice(start, end);

  const addAlias = (declarator: Syntax, scope: Syntax, meaning: Name) => {
    const name = (declarator.id as Syntax).name as string;
    const known = names.get(name) ?? [];
    let one = known.find(({ from }) => from === declarator.end);
    if (!one) {
      one = { thresholds: [], names: [], repeated: [], scope, from: declarator.end };
      names.set(name, [...known, one]);
    }
    include(one, { ...meaning, repeated: [...meaning.repeated, declarator] });
  };

  const addSite = (decision: Syntax, calls: boolean, meaning: Name) => {
    const { start, end } = decision;
    const line = source.slice(0, start).split('\n').length;
    const none = { thresholds: [], names: [], repeated: [], calls: false };
    const site = sites.get(`${start} ${end}`) ?? { start, end, line, text: textOf(decision), ...none };
    include(site, meaning);
    site.calls ||= calls;
    sites.set(`${start} ${end}`, site);
  };

  const visit = (reference: Reference, meaning: Name) => {
    if (reference.node.start < meaning.from || !reference.around.includes(meaning.scope)) return;
    const found = follow(reference);
    if (found === 'passed on') passedOn.push(...meaning.thresholds);
    else if ('alias' in found) addAlias(found.alias, found.scope, meaning);
    else addSite(found.decision, found.calls, meaning);
  };

  // Aliases are added to the map while it is read, and visited in their turn.
  for (const [name, meanings] of names)
    for (const meaning of meanings) for (const reference of references.get(name) ?? []) visit(reference, meaning);
  return { sites: [...sites.values()], passedOn };
};

/**
 * Returns the source with each site as a call of `decide`.
 * @param first the number of the first site
 */
export const withDecisions = (source: string, sites: readonly Site[], first: number): string => {
  const edits = sites.flatMap((site, i) => {
    const { start, end, repeated, names } = site;
    const length = end - start;
    const own = repeated.map((each) => `const ${source.slice(each.start, each.end)};`).join(' ');
    const body = own ? [`{ ${own} return (`, '); }'] : ['(', ')'];
    const isAlone = !sites.some((other) => other !== site && other.start >= start && other.end <= end);
    const [test, plain] = isAlone ? [`globalThis.isOpen[${first + i}]`, site.text] : ['true', 'undefined'];
    const list = names.join(', ');
    return [
      {
        at: start,
        text: `(${test} ? globalThis.decide(${first + i}, [${list}], (${list}) => ${body[0]}`,
        order: -length,
      },
      { at: end, text: `${body[1]}) : (${plain}))`, order: length },
    ];
  });
  // At one place expressions end before others begin; the outer one begins first and ends last.
  edits.sort((a, b) => a.at - b.at || Number(a.order < 0) - Number(b.order < 0) || a.order - b.order);
  let [text, at] = ['', 0];
  for (const edit of edits) {
    text += source.slice(at, edit.at) + edit.text;
    at = edit.at;
  }
  return text + source.slice(at);
};
