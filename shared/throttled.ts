/** Error names with which AWS services report throttling. */
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
/** The codes for a throttled member of a transaction. */
export const THROTTLED_MEMBER: ReadonlySet<string> = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);

interface Failure {
  name?: string;
  $metadata?: { httpStatusCode?: number };
  CancellationReasons?: { Code?: string }[];
}

/** Returns whether a call failed because it was throttled. */
export const isThrottled = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { name = '', $metadata, CancellationReasons = [] } = error as Failure;
  return (
    NAMES.has(name) ||
    $metadata?.httpStatusCode === 429 ||
    CancellationReasons.some(({ Code = '' }) => THROTTLED_MEMBER.has(Code))
  );
};
