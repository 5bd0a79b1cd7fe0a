/** How stages differ: all that a deployment decides by itself, typed, with nothing that only an account knows. */
export interface StageConfiguration {
  /** Tables, files, keys and logs outlive their stacks. */
  keepsData: boolean;
  /** Tables cannot be deleted while this is on. */
  deletionProtection: boolean;
  /** Stacks cannot be deleted while this is on. */
  terminationProtection: boolean;
  /** Tables can be put back to any second of the last 35 days. */
  pointInTimeRecovery: boolean;
  /** Days that logs of functions and of the gateway are kept: a number that CloudWatch knows. */
  logDays: 7 | 30 | 90 | 365;
  /** Days that the bucket's own access log is kept. */
  bucketLogDays: number;
  /** Days for which a removed or replaced file can be brought back. */
  formerVersionDays: number;
  /** Whether anybody is told when something breaks. */
  alarms: boolean;
  /** Whether CodeDeploy gives a function's next version a tenth of the traffic for five minutes first. */
  canary: boolean;
  /** Requests a second of all callers together, and at once. */
  throttle: { rate: number; burst: number };
  /** The part of each queue's concurrency that this stage takes; 2 at least, which is what SQS takes. */
  concurrencyShare: number;
  /** MB of memory of single functions, by id, where this stage differs from their declaration. */
  memory: Readonly<Record<string, number>>;
  /** Origins whose pages may call the service and use its signed addresses. */
  corsOrigins: readonly string[];
  /** Whether a deployment with credentials has to name the account that it is meant for. */
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

/** As production is, with data that may go. */
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

/** Of one pull request: gone with it, and nobody is woken for it. */
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

/** Names of stages: three that stay, and one for each pull request. */
export const STAGE_NAME = /^(dev|staging|prod|pr-[1-9]\d{0,3})$/;

export const isPreview = (stage: string): boolean => stage.startsWith('pr-');

/** @param stage a name as `STAGE_NAME` has them */
export const configurationOf = (stage: string): StageConfiguration =>
  isPreview(stage) ? preview : ({ dev, staging, prod }[stage] ?? dev);

/** The first part of the name of every stack, function and queue of a stage. */
export const prefixOf = ({ stage }: { stage: string }): string => `construction-${stage}`;
