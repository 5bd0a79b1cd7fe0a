/** The configuration in which stages differ, without values that depend on an account. */
export interface StageConfiguration {
  /** Whether tables, files, keys and logs outlive their stacks. */
  keepsData: boolean;
  /** Whether tables are protected from deletion. */
  deletionProtection: boolean;
  /** Whether stacks are protected from deletion. */
  terminationProtection: boolean;
  /** Whether tables can be restored to any second of the last 35 days. */
  pointInTimeRecovery: boolean;
  /** Days for which the logs of functions and of the gateway are kept: a value that CloudWatch supports. */
  logDays: 7 | 30 | 90 | 365;
  /** Days for which the bucket's own access log is kept. */
  bucketLogDays: number;
  /** Days during which a removed or replaced file can be restored. */
  formerVersionDays: number;
  /** Whether failures raise alarms. */
  alarms: boolean;
  /** Whether CodeDeploy first sends a tenth of the traffic to a function's new version for five minutes. */
  canary: boolean;
  /** Requests per second of all callers together, and the burst limit. */
  throttle: { rate: number; burst: number };
  /** The share of each queue's concurrency that this stage uses; at least 2 workers, SQS's minimum. */
  concurrencyShare: number;
  /** Memory of single functions in MB, by id, where this stage differs from their declaration. */
  memory: Readonly<Record<string, number>>;
  /** Origins whose pages may call the service and use its presigned URLs. */
  corsOrigins: readonly string[];
  /** Whether a deployment with credentials has to name its target account. */
  accountNamed: boolean;
}

const dev: StageConfiguration = {
  keepsData: false,
  deletionProtection: false,
  terminationProtection: false,
  pointInTimeRecovery: true,
  logDays: 30,
  bucketLogDays: 30,
  formerVersionDays: 7,
  alarms: true,
  canary: false,
  throttle: { rate: 100, burst: 200 },
  concurrencyShare: 0.2,
  memory: {},
  corsOrigins: ['*'],
  accountNamed: false,
};

const prod: StageConfiguration = {
  keepsData: true,
  deletionProtection: true,
  terminationProtection: true,
  pointInTimeRecovery: true,
  logDays: 365,
  bucketLogDays: 365,
  formerVersionDays: 90,
  alarms: true,
  canary: true,
  throttle: { rate: 1000, burst: 2000 },
  concurrencyShare: 1,
  memory: {},
  corsOrigins: ['*'],
  accountNamed: true,
};

/** Like production, with data that may be deleted. */
const staging: StageConfiguration = {
  ...prod,
  keepsData: false,
  deletionProtection: false,
  terminationProtection: false,
  logDays: 90,
  bucketLogDays: 90,
  formerVersionDays: 7,
  throttle: { rate: 200, burst: 400 },
  concurrencyShare: 0.5,
};

/** For one pull request: deleted with it, and without alarms. */
const preview: StageConfiguration = {
  ...dev,
  pointInTimeRecovery: false,
  logDays: 7,
  bucketLogDays: 7,
  formerVersionDays: 1,
  alarms: false,
  throttle: { rate: 20, burst: 40 },
  concurrencyShare: 0,
};

/** Names of stages: three permanent ones, and one for each pull request. */
export const STAGE_NAME = /^(dev|staging|prod|pr-[1-9]\d{0,3})$/;

export const isPreview = (stage: string): boolean => stage.startsWith('pr-');

/**
 * Returns a stage's configuration.
 * @param stage a name matching `STAGE_NAME`
 */
export const configurationOf = (stage: string): StageConfiguration =>
  isPreview(stage) ? preview : ({ dev, staging, prod }[stage] ?? dev);

/** Returns the prefix of the names of a stage's stacks, functions and queues. */
export const prefixOf = ({ stage }: { stage: string }): string => `construction-${stage}`;
