import middyJsonBodyParser from '@middy/http-json-body-parser';
import { Invalid } from '../domain/errors.ts';
import type { Middleware } from './exchange.ts';

/** DynamoDB takes 32 levels; what is deeper could never be stored. */
const MAXIMUM_DEPTH = 32;

export const malformed = (msg: string): Invalid => Invalid.at(['body'], msg, 'json_invalid');

/** Levels of nesting, read from the text: a value nested too deeply is never built. */
const depthOf = (text: string): number => {
  let deepest = 0;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
};

/** @throws Invalid for a text whose value would be nested too deeply */
export const requireShallow = (text: string): void => {
  if (depthOf(text) > MAXIMUM_DEPTH) throw malformed(`JSON is nested deeper than ${MAXIMUM_DEPTH} levels`);
};

/** Half of a surrogate pair cannot be written as UTF-8, and so not be stored. */
const isWellFormed = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => name.isWellFormed() && isWellFormed(each));
};

/** Lets middy's parser replace the event's text by its JSON value, where `body` found JSON. */
export const jsonBody = (): Middleware => {
  // The content type has been decided on: here it would make another status of it than 415.
  const parser = middyJsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: async (request) => {
      const { exchange } = request.event;
      if (exchange.jsonText === undefined) return;
      try {
        await parser.before?.(request as unknown as Parameters<NonNullable<typeof parser.before>>[0]);
      } catch {
        throw malformed('JSON decode error');
      }
      exchange.json = request.event.body;
      if (/\\u[dD][89a-fA-F]/.test(exchange.jsonText) && !isWellFormed(exchange.json)) {
        throw malformed('JSON holds half of a surrogate pair');
      }
    },
  };
};
