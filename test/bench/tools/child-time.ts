import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Seconds of the clock, and of processors by a program with its children. */
export interface Taken {
  wall: number;
  processor: number;
}

const secondsOf = (text: string): number => {
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(text)!;
  return Number(minutes) * 60 + Number(seconds);
};

/**
 * Runs a shell command to its end and returns what it took. @param parameters `$1`, `$2` … of the command
 * @throws Error if it ends with a code above `mayEndWith`
 */
export const timeCommand = async (command: string, parameters: readonly string[], mayEndWith = 0): Promise<Taken> => {
  const started = performance.now();
  // `times` prints the processor time of the shell, then that of its children.
  const script = `{ ${command}; } >/dev/null 2>&1; code=$?; times; [ $code -le ${mayEndWith} ]`;
  const { stdout } = await run('/bin/bash', ['-c', script, 'bash', ...parameters]);
  const wall = (performance.now() - started) / 1000;
  const [user = '', system = ''] = stdout.trim().split('\n').at(-1)!.split(' ');
  return { wall, processor: secondsOf(user) + secondsOf(system) };
};
