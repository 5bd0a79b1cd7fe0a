import { environment, required } from '../environment.ts';

/** The path of sealed links, with the token as last component. */
export const SEALED_PATH = '/api/public/files/{token}';

/** Returns the address that redirects to the file of a sealed token. */
export const publicLink = (token: string): string =>
  required(environment(), 'PUBLIC_BASE_URL') + SEALED_PATH.replace('{token}', token);
