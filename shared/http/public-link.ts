import { environment, required } from '../environment.ts';

/** Where sealed links are opened, with the token as last component. */
export const SEALED_PATH = '/api/public/files/{token}';

/** The address that redirects to the file a sealed token stands for. */
export const publicLink = (token: string): string =>
  required(environment(), 'PUBLIC_BASE_URL') + SEALED_PATH.replace('{token}', token);
