import { readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { importsIn, read, resolved } from './sources.ts';

interface Rule {
  name: string;
  applies: (file: string) => boolean;
  /** Whether an import breaks the rule; `to` is a path from the root, or a package's name. */
  forbids: (from: string, to: string, isType: boolean) => boolean;
}

const isUnder = (path: string, ...folders: string[]): boolean =>
  folders.some((folder) => path.startsWith(`${folder}/`));
const isPackage = (to: string): boolean => !/^(shared|functions|infra|test)\//.test(to);
/** Modules whose types alone are data. */
const isPorts = (to: string): boolean => to === 'shared/ports.ts' || isUnder(to, 'shared/ports');
/** Names and messages of the queues: data, like the ports. */
const isQueues = (to: string): boolean => ['shared/queue/queues.ts', 'shared/queue/messages.ts'].includes(to);
const groupOf = (path: string): string => path.split('/').slice(0, 2).join('/');
const isBuiltin = (to: string): boolean => to.startsWith('node:') || builtinModules.includes(to);
/** Node's modules that provide neither time, randomness nor access outside the process. */
const isPureBuiltin = (to: string): boolean => ['node:util', 'node:buffer', 'node:assert'].includes(to);

const rules: readonly Rule[] = [
  {
    name: 'shared/domain imports itself, zod and lists of function words',
    applies: (file) => isUnder(file, 'shared/domain'),
    forbids: (_, to) => !isUnder(to, 'shared/domain') && !['zod', 'stopword'].includes(to) && !isPureBuiltin(to),
  },
  {
    name: 'shared/comparison/engine imports itself, the drawing model, the domain and zod',
    applies: (file) => isUnder(file, 'shared/comparison/engine'),
    forbids: (_, to) => !isUnder(to, 'shared/comparison/engine', 'shared/drawing', 'shared/domain') && to !== 'zod',
  },
  {
    name: 'shared/drawing imports itself and the domain',
    applies: (file) => isUnder(file, 'shared/drawing'),
    forbids: (_, to) => !isUnder(to, 'shared/drawing', 'shared/domain'),
  },
  {
    name: 'ports and shared/table import the domain and the table',
    applies: (file) => isPorts(file) || isUnder(file, 'shared/table'),
    forbids: (from, to, isType) =>
      !isUnder(to, 'shared/domain') &&
      !isQueues(to) &&
      !(isPorts(from) && isPorts(to)) &&
      !isUnder(to, 'shared/table') &&
      to !== 'zod' &&
      !(isType && isBuiltin(to)),
  },
  {
    name: 'names and messages of the queues import zod and each other',
    applies: isQueues,
    forbids: (_, to) => to !== 'zod' && !isQueues(to),
  },
  {
    name: 'shared/aws imports no HTTP and no function',
    applies: (file) => isUnder(file, 'shared/aws'),
    forbids: (_, to) => isUnder(to, 'shared/http', 'shared/queue', 'functions', 'infra', 'test') && !isQueues(to),
  },
  {
    name: 'shared/http and shared/queue import no AWS adapter, table or function',
    applies: (file) => isUnder(file, 'shared/http', 'shared/queue'),
    forbids: (_, to) =>
      isUnder(to, 'shared/aws', 'shared/table', 'functions', 'infra', 'test') || to.startsWith('@aws-sdk/'),
  },
  {
    name: 'functions import no AWS adapter or SDK, of the table only declarations of records, and no sibling group',
    applies: (file) => isUnder(file, 'functions') && !file.endsWith('/registry.ts'),
    forbids: (from, to) =>
      isUnder(to, 'shared/aws', 'infra', 'test') ||
      (isUnder(to, 'shared/table') && !isUnder(to, 'shared/table/kinds')) ||
      to.startsWith('@aws-sdk/') ||
      (isUnder(to, 'functions') && groupOf(to) !== groupOf(from)),
  },
  {
    name: 'functions know ports by their types alone',
    applies: (file) => isUnder(file, 'functions'),
    forbids: (_, to, isType) => isPorts(to) && !isType,
  },
  {
    name: 'shared imports neither functions nor infra nor tests',
    applies: (file) => isUnder(file, 'shared'),
    forbids: (_, to) => isUnder(to, 'functions', 'infra', 'test'),
  },
  {
    name: 'infra/cloud and infra/build import no AWS adapter and nothing of the local service',
    applies: (file) => isUnder(file, 'infra/cloud', 'infra/build') || file === 'infra/app.ts',
    forbids: (_, to) => isUnder(to, 'shared/aws', 'infra/local', 'test'),
  },
  {
    name: 'a relative import names its file with the extension',
    applies: () => true,
    forbids: (_, to) => !isPackage(to) && !/\.(ts|mjs|json)$/.test(to),
  },
];

/** The violations of a rule by a file: `file imports target`. */
const breaches = (rule: Rule, file: string, source: string): string[] =>
  rule.applies(file)
    ? importsIn(source)
        .map(({ specifier, isType }) => ({ to: resolved(file, specifier) ?? specifier, isType }))
        .filter(({ to, isType }) => rule.forbids(file, to, isType))
        .map(({ to }) => `${file} imports ${to}`)
    : [];

const files = ['shared', 'functions', 'infra'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);

test('there are sources to check', () => {
  for (const folder of ['shared/domain', 'shared/aws', 'shared/http', 'functions', 'infra/cloud']) {
    expect(files.filter((file) => isUnder(file, folder)).length, folder).toBeGreaterThan(3);
  }
});

test.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_, rule) => {
  expect(files.flatMap((file) => breaches(rule, file, read(file)))).toEqual([]);
});

