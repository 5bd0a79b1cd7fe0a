import * as z from 'zod';
import { BEDROCK_MODEL_NAMES, DEFAULT_BEDROCK_MODEL } from './domain/search/models.ts';
import { type QueueVariable, queueNames, queueVariable } from './queue/queues.ts';

// Shared by all variables of a kind: making a schema takes time whenever a function starts.
const text = z.string().optional();
const positive = z.coerce.number().int().min(1);
const count = (otherwise: number) => positive.default(otherwise);

const queueUrls = Object.fromEntries(queueNames.map((name) => [queueVariable(name), text])) as {
  [V in QueueVariable]: z.ZodOptional<z.ZodString>;
};

/**
 * The environment variables of a process. Every function gets only the variables that it uses, so those without a
 * default are optional here and read with `required` where they are needed.
 */
const Environment = z.object({
  TABLE_NAME: text,
  CREDENTIALS_TABLE_NAME: text,
  REQUESTS_TABLE_NAME: text,
  FILES_BUCKET: text,
  /** The embedding model of the stage. */
  EMBEDDING_MODEL: z.enum(BEDROCK_MODEL_NAMES).default(DEFAULT_BEDROCK_MODEL),
  /**
   * The language model that rewords changes: its id in Bedrock or its inference profile. If absent, changes are not
   * reworded.
   */
  DESCRIBING_MODEL: text,
  /** The vision model for a second reading of title blocks, as above. If absent, there is none. */
  READING_MODEL: text,
  ...queueUrls,
  /** The URL prefix of the dead-letter queues, up to the queue's name. */
  DEAD_LETTERS_URL: text,
  KMS_KEY_ID: text,
  /** The expected `iss` claim, exactly as in tokens. */
  JWT_ISSUER: text,
  /** The expected `aud` claim. */
  JWT_AUDIENCE: text,
  /** Where the identity provider publishes its keys. */
  JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Access tokens with a longer lifetime (`exp` − `iat`) are rejected; 30 days by default. */
  MAX_TOKEN_LIFETIME_SECONDS: count(30 * 24 * 60 * 60),
  /** The sign-in address (`…/oauth/authorize`) for the reference pages, without a trailing slash. */
  AUTH_URL: text,
  /** The address at which clients reach the service, without a trailing slash. */
  PUBLIC_BASE_URL: text,
  /** On one machine, the address of the page that shows sent mails, for the landing page. */
  MAILBOX_URL: text,
  /** The verified address that mails are sent from. */
  MAIL_SENDER: text,
  /** The configuration set through which SES reports delivery events; without it, none are reported. */
  MAIL_CONFIGURATION_SET: text,
  /** The function's stage; without it, no metrics are written. */
  STAGE: text,
  /** The function's group of operations. */
  GROUP: text,
  /** Set by Lambda itself. */
  AWS_LAMBDA_FUNCTION_NAME: text,
  AWS_LAMBDA_FUNCTION_VERSION: text,
  /** A worker that does not renew its lease for this long is replaced. */
  LEASE_SECONDS: count(30),
  /**
   * Work on a document that takes longer is continued in another run, so that other documents are processed in between.
   */
  SLICE_SECONDS: count(60),
  /** The sweep ignores documents that have been queued or processed for less than this. */
  SWEEP_AFTER_SECONDS: count(60),
  /** A deleted document can be restored for this number of days before it is removed permanently. */
  PURGE_AFTER_DAYS: count(30),
  /** The maximum duration of a request: after it, a deleted project receives no more writes from earlier requests. */
  REQUEST_SECONDS: count(60),
  /**
   * A batch of uploads has finished when none of its files has been in work for this long, at most 900 (the longest delay
   * of a message in SQS).
   */
  BATCH_QUIET_SECONDS: count(60).pipe(z.int().max(900)),
  /** Maximum mails per user and day to addresses of no member. */
  OUTSIDE_MAILS_PER_DAY: count(50),
  RATE_LIMIT_PER_MINUTE: count(100),
  RATE_LIMIT_PER_HOUR: count(5000),
  RATE_LIMIT_CONCURRENT: count(10),
});
export type Environment = z.infer<typeof Environment>;

/** Parses variables; empty ones count as absent. @throws Error that names each invalid variable */
export const parseEnvironment = (variables: Record<string, string | undefined>): Environment => {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Invalid environment variables: ${problems.join('; ')}`);
};

let current: Environment | undefined;

/** Returns the process's environment, parsed on first use. */
export const environment = (): Environment => {
  current ??= parseEnvironment(process.env);
  return current;
};

/** Replaces the result of `environment()`; undefined makes it read `process.env` again. For local start and tests. */
export const useEnvironment = (replacement: Environment | undefined): void => {
  current = replacement;
};

/** Returns the value of a variable that is required. @throws Error that names the variable */
export const required = <K extends keyof Environment>(from: Environment, name: K): NonNullable<Environment[K]> => {
  const value = from[name];
  if (value === undefined || value === null) throw new Error(`Environment variable ${name} is not set`);
  return value as NonNullable<Environment[K]>;
};
