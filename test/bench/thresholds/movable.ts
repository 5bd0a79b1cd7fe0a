import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../../infra/build/root.ts';

/** A number of an engine that a benchmark can move. */
export interface Threshold {
  /** Path relative to the repository. */
  file: string;
  name: string;
  value: number;
}

const FILES = ['shared/{comparison/engine,domain/sheets,drawing}/**/thresholds.ts', 'shared/drawing/thresholds/*.ts'];
const DECLARATION = /^export const (\w+) = (-?\d[\d_]*(?:\.\d+)?(?:e-?\d+)?);$/gm;

const MEMORY = pathToFileURL(join(root, 'shared/domain/sheets/remembered.ts')).href;

const thresholdsIn = (file: string): Threshold[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(DECLARATION)].map(([, name, value]) => ({
    ...{ file, name: name!, value: Number(value!.replaceAll('_', '')) },
  }));

/** Returns all thresholds of the engines, file by file. */
export const allThresholds = (): Threshold[] => globSync(FILES, { cwd: root }).sort().flatMap(thresholdsIn);

/**
 * Makes the thresholds of modules that are loaded from now on movable: imports of ES modules are live bindings, so
 * importers see a value that is assigned later. What the sheet reader remembers by text is computed each time.
 */
export const makeMovable = (): void => {
  const files = new Map(globSync(FILES, { cwd: root }).map((file) => [pathToFileURL(join(root, file)).href, file]));
  registerHooks({
    load: (url, context, nextLoad) => {
      if (url === MEMORY)
        return { format: 'module', source: 'export const memoizeByText = (work) => work;', shortCircuit: true };
      const file = files.get(url);
      if (file === undefined) return nextLoad(url, context);
      const setters = thresholdsIn(file).map(({ name }) => `${name}: (value) => { ${name} = value; }`);
      const text = readFileSync(join(root, file), 'utf8').replace(DECLARATION, 'export let $1 = $2;');
      const source = `${text}\nexport const SETTERS = { ${setters.join(', ')} };\n`;
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
};

/** Assigns a value to a threshold; requires {@link makeMovable}. */
export const assign = async ({ file, name }: Threshold, value: number): Promise<void> => {
  const module = (await import(pathToFileURL(join(root, file)).href)) as {
    SETTERS: Record<string, (value: number) => void>;
  };
  module.SETTERS[name]!(value);
};

/** Returns a value moved by a share, a whole number by 1 at least. */
export const moved = (value: number, by: number): number => {
  if (!Number.isInteger(value)) return value * (1 + by);
  return value + Math.sign(by) * Math.max(1, Math.round(Math.abs(value * by)));
};

/** Returns a value of the same sign that is larger than anything compared with it. */
export const huge = (value: number): number => (value < 0 ? -1 : 1) * Math.max(1000, Math.abs(value) * 1000);
