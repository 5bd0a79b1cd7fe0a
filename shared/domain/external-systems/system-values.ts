import * as z from 'zod';

export const SystemType = z.enum(['rest_api', 'soap_api', 'graphql', 'webhook', 'database', 'custom']);
export const AuthenticationType = z.enum(['none', 'api_key', 'bearer_token', 'basic_auth', 'oauth2', 'custom_header']);
export type AuthenticationType = z.infer<typeof AuthenticationType>;

const STATUSES = ['active', 'inactive', 'error', 'testing'] as const;
export const SystemStatus = z.enum(STATUSES);
export type SystemStatus = z.infer<typeof SystemStatus>;

/** The identifier chosen by the caller: unique in the organization, and a component of a URL path. */
export const SystemId = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,128}$/, 'must be 1 to 128 letters, digits, ".", "_" or "-"');
