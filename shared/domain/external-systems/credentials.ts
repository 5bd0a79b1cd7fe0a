import * as z from 'zod';
import { CallableUrl } from './addresses.ts';
import { CredentialHeaderName, HeaderValue } from './header-rules.ts';
import type { AuthenticationType } from './system-values.ts';

/** As stored: field names with their values. */
export type Credentials = Readonly<Record<string, string>>;

const secret = HeaderValue.min(1);
const opaque = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');
const MAXIMUM = 1024;
const text = z
  .string()
  .max(MAXIMUM)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected here
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters');

/** The fields that each type of authentication requires. */
export const CREDENTIALS = {
  api_key: z.strictObject({ api_key: opaque, header_name: CredentialHeaderName.optional() }),
  bearer_token: z.strictObject({ token: opaque }),
  basic_auth: z.strictObject({
    username: text.regex(/^[^:]*$/, 'must not contain a colon'),
    password: text,
  }),
  oauth2: z.strictObject({
    client_id: text.min(1),
    client_secret: text.min(1),
    token_url: CallableUrl,
    scope: z
      .string()
      .max(MAXIMUM)
      .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII')
      .optional(),
  }),
  custom_header: z.strictObject({ header_name: CredentialHeaderName, header_value: secret }),
} as const satisfies Record<Exclude<AuthenticationType, 'none'>, z.ZodType<Credentials>>;

/** The default header for an API key. */
const API_KEY_HEADER = 'X-API-Key';

const base64 = (value: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(value)));

/** Returns the `Authorization` header of HTTP Basic authentication. */
export const basicAuthorization = (user: string, password: string): string => `Basic ${base64(`${user}:${password}`)}`;

/** Returns the headers that authenticate a call; an OAuth 2 call first requests a token with them. */
export const authorizationHeaders = (
  type: Exclude<AuthenticationType, 'none' | 'oauth2'>,
  stored: Credentials,
): Record<string, string> => {
  switch (type) {
    case 'api_key': {
      const { api_key, header_name } = CREDENTIALS.api_key.parse(stored);
      return { [header_name ?? API_KEY_HEADER]: api_key };
    }
    case 'bearer_token':
      return { Authorization: `Bearer ${CREDENTIALS.bearer_token.parse(stored).token}` };
    case 'basic_auth': {
      const { username, password } = CREDENTIALS.basic_auth.parse(stored);
      return { Authorization: basicAuthorization(username, password) };
    }
    case 'custom_header': {
      const { header_name, header_value } = CREDENTIALS.custom_header.parse(stored);
      return { [header_name]: header_value };
    }
  }
};
