import { environment, required } from '../environment.ts';

/** The path of a transmittal's page for one recipient, with the sealed link as last component. */
export const TRANSMITTAL_PATH = '/api/public/transmittals/{token}';

/** Returns the address of the page for a recipient's sealed link. */
export const transmittalUrl = (sealed: string): string =>
  required(environment(), 'PUBLIC_BASE_URL') + TRANSMITTAL_PATH.replace('{token}', sealed);
