import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { clientOf, eventually, UNLIMITED } from './service.ts';

const project = resolve(import.meta.dirname, '../..');

/**
 * Starts the service as a process of its own, which can be killed and measured.
 *
 * @param options `port` 0 takes a free port; starting again at the same port and data directory resumes with that data;
 * `command` is a prefix such as a tracer, which must end up running the service in the same process; `seenFrom` maps
 * that process's id to the path at which this process sees its data directory
 */
export const startChildService = async (options: {
  dataDir: string;
  port?: number;
  environment?: Record<string, string>;
  /** Called with each line that the service writes to standard output. */
  onLine?: (line: string) => void;
  command?: readonly string[];
  seenFrom?: (pid: number) => string;
}) => {
  const { dataDir, port = 0, environment = {}, onLine, command = [], seenFrom = () => dataDir } = options;
  const [program = '', ...rest] = [
    ...command,
    process.execPath,
    // As `npm start` has it.
    '--max-semi-space-size=8',
    '--heap-growing-percent=100',
    'infra/local/launch.mjs',
  ];
  const child = spawn(program, rest, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // The same flags as `npm start`.
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
    /** The end of its output. */
    output: () => output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
};
