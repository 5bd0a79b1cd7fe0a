import { operations } from '../../../functions/registry.ts';
import { workers } from '../../../functions/workers/registry.ts';
import { architectureOf, type ProcessorArchitecture } from '../../../infra/build/architecture.ts';
import { bundleService } from '../../../infra/build/build.ts';
import { periodMinutesOf } from '../../../shared/queue/clock.ts';
import type { Use } from './meter.ts';
import { PRICES } from './prices.ts';

/** Settings of an operation's function unless its declaration states others. */
const DEFAULT_MEGABYTES = 512;
/** Characters of English prose per token. */
const CHARACTERS_OF_A_TOKEN = 4;
/** Billed requests of SQS for a message to a worker: receiving and deleting it, one message at a time. */
const REQUESTS_OF_A_DELIVERY = 2;

const memories = new Map([
  ...operations.map(({ operation }): [string, number] => [
    operation.id,
    ('memoryMegabytes' in operation ? operation.memoryMegabytes : undefined) ?? DEFAULT_MEGABYTES,
  ]),
  ...workers.map(({ worker }): [string, number] => [worker.id, worker.memoryMegabytes]),
]);
const queueWorkers = new Set<string>(workers.flatMap(({ worker }) => ('queue' in worker ? [worker.id] : [])));
/** Scheduled workers, with their runs in a month of 30 days. */
export const scheduledRuns: ReadonlyMap<string, number> = new Map(
  workers.flatMap(({ worker }) =>
    'schedule' in worker ? [[worker.id as string, (30 * 24 * 60) / periodMinutesOf(worker.schedule)] as const] : [],
  ),
);
const operationIds = new Set<string>(operations.map(({ operation }) => operation.id));

const bundles = await bundleService({ operations, workers });
const architectures = new Map(bundles.map((bundle) => [bundle.id, architectureOf(bundle)]));

/** The resources that the stack gives a function. */
export const deployedOn = (id: string): ProcessorArchitecture => architectures.get(id) ?? 'x86_64';

export const memoryOf = (id: string): number => memories.get(id) ?? DEFAULT_MEGABYTES;

/** The billed resources. */
export const PARTS = ['table', 'functions', 'gateway', 's3', 'sqs', 'kms', 'textract', 'bedrock', 'transfer'] as const;
/** US dollars by billed resource. */
export type Cost = Record<(typeof PARTS)[number], number>;

/** Returns the cost of the runs of one function, with the stack's default resources unless stated. */
export const costOf = (id: string, use: Use, architecture = deployedOn(id)): Cost => {
  const gigabyteSeconds = (use.milliseconds / 1000) * (memoryOf(id) / 1024);
  const isOperation = operationIds.has(id);
  return {
    table: use.readUnits * PRICES.readUnit + use.writeUnits * PRICES.writeUnit,
    functions: gigabyteSeconds * PRICES.lambdaGigabyteSecond[architecture] + use.runs * PRICES.lambdaRequest,
    gateway: isOperation ? use.runs * PRICES.httpApiRequest : 0,
    s3: use.s3Reads * PRICES.s3Read + use.s3Writes * PRICES.s3Write,
    sqs: (use.sqs + (queueWorkers.has(id) ? REQUESTS_OF_A_DELIVERY * use.runs : 0)) * PRICES.sqsRequest,
    kms: use.kms * PRICES.kmsRequest,
    textract: use.ocrPages * PRICES.textractPage,
    bedrock: (use.embeddedCharacters / CHARACTERS_OF_A_TOKEN) * PRICES.embeddedToken,
    transfer: isOperation ? (use.answered / 1e9) * PRICES.transferOut : 0,
  };
};

export const sumOf = (cost: Cost): number => Object.values(cost).reduce((sum, each) => sum + each, 0);

/** Returns the cost of several functions, multiplied by a number of runs. */
export const costOfAll = (
  uses: ReadonlyMap<string, Use>,
  times: number,
  architecture?: ProcessorArchitecture,
): Cost => {
  const all = [...uses].map(([id, use]) => costOf(id, use, architecture));
  return Object.fromEntries(
    PARTS.map((part) => [part, times * all.reduce((sum, cost) => sum + cost[part], 0)]),
  ) as Cost;
};

/** Returns US dollars per month for storage: originals as uploaded, images and texts as the lifecycle moves them. */
export const storageOf = (originalBytes: number, derivedBytes: number) => {
  const gigabytes = (bytes: number) => bytes / 1e9;
  return {
    standard: gigabytes(originalBytes + derivedBytes) * PRICES.s3Standard,
    moved: gigabytes(originalBytes) * PRICES.s3Standard + gigabytes(derivedBytes) * PRICES.s3InfrequentAccess,
  };
};
