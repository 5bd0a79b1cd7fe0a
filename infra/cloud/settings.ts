import { type App, RemovalPolicy, type Stack, type StackProps } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import * as z from 'zod';
import { BEDROCK_MODEL_NAMES, DEFAULT_BEDROCK_MODEL } from '../../shared/domain/search/models.ts';
import { configurationOf, STAGE_NAME, type StageConfiguration } from './stages.ts';

export { prefixOf } from './stages.ts';

const address = z.url({ protocol: /^https$/ }).transform((url) => url.replace(/\/$/, ''));
const hostName = z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'is no name of a host');
const arn = z.string().startsWith('arn:');
const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .pipe(z.array(z.union([z.literal('*'), z.url({ protocol: /^https?$/ })])).min(1));

/**
 * What a deployment is given, each in the file of its stage (`infra/stages`) or as `-c name=value`, beside what its stage
 * says by itself (`stages.ts`). What the identity provider decides may be left out: the stacks then read it from the account's
 * parameter store when they are deployed, `/construction/<stage>/jwt-issuer`, `…/jwt-audience` and `…/jwks-url`.
 */
const Given = z.object({
  stage: z.string().regex(STAGE_NAME, 'is dev, staging, prod, or pr- with a number').default('dev'),
  /** The account that the stage belongs to: a deployment with credentials of another one is refused. */
  account: z
    .string()
    .regex(/^\d{12}$/, 'has 12 digits')
    .optional(),
  region: z.string().min(1).optional(),
  /** The `iss` claim of the tokens, exactly as they carry it. */
  jwtIssuer: z.string().min(1).optional(),
  /** The `aud` claim. */
  jwtAudience: z.string().min(1).optional(),
  /** Where users sign in (`…/oauth/authorize`), for the reference pages; the issuer where not given. */
  authUrl: address.optional(),
  /** Where the identity provider publishes its keys. */
  jwksUrl: address.optional(),
  /** The address that clients use, where something else than the domains below stands before the gateway. */
  publicBaseUrl: address.optional(),
  /** For how many days a deleted document can be restored; the service's own default where not given. */
  purgeAfterDays: z.coerce.number().int().min(1).optional(),
  /** Access tokens with a longer lifetime are refused; the service's own default if not given. */
  maxTokenLifetimeSeconds: z.coerce.number().int().min(60).optional(),
  /** Shifts all traffic to the new versions at once, without canary and alarms: for a fix that cannot wait. */
  rollout: z.literal('at-once').optional(),
  /** `x86_64` runs every function there, as `sam` on such a machine must; each where it costs least where not given. */
  architecture: z.literal('x86_64').optional(),
  /** The embedding model of search, of Bedrock. Another one has every index built anew with the next change or search. */
  embeddingModel: z.enum(BEDROCK_MODEL_NAMES).default(DEFAULT_BEDROCK_MODEL),
  /** The language model of Bedrock, or inference profile, that says changes in other words; none where not given. */
  describingModel: z
    .string()
    .regex(/^[a-z0-9.:-]+$/, 'is no name of a model')
    .optional(),
  /** The address that mail is sent from; no mail is sent where not given. */
  mailSender: z.email().optional(),
  /** The identity of SES, an address or a domain, that is verified already for it; made where not given. */
  mailIdentity: z.string().min(3).optional(),
  /** Who is told about alarms; nobody where not given, the topic is there for others to subscribe. */
  alarmEmail: z.email().optional(),
  /** Origins whose pages may call, separated by commas; what the stage says where not given. */
  corsOrigins: origins.optional(),
  /** The API's own name, and its certificate in the API's region. The gateway's own address then answers no more. */
  domainName: hostName.optional(),
  domainCertificate: arn.optional(),
  /** A name that CloudFront and a firewall answer in front of the API's own, and its certificate in us-east-1. */
  edgeName: hostName.optional(),
  edgeCertificate: arn.optional(),
  /** The hosted zone in which the names are written; by hand where not given. */
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

/** What the file of a stage (`infra/stages`) gives: any setting but the stage's own name and how one deployment rolls out. */
export type StageFile = Omit<z.input<typeof Given>, 'stage' | 'rollout'>;

export type Settings = Omit<z.output<typeof Given>, 'corsOrigins'> & StageConfiguration;

/**
 * The settings of a deployment: what it is given itself comes before what the stage's file says.
 * @param file what the stage's file gives
 * @throws Error that names each setting with a wrong value
 */
export const parseSettings = (given: Record<string, unknown>, file: StageFile = {}): Settings => {
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const parsed = Settings.safeParse({ ...file, ...own });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `-c ${path.join('.')}: ${message}`);
    throw new Error(`The settings of this deployment are wrong: ${problems.join('; ')}`);
  }
  const { corsOrigins, ...rest } = parsed.data;
  return { ...configurationOf(rest.stage), ...rest, ...(corsOrigins && { corsOrigins }) };
};

/** The settings of this run, from the context and the stage's file. */
export const settingsOf = (app: App, files: (stage: string) => StageFile): Settings => {
  const names = Object.keys(Given.shape);
  const given = Object.fromEntries(names.map((name) => [name, app.node.tryGetContext(name) as unknown]));
  return parseSettings(given, files(String(given.stage ?? 'dev')));
};

/**
 * Keeps a stage out of an account that is not its own.
 * @param current the account of the credentials at hand; undefined without any, as for a synthesis
 * @throws Error that says which account was meant
 */
export const guardAccount = ({ stage, account, accountNamed }: Settings, current: string | undefined): void => {
  if (current === undefined) return;
  if (account === undefined) {
    if (accountNamed) {
      throw new Error(`Name the account of the stage ${stage}: account in infra/stages/${stage}.ts, or -c account=…`);
    }
    return;
  }
  if (account !== current) {
    throw new Error(`The stage ${stage} belongs to the account ${account}; these credentials are of ${current}`);
  }
};

/**
 * What becomes of data and logs when their stack goes. What is kept is still removed where its very creation failed, so
 * that the next attempt finds no remains.
 */
export const removalOf = ({ keepsData }: Settings): RemovalPolicy =>
  keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** What every stack of a stage has. */
export const stackProps = (settings: Settings, description: string): StackProps => ({
  description: `Construction documents: ${description}`,
  terminationProtection: settings.terminationProtection,
  env: { ...(settings.account && { account: settings.account }), ...(settings.region && { region: settings.region }) },
});

const stored = (stack: Stack, { stage }: Settings, name: string): string =>
  StringParameter.valueForStringParameter(stack, `/construction/${stage}/${name}`);

/** The variables by which a function recognises tokens. */
export const identityEnvironment = (stack: Stack, settings: Settings): Record<string, string> => ({
  JWT_ISSUER: settings.jwtIssuer ?? stored(stack, settings, 'jwt-issuer'),
  JWT_AUDIENCE: settings.jwtAudience ?? stored(stack, settings, 'jwt-audience'),
  JWKS_URL: settings.jwksUrl ?? stored(stack, settings, 'jwks-url'),
  ...(settings.maxTokenLifetimeSeconds !== undefined && {
    MAX_TOKEN_LIFETIME_SECONDS: String(settings.maxTokenLifetimeSeconds),
  }),
});

/** The variable by which the reference pages know where users sign in. */
export const signInEnvironment = (stack: Stack, settings: Settings): Record<string, string> => ({
  AUTH_URL: settings.authUrl ?? settings.jwtIssuer ?? stored(stack, settings, 'jwt-issuer'),
});
