import { environment } from '../environment.ts';

/** Where clients of `/mcp` find out who gives tokens for it (RFC 9728). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

/** What a challenge says of it. */
export const resourceMetadata = (): string =>
  `resource_metadata="${environment().PUBLIC_BASE_URL ?? ''}${RESOURCE_METADATA_PATH}"`;
