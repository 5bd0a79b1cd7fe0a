import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { type Mutant, mutantsOf } from './mutants.ts';

export interface Planned extends Mutant {
  id: number;
  /** The folder, as it was asked for, that the mutant counts for. */
  folder: string;
  file: string;
}

/** A number in [0, 1) that follows from the seed and the text alone. */
const drawn = (seed: number, text: string): number => {
  let hash = 2166136261 ^ seed;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
};

/** A sample of each folder's mutants, numbered; the same for the same sources, sample size and seed. */
export const planOf = (folders: readonly string[], sample: number, seed: number) => {
  const counts = new Map<string, number>();
  const planned = folders.flatMap((folder) => {
    const files = statSync(folder).isFile() ? [folder] : globSync(`${folder}/**/*.ts`).sort();
    const mutants = files.flatMap((file) =>
      mutantsOf(file, readFileSync(file, 'utf8')).map((one, index) => ({ ...one, file, folder, index })),
    );
    counts.set(folder, mutants.length);
    return mutants
      .map(({ index, ...one }) => ({ one, place: drawn(seed, `${one.file}:${index}`) }))
      .sort((a, b) => a.place - b.place)
      .slice(0, sample)
      .map(({ one }) => one);
  });
  return { counts, planned: planned.map((one, id): Planned => ({ ...one, id })) };
};

/** Those that no test has killed in the run whose report lies at `path`. */
export const survivorsOf = (planned: readonly Planned[], path: string): Planned[] => {
  if (!existsSync(path)) throw new Error(`${path} is not there: no run has ended`);
  const { results } = JSON.parse(readFileSync(path, 'utf8'));
  const nameOf = ({ file, start, end, replacement }: Planned) => `${file}:${start}-${end}:${replacement}`;
  const killed = new Set((results as (Planned & { killedBy?: string })[]).filter((one) => one.killedBy).map(nameOf));
  return planned.filter((one) => !killed.has(nameOf(one)));
};
