import { type App, RemovalPolicy, type Stack, type StackProps } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import * as z from 'zod';
import { BEDROCK_MODEL_NAMES, DEFAULT_BEDROCK_MODEL } from '../../shared/domain/search/models.ts';
import { configurationOf, STAGE_NAME, type StageConfiguration } from './stages.ts';

export { prefixOf } from './stages.ts';

const address = z.url({ protocol: /^https$/ }).transform((url) => url.replace(/\/$/, ''));
const hostName = z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'is not a host name');
const arn = z.string().startsWith('arn:');
const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .pipe(z.array(z.union([z.literal('*'), z.url({ protocol: /^https?$/ })])).min(1));

/**
 * The settings of a deployment, each given in the file of its stage (`infra/stages`) or as `-c name=value`, in addition
 * to the stage's own configuration (`stages.ts`). Settings of the identity provider may be omitted: the stacks then
 * read them at deployment from the account's parameter store, `/construction/<stage>/jwt-issuer`, `…/jwt-audience` and
 * `…/jwks-url`.
 */
const Given = z.object({
  stage: z.string().regex(STAGE_NAME, 'is dev, staging, prod, or pr- with a number').default('dev'),
  /** The account of the stage: a deployment with credentials of another one is rejected. */
  account: z
    .string()
    .regex(/^\d{12}$/, 'has 12 digits')
    .optional(),
  region: z.string().min(1).optional(),
  /** The `iss` claim of the tokens, exactly as it appears in them. */
  jwtIssuer: z.string().min(1).optional(),
  /** The `aud` claim. */
  jwtAudience: z.string().min(1).optional(),
  /** URL where users sign in (`…/oauth/authorize`), for the reference pages; by default the issuer. */
  authUrl: address.optional(),
  /** URL of the identity provider's keys. */
  jwksUrl: address.optional(),
  /** The URL that clients use, if something other than the domains below is in front of the gateway. */
  publicBaseUrl: address.optional(),
  /** Days during which a deleted document can be restored; by default the service's own value. */
  purgeAfterDays: z.coerce.number().int().min(1).optional(),
  /** Access tokens with a longer lifetime are rejected; by default the service's own value. */
  maxTokenLifetimeSeconds: z.coerce.number().int().min(60).optional(),
  /** Shifts all traffic to the new versions at once, without canary and alarms: for an urgent fix. */
  rollout: z.literal('at-once').optional(),
  /**
   * `x86_64` runs every function on it, as `sam` requires on such a machine; by default each function uses the cheapest
   * one.
   */
  architecture: z.literal('x86_64').optional(),
  /** Bedrock's embedding model for search. After a change, every index is rebuilt with the next change or search. */
  embeddingModel: z.enum(BEDROCK_MODEL_NAMES).default(DEFAULT_BEDROCK_MODEL),
  /** Bedrock's language model or inference profile that rewords changes; none by default. */
  describingModel: z
    .string()
    .regex(/^[a-z0-9.:-]+$/, 'is not a model id')
    .optional(),
  /** Bedrock's vision model or inference profile that reads uncertain title blocks again; none by default. */
  readingModel: z
    .string()
    .regex(/^[a-z0-9.:-]+$/, 'is not a model id')
    .optional(),
  /** The address that mails are sent from; without it no mails are sent. */
  mailSender: z.email().optional(),
  /** An SES identity, an address or a domain, that is already verified for the sender; created by default. */
  mailIdentity: z.string().min(3).optional(),
  /** Address that receives alarms; without it, others may subscribe to the topic. */
  alarmEmail: z.email().optional(),
  /** Origins whose pages may call the API, separated by commas; by default those of the stage. */
  corsOrigins: origins.optional(),
  /** The API's own domain name, and its certificate in the API's region. The gateway's URL is disabled then. */
  domainName: hostName.optional(),
  domainCertificate: arn.optional(),
  /** The domain name of CloudFront and the firewall in front of the API, and its certificate in us-east-1. */
  edgeName: hostName.optional(),
  edgeCertificate: arn.optional(),
  /** The hosted zone for the DNS records; without it, they have to be created manually. */
  zoneId: z.string().min(1).optional(),
  zoneName: hostName.optional(),
});

const together = [
  ['domainName', 'domainCertificate'],
  ['edgeName', 'edgeCertificate'],
  ['zoneId', 'zoneName'],
] as const;

