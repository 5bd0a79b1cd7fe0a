import middyJsonBodyParser from '@middy/http-json-body-parser';
import { Invalid } from '../domain/errors.ts';
import { jsonDepth } from '../domain/json-depth.ts';
import type { Middleware } from './exchange.ts';

/** DynamoDB supports 32 levels; deeper values could not be stored. */
const MAXIMUM_DEPTH = 32;

export const malformed = (msg: string): Invalid => Invalid.at(['body'], msg, 'json_invalid');

/** @throws Invalid if the value would be nested too deeply */
export const requireShallow = (text: string): void => {
  if (jsonDepth(text) > MAXIMUM_DEPTH) throw malformed(`JSON is nested deeper than ${MAXIMUM_DEPTH} levels`);
};

/** Returns false for a lone surrogate, which UTF-8 cannot encode and the table cannot store. */
const isWellFormed = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => name.isWellFormed() && isWellFormed(each));
};

/** Parses the event's body with middy's parser if `body` has found JSON. */
export const jsonBody = (): Middleware => {
  // `body` has checked the content type; this check would respond with another status than 415.
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
