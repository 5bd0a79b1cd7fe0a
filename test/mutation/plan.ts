import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { type Mutant, mutantsOf } from './mutants.ts';

export interface Planned extends Mutant {
  id: number;
  /** The requested folder for which the mutant counts. */
  folder: string;
  file: string;
}

/** A number in [0, 1) derived from the seed and the text only. */
const drawn = (seed: number, text: string): number => {
  let hash = 2166136261 ^ seed;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
};

/** A sample of each folder's mutants, numbered; depends on sources, sample size and seed only. */
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

const nameOf = ({ file, start, end, replacement }: Pick<Planned, 'file' | 'start' | 'end' | 'replacement'>) =>
  `${file}:${start}-${end}:${replacement}`;

/** The result of a mutant. */
export interface Tried extends Omit<Planned, 'id' | 'statement'> {
  line: number;
  was: string;
  /** Tests that ran with it. */
  tried: number;
  killedBy: string | undefined;
  timedOut: boolean | undefined;
  /** Runs only while modules load, so that it cannot be switched on later. */
  untriable: boolean;
}

/** Separates mutants killed in earlier runs, whose report is at `path`, from the others. */
export const partedBy = (planned: readonly Planned[], path: string): { killed: Tried[]; left: Planned[] } => {
  if (!existsSync(path)) throw new Error(`${path} is not there: no run has ended`);
  const { results } = JSON.parse(readFileSync(path, 'utf8')) as { results: Tried[] };
  const wanted = new Set(planned.map(nameOf));
  const killed = results.filter((one) => one.killedBy && wanted.has(nameOf(one)));
  const names = new Set(killed.map((one) => nameOf(one)));
  return { killed, left: planned.filter((one) => !names.has(nameOf(one))) };
};
