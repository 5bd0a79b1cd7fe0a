import { appendFileSync, closeSync, openSync, readSync, writeFileSync } from 'node:fs';

interface Ended {
  what: 'end';
  process: number;
  test: string;
  mutant: number;
  passed: boolean;
  milliseconds: number;
  timedOut?: boolean;
}

/** What happened, one line of JSON each, appended by every process that runs tests. */
export type Entry =
  /** A test runs with that mutant on, or with none; `limit` is how many milliseconds it may take. */
  | { what: 'begin'; process: number; at: number; limit: number; test: string; mutant: number }
  /** It took too long, which a busy machine may have caused: the mutant is tried once more. */
  | { what: 'late'; process: number; test: string; mutant: number }
  | Ended
  /** What ran while a file and what it imports were loaded. */
  | { what: 'loaded'; mutants: number[] }
  /** A test that takes long: it waits until the others are through, and then tries those that are left of what it met. */
  | { what: 'slow'; test: string; mutants: number[] }
  /** A test that does not pass twice, or not after a mutant: it tells nothing any more. */
  | { what: 'unsteady'; test: string };

const LOG = 'coverage/mutation.log';
/** The number of no mutant. */
export const NONE = -1;

/** Empties the log of the run before. */
export const begin = (): void => writeFileSync(LOG, '');

export const note = (entry: Entry): void => appendFileSync(LOG, `${JSON.stringify(entry)}\n`);

const known: Entry[] = [];
let read = 0;

/** All entries so far, of all processes; reads only what came since the call before. */
export const entries = (): readonly Entry[] => {
  const file = openSync(LOG, 'r');
  try {
    const buffer = Buffer.alloc(1 << 16);
    for (;;) {
      const length = readSync(file, buffer, 0, buffer.length, read);
      const whole = buffer.subarray(0, length).lastIndexOf('\n') + 1;
      if (whole === 0) return known;
      for (const line of buffer.toString('utf8', 0, whole - 1).split('\n')) known.push(JSON.parse(line));
      read += whole;
    }
  } finally {
    closeSync(file);
  }
};
