import * as z from 'zod';
import { type DemoClient, DemoError } from './demo-client.ts';

const Feed = z.object({ cursor: z.string() });

/** Milliseconds between two requests, so that several events in quick succession cause only one. */
const PAUSE_MS = 1000;
/** Seconds that one request waits for an event. */
const WAIT = 20;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/**
 * Returns a function that waits for the next events of the project, at most some seconds. What changes after this call
 * is not missed. A token without the right to read events waits a moment instead.
 */
export const changesOf = async (client: DemoClient, projectId: string): Promise<() => Promise<void>> => {
  const read = async (query: string): Promise<string | undefined> => {
    try {
      return (await client.call('GET', `/api/v1/events?project_id=${projectId}&limit=100&${query}`, Feed)).cursor;
    } catch (error) {
      if (error instanceof DemoError) return undefined;
      throw error;
    }
  };
  let cursor = await read('after=latest');
  return async () => {
    if (cursor !== undefined) cursor = await read(`after=${cursor}&wait=${WAIT}`);
    await pause();
  };
};
