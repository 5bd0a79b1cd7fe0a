/** Names under which services of AWS say that they get too many requests. */
export const THROTTLING = [
  'ThrottlingException',
  'Throttling',
  'ThrottledException',
  'RequestThrottled',
  'RequestThrottledException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'LimitExceededException',
  'SlowDown',
  'KMSThrottlingException',
] as const;
const NAMES: ReadonlySet<string> = new Set(THROTTLING);
/** The same said of one member of a transaction. */
export const THROTTLED_MEMBER: ReadonlySet<string> = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);

interface Failure {
  name?: string;
  $metadata?: { httpStatusCode?: number };
  CancellationReasons?: { Code?: string }[];
}

/** Whether a call failed because there were too many. */
export const isThrottled = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { name = '', $metadata, CancellationReasons = [] } = error as Failure;
  return (
    NAMES.has(name) ||
    $metadata?.httpStatusCode === 429 ||
    CancellationReasons.some(({ Code = '' }) => THROTTLED_MEMBER.has(Code))
  );
};
