import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Folders of tests that run the code in their own process, the fastest first, so that these kill most mutants. */
const FOLDERS = ['unit', 'operations', 'contract', 'faults'];

/** The files that a file imports by relative paths, statically or dynamically. */
const importsOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const named = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return named.filter((name) => name?.startsWith('.') && /\.ts$/.test(name)).map((name) => join(dirname(file), name!));
};

/** The test files that import one of those files, directly or indirectly. */
export const testsOf = (files: ReadonlySet<string>): string[] => {
  const reached = new Map<string, Set<string>>();
  const reach = (file: string, into: Set<string>): Set<string> => {
    if (into.has(file)) return into;
    into.add(file);
    const known = reached.get(file) ?? new Set(importsOf(file));
    reached.set(file, known);
    for (const one of known) reach(one, into);
    return into;
  };
  return FOLDERS.flatMap((folder) => globSync(`test/${folder}/**/*.test.ts`).sort()).filter((test) =>
    [...reach(test, new Set())].some((file) => files.has(file)),
  );
};

/** Words that occur in many paths. */
const COMMON = new Set(
  'shared aws adapter domain function worker lib test unit operation fault contract read write store index'.split(' '),
);
const wordsOf = (path: string): string[] =>
  path
    .replace(/(\.test)?\.ts$/, '')
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word.length > 2 && !COMMON.has(word));

/** True if the test's path suggests that it is about the file. */
export const isAbout = (test: string, file: string): boolean => {
  const words = new Set(wordsOf(file));
  return wordsOf(test).some((word) => words.has(word));
};
