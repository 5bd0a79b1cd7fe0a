import { AsyncLocalStorage } from 'node:async_hooks';
import { localAdapters } from '../../../infra/local/adapters.ts';
import type { Registry } from '../../../infra/local/load-registry.ts';
import { bucketOf } from '../../../shared/aws/clients/files.ts';
import { keysClient } from '../../../shared/aws/clients/kms-client.ts';
import { sqsClient } from '../../../shared/aws/clients/sqs-client.ts';
import { clientOfTables } from '../../../shared/aws/clients/table.ts';
import { environment } from '../../../shared/environment.ts';
import { provide } from '../../../shared/http/provide.ts';

/** The billed resources that runs of one function used. */
export interface Use {
  runs: number;
  /** Milliseconds of all runs, as measured here. */
  milliseconds: number;
  readUnits: number;
  writeUnits: number;
  s3Reads: number;
  s3Writes: number;
  /** Bytes written, by the first folder of their path. */
  stored: Record<string, number>;
  sqs: number;
  kms: number;
  ocrPages: number;
  embeddedCharacters: number;
  /** Bytes of answers. */
  answered: number;
}

const noUse = (): Use => ({
  ...{ runs: 0, milliseconds: 0, readUnits: 0, writeUnits: 0, s3Reads: 0, s3Writes: 0, stored: {} },
  ...{ sqs: 0, kms: 0, ocrPages: 0, embeddedCharacters: 0, answered: 0 },
});

const byFolder = (a: Use['stored'], b: Use['stored']): Use['stored'] =>
  Object.fromEntries([...Object.keys(a), ...Object.keys(b)].map((key) => [key, (a[key] ?? 0) + (b[key] ?? 0)]));

/** Adds two uses. */
export const addUse = (a: Use = noUse(), b: Use): Use => ({
  runs: a.runs + b.runs,
  milliseconds: a.milliseconds + b.milliseconds,
  readUnits: a.readUnits + b.readUnits,
  writeUnits: a.writeUnits + b.writeUnits,
  s3Reads: a.s3Reads + b.s3Reads,
  s3Writes: a.s3Writes + b.s3Writes,
  stored: byFolder(a.stored, b.stored),
  sqs: a.sqs + b.sqs,
  kms: a.kms + b.kms,
  ocrPages: a.ocrPages + b.ocrPages,
  embeddedCharacters: a.embeddedCharacters + b.embeddedCharacters,
  answered: a.answered + b.answered,
});

const running = new AsyncLocalStorage<string>();
let uses = new Map<string, Use>();

/**
 * Returns the use counter of the function in whose run the caller is; undefined outside a run, as in tests and
 * emulators.
 */
const current = (): Use | undefined => {
  const id = running.getStore();
  if (id === undefined) return undefined;
  const use = uses.get(id) ?? noUse();
  uses.set(id, use);
  return use;
};

/** Returns the use of each function since the last call, by id. */
export const takeUses = (): Map<string, Use> => {
  const taken = uses;
  uses = new Map();
  return taken;
};

type Handler = (event: never, context: never) => Promise<unknown>;

const metered =
  (id: string, handler: Handler): Handler =>
  (event, context) =>
    running.run(id, async () => {
      const from = performance.now();
      try {
        const answer = await handler(event, context);
        const use = current();
        const { body } = (answer ?? {}) as { body?: string };
        if (use && typeof body === 'string') use.answered += Buffer.byteLength(body);
        return answer;
      } finally {
        const use = current();
        if (use) {
          use.runs++;
          use.milliseconds += performance.now() - from;
        }
      }
    });

/** Returns the registry with each function's use counted. */
export const meteredRegistry = ({ operations, workers }: Registry): Registry => ({
  operations: operations.map((each) => ({
    ...each,
    handler: metered(each.operation.id, each.handler as Handler) as typeof each.handler,
  })),
  workers: workers.map((each) => ({ ...each, handler: metered(each.worker.id, each.handler as Handler) })) as never,
});

interface Middlewares {
  middlewareStack: {
    add(
      middleware: (
        next: (args: { input: object }) => Promise<{ output: object }>,
        context: { commandName?: string },
      ) => (args: { input: object }) => Promise<{ output: object }>,
      options: { step: 'initialize' },
    ): void;
  };
}

const observe = (
  client: unknown,
  record: (use: Use, command: string, input: object, output: object) => void,
  more: object = {},
): void => {
  (client as Middlewares).middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next({ ...args, input: { ...args.input, ...more } });
        const use = current();
        if (use) record(use, commandName, args.input, result.output);
        return result;
      },
    { step: 'initialize' },
  );
};

const WRITES_TABLE = /Put|Update|Delete|Write/;
const WRITES_BUCKET = /^(Put|Copy|Create|Complete|List|UploadPart)/;

/** Counts the requests of the process's AWS clients, and those that text recognition and embeddings would make. */
export const startMeter = (): void => {
  const capacity = (output: object): number => {
    const { ConsumedCapacity: consumed } = output as {
      ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[];
    };
    return [consumed].flat().reduce((sum, each) => sum + (each?.CapacityUnits ?? 0), 0);
  };
  observe(
    clientOfTables(),
    (use, command, _input, output) => {
      use[WRITES_TABLE.test(command) ? 'writeUnits' : 'readUnits'] += capacity(output);
    },
    { ReturnConsumedCapacity: 'TOTAL' },
  );
  observe(bucketOf(environment()).client, (use, command, input) => {
    use[WRITES_BUCKET.test(command) ? 's3Writes' : 's3Reads']++;
    const { Key, Body } = input as { Key?: string; Body?: { length?: number } };
    if (!/^Put/.test(command) || Key === undefined) return;
    const [folder = ''] = Key.split('/');
    use.stored[folder] = (use.stored[folder] ?? 0) + (Body?.length ?? 0);
  });
  observe(sqsClient(), (use) => void use.sqs++);
  observe(keysClient(), (use) => void use.kms++);
  const { ocr, embedder } = localAdapters;
  if (!ocr || !embedder) throw new Error('The adapters of one machine have no recognition or no embedder');
  provide({
    ocr: (place) => {
      const port = ocr(place);
      return {
        recognise: (image, options) => {
          const use = current();
          if (use) use.ocrPages++;
          return port.recognise(image, options);
        },
      };
    },
    embedder: (place) => {
      const port = embedder(place);
      return {
        model: port.model,
        embed: (texts) => {
          const use = current();
          if (use) use.embeddedCharacters += texts.reduce((sum, text) => sum + text.length, 0);
          return port.embed(texts);
        },
      };
    },
  });
};
