import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { closeServer, listenOnLoopback } from '../../infra/local/loopback.ts';

/** Creates a folder that is removed after the test, or after the file when `register` is `afterAll`. */
export function temporaryDirectory(register: (cleanup: () => void) => void = onTestFinished): string {
  const directory = mkdtempSync(join(tmpdir(), 'local-service-'));
  register(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Serves a listener on a free port until the test ends. */
export async function serveHttp(
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
  register: (cleanup: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const server = createServer(listener);
  server.on('checkContinue', listener);
  const port = await listenOnLoopback(server, 0);
  register(() => closeServer(server, 0));
  return `http://localhost:${port}`;
}

/** Polls until the answer is defined; fails after `milliseconds`. */
export async function eventually<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  milliseconds = 60_000,
): Promise<T> {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await delay(20);
  }
  throw new Error('What was waited for did not come about.');
}
