import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { clientOf, eventually, UNLIMITED } from './service.ts';

const project = resolve(import.meta.dirname, '../..');

/**
 * The service as a process of its own, which can be killed and measured.
 *
 * @param options `port` 0 takes a free one; another start at the same port and data directory goes on with them;
 *   `command` starts what follows it, in the same process in the end; `seenFrom` is where this process finds the data
 *   directory of the other, by its id
 */
export const startChildService = async (options: {
  dataDir: string;
  port?: number;
  environment?: Record<string, string>;
  /** Told each line that the service writes to standard output. */
  onLine?: (line: string) => void;
  command?: readonly string[];
  seenFrom?: (pid: number) => string;
}) => {
  const { dataDir, port = 0, environment = {}, onLine, command = [], seenFrom = () => dataDir } = options;
  const [program = '', ...rest] = [...command, process.execPath, 'infra/local/launch.mjs'];
  const child = spawn(program, rest, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // As `npm start` has it.
      MALLOC_ARENA_MAX: '2',
      LOG_LEVEL: 'silent',
      ...UNLIMITED,
      ...environment,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-10_000);
    });
  }
  if (onLine) createInterface(child.stdout).on('line', onLine);
  const ended = once(child, 'exit');
  const ready = eventually(async () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The service ended: ${output}`);
    return /^ready (http:\/\/localhost:\d+)$/m.exec(output)?.[1];
  });
  const baseUrl = await ready.catch((cause) => {
    child.kill('SIGKILL');
    throw new Error(`The service is not ready, after it wrote: ${output}`, { cause });
  });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return {
    ...clientOf(baseUrl, seenFrom(child.pid as number)),
    baseUrl,
    port: Number(new URL(baseUrl).port),
    pid: child.pid as number,
    /** The last of what it wrote. */
    output: () => output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
};
