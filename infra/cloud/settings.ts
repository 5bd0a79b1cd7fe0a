import type { App, Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import * as z from 'zod';

const address = z.url({ protocol: /^https$/ }).transform((url) => url.replace(/\/$/, ''));

/**
 * What a deployment is told, each as `-c name=value` (or `context` of cdk.json). What the identity provider decides
 * may be left out: the stacks then read it from the account's parameter store when they are deployed,
 * `/construction/<stage>/jwt-issuer`, `…/jwt-audience` and `…/jwks-url`.
 */
const Settings = z.object({
  stage: z.enum(['dev', 'prod']).default('dev'),
  /** The `iss` claim of the tokens, exactly as they carry it. */
  jwtIssuer: z.string().min(1).optional(),
  /** The `aud` claim. */
  jwtAudience: z.string().min(1).optional(),
  /** Where users sign in (`…/oauth/authorize`), for the reference pages; the issuer where not given. */
  authUrl: address.optional(),
  /** Where the identity provider publishes its keys. */
  jwksUrl: address.optional(),
  /** The address that clients use, where a domain stands before the gateway. */
  publicBaseUrl: address.optional(),
  /** For how many days a deleted document can be restored; the service's own default where not given. */
  purgeAfterDays: z.coerce.number().int().min(1).optional(),
  /** The verified address that mail is sent from. */
  mailSender: z.email().optional(),
  /** Who is told about alarms; nobody where not given, the topic is there for others to subscribe. */
  alarmEmail: z.email().optional(),
});
export type Settings = z.infer<typeof Settings>;

/** Stands first in the name of every stack, function and queue. */
export const prefixOf = ({ stage }: Settings): string => `construction-${stage}`;

/** @throws Error that names each setting with a wrong value. */
export const parseSettings = (given: Record<string, unknown>): Settings => {
  const parsed = Settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `-c ${path.join('.')}: ${message}`);
  throw new Error(`The settings of this deployment are wrong: ${problems.join('; ')}`);
};

/** The settings of this run, from the context. */
export const settingsOf = (app: App): Settings =>
  parseSettings(
    Object.fromEntries(Object.keys(Settings.shape).map((name) => [name, app.node.tryGetContext(name) as unknown])),
  );

const stored = (stack: Stack, { stage }: Settings, name: string): string =>
  StringParameter.valueForStringParameter(stack, `/construction/${stage}/${name}`);

/** The variables by which a function recognises tokens. */
export const identityEnvironment = (stack: Stack, settings: Settings): Record<string, string> => ({
  JWT_ISSUER: settings.jwtIssuer ?? stored(stack, settings, 'jwt-issuer'),
  JWT_AUDIENCE: settings.jwtAudience ?? stored(stack, settings, 'jwt-audience'),
  JWKS_URL: settings.jwksUrl ?? stored(stack, settings, 'jwks-url'),
});

/** The variable by which the reference pages know where users sign in. */
export const signInEnvironment = (stack: Stack, settings: Settings): Record<string, string> => ({
  AUTH_URL: settings.authUrl ?? settings.jwtIssuer ?? stored(stack, settings, 'jwt-issuer'),
});
