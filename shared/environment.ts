import * as z from 'zod';
import { BEDROCK_MODEL_NAMES, DEFAULT_BEDROCK_MODEL } from './domain/search/models.ts';
import { type QueueVariable, queueNames, queueVariable } from './queue/queues.ts';

const count = (otherwise: number) => z.coerce.number().int().min(1).default(otherwise);

const queueUrls = Object.fromEntries(queueNames.map((name) => [queueVariable(name), z.string().optional()])) as {
  [V in QueueVariable]: z.ZodOptional<z.ZodString>;
};

/**
 * What a process reads from its environment. Every function gets only the variables that it uses, so the ones
 * without a default are optional here and asked for with `required` where they are needed.
 */
const Environment = z.object({
  TABLE_NAME: z.string().optional(),
  CREDENTIALS_TABLE_NAME: z.string().optional(),
  REQUESTS_TABLE_NAME: z.string().optional(),
  FILES_BUCKET: z.string().optional(),
  /** The embedding model of a stage. */
  EMBEDDING_MODEL: z.enum(BEDROCK_MODEL_NAMES).default(DEFAULT_BEDROCK_MODEL),
  /** The language model that says changes in other words, as Bedrock names it or its inference profile; none without. */
  DESCRIBING_MODEL: z.string().optional(),
  ...queueUrls,
  /** The beginning of the URL of each dead-letter queue, up to the queue's own name. */
  DEAD_LETTERS_URL: z.string().optional(),
  KMS_KEY_ID: z.string().optional(),
  /** Expected `iss` claim, exactly as tokens carry it. */
  JWT_ISSUER: z.string().optional(),
  /** Expected `aud` claim. */
  JWT_AUDIENCE: z.string().optional(),
  /** Where the identity provider publishes its keys. */
  JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Access tokens with a longer lifetime (`exp` − `iat`) are refused; 30 days. */
  MAX_TOKEN_LIFETIME_SECONDS: count(30 * 24 * 60 * 60),
  /** Where users sign in (`…/oauth/authorize`), for the reference pages; without a slash at the end. */
  AUTH_URL: z.string().optional(),
  /** Address under which clients reach the service, without a slash at the end. */
  PUBLIC_BASE_URL: z.string().optional(),
  /** Where the mails of one machine are shown, for the first page. */
  MAILBOX_URL: z.string().optional(),
  /** The verified address that mails are from, and the configuration set by which SES tells what became of them. */
  MAIL_SENDER: z.string().optional(),
  /** By which SES tells what became of mails; none is told without. */
  MAIL_CONFIGURATION_SET: z.string().optional(),
  /** The stage that this function is of; without it no metrics are written. */
  STAGE: z.string().optional(),
  /** The group of operations that this function is of. */
  GROUP: z.string().optional(),
  /** Set by Lambda itself. */
  AWS_LAMBDA_FUNCTION_NAME: z.string().optional(),
  AWS_LAMBDA_FUNCTION_VERSION: z.string().optional(),
  /** A worker that does not renew its hold on a document for this long is replaced. */
  LEASE_SECONDS: count(30),
  /** Work on a document that takes longer than this goes on in another run, so that others come in between. */
  SLICE_SECONDS: count(60),
  /** A document that waits or is in work for less than this is left alone by the sweep. */
  SWEEP_AFTER_SECONDS: count(60),
  /** A deleted document can be restored for so many days; then it is removed for good. */
  PURGE_AFTER_DAYS: count(30),
  /** No request lives longer: what it still writes into a project that is being deleted is there by then. */
  REQUEST_SECONDS: count(60),
  /** Mails on account of one user that go to addresses of no member. */
  OUTSIDE_MAILS_PER_DAY: count(50),
  RATE_LIMIT_PER_MINUTE: count(100),
  RATE_LIMIT_PER_HOUR: count(5000),
  RATE_LIMIT_CONCURRENT: count(10),
});
export type Environment = z.infer<typeof Environment>;

/** Parses variables; empty ones count as absent. @throws Error that names each variable with a bad value. */
export const parseEnvironment = (variables: Record<string, string | undefined>): Environment => {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Environment variables are wrong: ${problems.join('; ')}`);
};

let current: Environment | undefined;

/** The process's environment, parsed on first use. */
export const environment = (): Environment => {
  current ??= parseEnvironment(process.env);
  return current;
};

/** Replaces what `environment()` answers; undefined reads `process.env` afresh. For local start and tests. */
export const useEnvironment = (replacement: Environment | undefined): void => {
  current = replacement;
};

/** The value of a variable that this function cannot work without. @throws Error naming the variable. */
export const required = <K extends keyof Environment>(from: Environment, name: K): NonNullable<Environment[K]> => {
  const value = from[name];
  if (value === undefined || value === null) throw new Error(`Environment variable ${name} is not set`);
  return value as NonNullable<Environment[K]>;
};
