import * as z from 'zod';

/** The schema of a response that is bytes. */
export const Binary = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .meta({ override: { type: 'string', format: 'binary', description: 'The bytes' } });
