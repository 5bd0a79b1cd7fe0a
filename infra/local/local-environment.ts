import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { parseStateFile, readOrCreateFile } from './data-directory.ts';
import { audience } from './identity/access-token.ts';
import type { LocalSettings } from './local-settings.ts';

const credentialsSchema = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  sessionToken: z.string().optional(),
});
export type LocalCredentials = z.infer<typeof credentialsSchema>;

const endpointNames = ['DYNAMODB', 'SQS', 'S3', 'KMS', 'SES'] as const;
export type EndpointName = (typeof endpointNames)[number];

/** The endpoint of each AWS service: external, or that of the embedded service. */
export type Endpoints = Record<EndpointName, string>;

export function externalEndpoint(settings: LocalSettings, name: EndpointName): string | undefined {
  return settings[`AWS_ENDPOINT_URL_${name}`];
}

/**
 * Returns the credentials with which handlers sign and which the object store verifies. The secret is generated once
 * per data directory: with a known one, any web page could sign requests to this machine. The caller's own credentials
 * are used only if an external endpoint may need them.
 */
export function localCredentials(dataDirectory: string, settings: LocalSettings): LocalCredentials {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  const external = endpointNames.some((name) => externalEndpoint(settings, name) !== undefined);
  if (external && accessKeyId && secretAccessKey) {
    return { accessKeyId, secretAccessKey, sessionToken: process.env.AWS_SESSION_TOKEN };
  }
  const file = join(dataDirectory, 'credentials.json');
  const make = () => JSON.stringify({ accessKeyId: 'local', secretAccessKey: randomBytes(30).toString('base64') });
  return credentialsSchema.parse(parseStateFile(file, readOrCreateFile(file, make)));
}

/** Returns the names of resources, which the caller may set. */
export function resourceNames(given: Record<string, string | undefined>) {
  return {
    tableName: given.TABLE_NAME || 'construction',
    credentialsTableName: given.CREDENTIALS_TABLE_NAME || 'construction-credentials',
    requestsTableName: given.REQUESTS_TABLE_NAME || 'construction-requests',
    bucket: given.FILES_BUCKET || 'construction-files',
    mailSender: given.MAIL_SENDER || 'no-reply@example.com',
    mailConfigurationSet: given.MAIL_CONFIGURATION_SET || 'construction',
  };
}

/**
 * Returns the environment variables of the Lambda functions, which must be in `process.env` before a handler is
 * imported.
 */
export function handlerEnvironment(facts: {
  settings: LocalSettings;
  given: Record<string, string | undefined>;
  baseUrl: string;
  credentials: LocalCredentials;
  endpoints: Endpoints;
  keyId: string;
  dataDirectory: string;
}): Record<string, string> {
  const { settings, given, baseUrl, credentials, endpoints } = facts;
  const names = resourceNames(given);
  return {
    AWS_REGION: settings.AWS_REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...(credentials.sessionToken ? { AWS_SESSION_TOKEN: credentials.sessionToken } : {}),
    ...Object.fromEntries(Object.entries(endpoints).map(([name, url]) => [`AWS_ENDPOINT_URL_${name}`, url])),
    TABLE_NAME: names.tableName,
    CREDENTIALS_TABLE_NAME: names.credentialsTableName,
    REQUESTS_TABLE_NAME: names.requestsTableName,
    FILES_BUCKET: names.bucket,
    MAIL_SENDER: names.mailSender,
    MAIL_CONFIGURATION_SET: names.mailConfigurationSet,
    KMS_KEY_ID: facts.keyId,
    JWT_ISSUER: settings.JWT_ISSUER ?? baseUrl,
    JWKS_URL: settings.JWKS_URL ?? `${baseUrl}/oauth/jwks`,
    JWT_AUDIENCE: given.JWT_AUDIENCE || audience,
    AUTH_URL: given.AUTH_URL || (settings.JWT_ISSUER ?? baseUrl),
    PUBLIC_BASE_URL: given.PUBLIC_BASE_URL || baseUrl,
    // One machine has only two workers, so slices are short to keep others from waiting.
    SLICE_SECONDS: given.SLICE_SECONDS || '5',
    BATCH_QUIET_SECONDS: given.BATCH_QUIET_SECONDS || '5',
  };
}

/** Variables that would direct the SDK to the developer's own account or past the embedded services. */
const misleading = ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS', 'AWS_ENDPOINT_URL'];

/** Sets the variables in `process.env`; the returned function restores the previous values. */
export function applyEnvironment(variables: Record<string, string>): () => void {
  const touched = [...new Set([...misleading, ...Object.keys(variables)])];
  const before = touched.map((name) => [name, process.env[name]] as const);
  for (const name of misleading) delete process.env[name];
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
