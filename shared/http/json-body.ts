import middyJsonBodyParser from '@middy/http-json-body-parser';
import { Invalid } from '../domain/errors.ts';
import { jsonDepth } from '../domain/json-depth.ts';
import type { Middleware } from './exchange.ts';

/** DynamoDB takes 32 levels; what is deeper could never be stored. */
const MAXIMUM_DEPTH = 32;

export const malformed = (msg: string): Invalid => Invalid.at(['body'], msg, 'json_invalid');

/** @throws Invalid for a text whose value would be nested too deeply */
export const requireShallow = (text: string): void => {
  if (jsonDepth(text) > MAXIMUM_DEPTH) throw malformed(`JSON is nested deeper than ${MAXIMUM_DEPTH} levels`);
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
