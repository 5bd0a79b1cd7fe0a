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

/** The log of events, one line of JSON each, appended by every process that runs tests. */
export type Entry =
  /** A test runs with that mutant, or with none; `limit` is its time limit in milliseconds. */
  | { what: 'begin'; process: number; at: number; limit: number; test: string; mutant: number }
  /** It timed out, perhaps because the machine is busy: the mutant is tried once more. */
  | { what: 'late'; process: number; test: string; mutant: number }
  | Ended
  /** Code that ran while a file and its imports were loaded. */
  | { what: 'loaded'; mutants: number[] }
  /** A slow test: it waits until the others are done, and then tries the surviving mutants that it reaches. */
  | { what: 'slow'; test: string; mutants: number[] }
  /** A test that fails when repeated or after a mutant, and is therefore excluded. */
  | { what: 'unsteady'; test: string };

const LOG = 'coverage/mutation.log';
/** The id that means that no mutant is active. */
export const NONE = -1;

/** Empties the log of the previous run. */
export const begin = (): void => writeFileSync(LOG, '');

export const note = (entry: Entry): void => appendFileSync(LOG, `${JSON.stringify(entry)}\n`);

const known: Entry[] = [];
let read = 0;

/** Returns all entries so far, of all processes; reads only those appended since the previous call. */
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
