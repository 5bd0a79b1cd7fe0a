import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { REFERENCE_CLIENT } from '../../../shared/reference/reference-pages.ts';
import { parseStateFile, readOrCreateFile } from '../data-directory.ts';
import { LocalError } from '../local-error.ts';

const clientSchema = z.looseObject({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  redirect_uris: z.array(z.url()).min(1),
});
export type Client = z.infer<typeof clientSchema>;

/** The client of every new data directory. Loopback redirect URIs with any port and path are accepted. */
export const demoClient: Client = {
  client_id: 'demo',
  client_secret: 'demo-secret',
  redirect_uris: ['http://localhost/callback'],
};

/** The reference page of this service, a public client without a secret. */
export const referenceClient = (issuer: string) => ({
  client_id: REFERENCE_CLIENT,
  client_name: 'The reference page',
  token_endpoint_auth_method: 'none' as const,
  redirect_uris: [`${issuer}/api/public/assets/oauth2-redirect.html`],
});

/**
 * Returns the applications registered in `DATA_DIR/identity/clients.json`; to add others, edit the file and restart.
 * Creates the file with the demo client if it is missing.
 */
export function registeredClients(dataDirectory: string): Client[] {
  const directory = join(dataDirectory, 'identity');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'clients.json');
  const text = readOrCreateFile(file, () => `${JSON.stringify([demoClient], null, 2)}\n`);
  const parsed = z.array(clientSchema).safeParse(parseStateFile(file, text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new LocalError(`${file} is not a list of clients (${issue?.path.join('.')}: ${issue?.message}): correct it.`);
}

/** Whether a redirect stays on this machine, where the port of a development server need not be registered. */
export function isLoopbackRedirect(uri: string): boolean {
  const url = URL.parse(uri);
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}
