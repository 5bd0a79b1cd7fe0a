import { isUtf8 } from 'node:buffer';
import jsonBodyParser from '@middy/http-json-body-parser';
import { Invalid } from '../domain/errors.ts';
import type { MiddlewareRequest } from './exchange.ts';

/** DynamoDB takes 32 levels; what is deeper could never be stored. */
const MAXIMUM_DEPTH = 32;

const parser = jsonBodyParser({ disableContentTypeCheck: true });
const malformed = (msg: string): Invalid => Invalid.at(['body'], msg, 'json_invalid');

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

/** Half of a surrogate pair cannot be written as UTF-8, and so not be stored. */
const isWellFormed = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => name.isWellFormed() && isWellFormed(each));
};

/** The JSON value of a body. @throws Invalid for what is no JSON text in UTF-8, or nested too deeply */
export const parseJson = async (request: MiddlewareRequest, bytes: Buffer): Promise<unknown> => {
  if (!isUtf8(bytes)) throw malformed('JSON decode error: the text is not UTF-8');
  const text = bytes.toString('utf8');
  if (depthOf(text) > MAXIMUM_DEPTH) throw malformed(`JSON is nested deeper than ${MAXIMUM_DEPTH} levels`);
  const event = { ...request.event, body: text, isBase64Encoded: false };
  try {
    await parser.before?.({ ...request, event });
  } catch {
    throw malformed('JSON decode error');
  }
  const value: unknown = event.body;
  if (/\\u[dD][89a-fA-F]/.test(text) && !isWellFormed(value)) throw malformed('JSON holds half of a surrogate pair');
  return value;
};
