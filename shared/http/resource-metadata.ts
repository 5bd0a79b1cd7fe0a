import { environment } from '../environment.ts';

/** The path of the metadata with which clients of `/mcp` find the authorization server (RFC 9728). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

/** Returns the parameter of a challenge that refers to it. */
export const resourceMetadata = (): string =>
  `resource_metadata="${environment().PUBLIC_BASE_URL ?? ''}${RESOURCE_METADATA_PATH}"`;
