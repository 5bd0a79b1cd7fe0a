import * as z from 'zod';
import { LocalError } from './local-error.ts';

const port = z.coerce.number('must be a port number').int('must be a port number').min(0).max(65_535);
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const nonEmpty = z.string().min(1, 'must not be empty');

const schema = z.object({
  PORT: port.default(3000),
  DATA_DIR: nonEmpty.default('.local'),
  AWS_REGION: nonEmpty.default('us-east-1'),
  AWS_ACCESS_KEY_ID: nonEmpty.optional(),
  AWS_SECRET_ACCESS_KEY: nonEmpty.optional(),
  AWS_ENDPOINT_URL_DYNAMODB: url.optional(),
  AWS_ENDPOINT_URL_SQS: url.optional(),
  AWS_ENDPOINT_URL_S3: url.optional(),
  AWS_ENDPOINT_URL_KMS: url.optional(),
  AWS_ENDPOINT_URL_SES: url.optional(),
  /** `1` makes the embedded table as strict as DynamoDB (`dynamodb/strict-table.ts`); the tests use it. */
  STRICT_TABLE: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  /** With `STRICT_TABLE=1`, every nth request to the table is throttled; 0: none. */
  TABLE_THROTTLED_EVERY: z.coerce.number().int('must be a whole number').min(0).max(1_000_000).default(0),
  /** With `STRICT_TABLE=1`, the number of eventually consistent reads after a write that return the previous item. */
  TABLE_STALE_READS: z.coerce.number().int('must be a whole number').min(0).max(1_000).default(0),
  /**
   * Multiplies the timeouts of functions. Lambda gives each call a processor of its own; here all share those of one
   * machine, so that the time of a call depends on everything else that runs on it.
   */
  FUNCTION_TIMEOUT_FACTOR: z.coerce.number('must be a number').min(1, 'must be at least 1').max(100).default(1),
  JWT_ISSUER: url.optional(),
  JWKS_URL: url.optional(),
});

/** The settings of the local service; see `schema` for names and defaults. */
export type LocalSettings = z.infer<typeof schema>;

/**
 * Parses the settings. An empty variable counts as absent, because shells and compose files leave such variables
 * behind.
 * @throws LocalError naming the variable
 */
export function parseLocalSettings(environment: Record<string, string | undefined>): LocalSettings {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(present);
  if (!result.success) {
    const [issue] = result.error.issues;
    const name = String(issue?.path[0] ?? 'environment');
    throw new LocalError(`${name} ${issue?.message ?? 'is wrong'}: it is "${present[name] ?? ''}".`);
  }
  const { JWT_ISSUER: issuer, JWKS_URL: keys } = result.data;
  if ((issuer === undefined) !== (keys === undefined)) {
    throw new LocalError('Set JWT_ISSUER and JWKS_URL together to use another identity provider, or neither of them.');
  }
  return result.data;
}
