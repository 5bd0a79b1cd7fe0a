/**
 * On-demand prices without free tier, as AWS listed them for us-east-1 in autumn 2026: check them before relying on a
 * budget. US dollars per unit.
 */
export const PRICES = {
  region: 'us-east-1',
  /** One read unit (4 KB, strongly consistent) and one write unit (1 KB). */
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  /** A gigabyte of a function's memory for a second, and one invocation. */
  lambdaGigabyteSecond: { x86_64: 0.0000166667, arm64: 0.0000133334 },
  lambdaRequest: 0.2e-6,
  httpApiRequest: 1.0e-6,
  /** PUT, COPY, POST, LIST; and GET with all others. */
  s3Write: 5e-6,
  s3Read: 0.4e-6,
  sqsRequest: 0.4e-6,
  kmsRequest: 3e-6,
  /** A month of one metric of an alarm, of a customer-managed key, and of a dashboard. */
  alarmMetric: 0.1,
  key: 1,
  dashboard: 3,
  textractPage: 0.0015,
  /** Titan Text Embeddings v2. */
  embeddedToken: 0.02e-6,
  /** A gigabyte for a month. */
  s3Standard: 0.023,
  s3InfrequentAccess: 0.0125,
  dynamodbStorage: 0.25,
  /** A gigabyte sent to the internet. */
  transferOut: 0.09,
} as const;