test('signals are combined with `withSignal` alone', () => {
  expect(files.filter((file) => read(file).includes('AbortSignal.any('))).toEqual([]);
});

/** The first import cycle of a file, types included. */
const circleIn = (imports: ReadonlyMap<string, readonly string[]>): string[] | undefined => {
  const finished = new Set<string>();
  const search = (file: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (finished.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const circle = search(next, [...way, file]);
      if (circle) return circle;
    }
    finished.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = search(file, []);
    if (circle) return circle;
  }
  return undefined;
};

test('no file imports itself indirectly, not even for a type', () => {
  const imported = (file: string) => importsIn(read(file)).flatMap(({ specifier }) => resolved(file, specifier) ?? []);
  expect(circleIn(new Map(files.map((file) => [file, imported(file)])))).toBeUndefined();
  const circle = Object.entries({ a: ['b', 'c'], b: [], c: ['d'], d: ['b', 'c'] });
  expect(circleIn(new Map(circle))).toEqual(['c', 'd', 'c']);
});

describe('a violation is detected:', () => {
  const cases: [file: string, source: string, count: number][] = [
    ['shared/domain/a.ts', `import { readFile } from 'node:fs/promises';`, 1],
    ['shared/domain/a.ts', `import * as z from 'zod';\nimport { b } from './b.ts';`, 0],
    ['shared/domain/documents/a.ts', `import type { Ports } from '../../ports.ts';`, 1],
    ['shared/comparison/engine/say/a.ts', `import { openPdf } from '../../../pdf/index.ts';`, 1],
    ['shared/comparison/engine/say/a.ts', `import { encode } from '../../png.ts';`, 1],
    ['shared/comparison/engine/say/a.ts', `import type { Word } from '../../../domain/page-text.ts';`, 0],
    ['shared/aws/adapters/a.ts', `import { lambda } from '../../http/lambda.ts';`, 1],
    ['shared/aws/adapters/a.ts', `import { queues } from '../../queue/queues.ts';`, 0],
    ['shared/queue/queues.ts', `import type { Ports } from '../ports.ts';`, 1],
    ['shared/http/a.ts', `export { adapter } from '../aws/adapters/all.ts';`, 2 - 1],
    ['functions/documents/a.ts', `import {\n  one,\n  two,\n} from '../projects/project-view.ts';`, 1],
    ['functions/documents/a.ts', `const later = await import('../../shared/aws/adapters/all.ts');`, 1],
    ['functions/documents/a.ts', `import { S3Client } from '@aws-sdk/client-s3';`, 1],
    ['functions/documents/a.ts', `import type { PortName } from '../../shared/ports.ts';`, 0],
    ['functions/documents/a.ts', `import { PortName } from '../../shared/ports.ts';`, 1],
    ['functions/documents/a.ts', `// import { S3Client } from '@aws-sdk/client-s3';`, 0],
    ['infra/cloud/a.ts', `import { gateway } from '../local/gateway/gateway.ts';`, 1],
    ['infra/cloud/a.ts', `import { b } from './b';`, 1],
  ];
  test.each(cases)('%s: %s', (file, source, count) => {
    expect(rules.flatMap((rule) => breaches(rule, file, source))).toHaveLength(count);
  });
});
