import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { ComparedSetSheet } from '../../../shared/domain/comparisons/set-comparison.ts';

/** Returns the sheets as a record stores them. */
export const packSheets = (sheets: readonly ComparedSetSheet[]): string =>
  gzipSync(JSON.stringify(sheets)).toString('base64');

export const unpackSheets = (packed: string): ComparedSetSheet[] =>
  z.array(ComparedSetSheet).parse(JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()));