const Settings = Given.check(({ value, issues }) => {
  const missing = (name: string, other: string) =>
    issues.push({ code: 'custom', path: [name], message: `goes with ${other}`, input: value });
  for (const [one, other] of together) {
    if (value[one] !== undefined && value[other] === undefined) missing(other, one);
    if (value[other] !== undefined && value[one] === undefined) missing(one, other);
  }
  if (value.mailIdentity !== undefined && value.mailSender === undefined) missing('mailSender', 'mailIdentity');
  if (value.edgeName !== undefined && value.domainName === undefined) missing('domainName', 'edgeName');
});

/**
 * The contents of a stage's file (`infra/stages`): any setting except the stage's name and the rollout of one
 * deployment.
 */
export type StageFile = Omit<z.input<typeof Given>, 'stage' | 'rollout'>;

export type Settings = Omit<z.output<typeof Given>, 'corsOrigins'> & StageConfiguration;

/**
 * Parses the settings of a deployment: given values take precedence over the stage's file.
 * @param file the stage's file
 * @throws Error naming each setting with an invalid value
 */
export const parseSettings = (given: Record<string, unknown>, file: StageFile = {}): Settings => {
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const parsed = Settings.safeParse({ ...file, ...own });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `-c ${path.join('.')}: ${message}`);
    throw new Error(`The settings of this deployment are invalid: ${problems.join('; ')}`);
  }
  const { corsOrigins, ...rest } = parsed.data;
  return { ...configurationOf(rest.stage), ...rest, ...(corsOrigins && { corsOrigins }) };
};

/** Returns the settings of this run from the context and the stage's file. */
export const settingsOf = (app: App, files: (stage: string) => StageFile): Settings => {
  const names = Object.keys(Given.shape);
  const given = Object.fromEntries(names.map((name) => [name, app.node.tryGetContext(name) as unknown]));
  return parseSettings(given, files(String(given.stage ?? 'dev')));
};

/**
 * Prevents the deployment of a stage to an account that is not its own.
 * @param current the account of the current credentials; undefined without credentials, as for a synthesis
 * @throws Error naming the expected account
 */
export const guardAccount = ({ stage, account, accountNamed }: Settings, current: string | undefined): void => {
  if (current === undefined) return;
  if (account === undefined) {
    if (accountNamed) {
      throw new Error(`Set the account of the stage ${stage}: account in infra/stages/${stage}.ts, or -c account=…`);
    }
    return;
  }
  if (account !== current) {
    throw new Error(`The stage ${stage} belongs to the account ${account}; the credentials belong to ${current}`);
  }
};

/**
 * Returns what happens to data and logs when their stack is deleted. Retained resources are still deleted if their
 * creation failed, so that the next attempt finds no remains.
 */
export const removalOf = ({ keepsData }: Settings): RemovalPolicy =>
  keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** The properties of every stack of a stage. */
export const stackProps = (settings: Settings, description: string): StackProps => ({
  description: `Construction documents: ${description}`,
  terminationProtection: settings.terminationProtection,
  env: { ...(settings.account && { account: settings.account }), ...(settings.region && { region: settings.region }) },
});

const stored = (stack: Stack, { stage }: Settings, name: string): string =>
  StringParameter.valueForStringParameter(stack, `/construction/${stage}/${name}`);

/** Returns the environment variables with which a function verifies tokens. */
export const identityEnvironment = (stack: Stack, settings: Settings): Record<string, string> => ({
  JWT_ISSUER: settings.jwtIssuer ?? stored(stack, settings, 'jwt-issuer'),
  JWT_AUDIENCE: settings.jwtAudience ?? stored(stack, settings, 'jwt-audience'),
  JWKS_URL: settings.jwksUrl ?? stored(stack, settings, 'jwks-url'),
  ...(settings.maxTokenLifetimeSeconds !== undefined && {
    MAX_TOKEN_LIFETIME_SECONDS: String(settings.maxTokenLifetimeSeconds),
  }),
});

/** Returns the environment variable with the URL where users sign in, for the reference pages. */
export const signInEnvironment = (stack: Stack, settings: Settings): Record<string, string> => ({
  AUTH_URL: settings.authUrl ?? settings.jwtIssuer ?? stored(stack, settings, 'jwt-issuer'),
});
