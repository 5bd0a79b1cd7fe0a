import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../../infra/build/root.ts';

/** One import or re-export of a source file. */
export interface Import {
  /** As written. */
  specifier: string;
  /** Removed by type stripping. */
  isType: boolean;
}

const statement =
  /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]*?\s*from\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** The imports of a source text: static ones, re-exports and `import()` of a literal. */
export const importsIn = (source: string): Import[] =>
  [...source.replace(comments, '').matchAll(statement)].map(([, type, fixed, dynamic]) => ({
    specifier: (fixed ?? dynamic)!,
    isType: type !== undefined,
  }));

export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A relative import as a path from the project's root; undefined for a package. */
export const resolved = (file: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? relative(root, join(root, dirname(file), specifier)) : undefined;
