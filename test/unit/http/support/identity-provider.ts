import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';

export const AUDIENCE = 'https://documents.example';

export interface SigningKey {
  kid: string;
  alg: string;
  privateKey: CryptoKey;
  jwk: JWK;
}

export const makeKey = async (kid: string, alg = 'ES256'): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
};

/** Serves a key set on a free port and counts the requests. */
export class IdentityProvider {
  keys: unknown[] = [];
  status = 200;
  hangs = false;
  body: string | undefined;
  requests = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<IdentityProvider> {
    const server = createServer();
    const provider = new IdentityProvider(server);
    server.on('request', (_request, response) => {
      provider.requests++;
      if (provider.hangs) return;
      response.writeHead(provider.status, { 'content-type': 'application/json' });
      response.end(provider.body ?? JSON.stringify({ keys: provider.keys }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get jwksUrl(): string {
    return `${this.issuer}/jwks`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export const seconds = (fromNow = 0): number => Math.floor(Date.now() / 1000) + fromNow;

/** A valid token; a claim or header of `undefined` is omitted. */
export const sign = (
  key: SigningKey,
  issuer: string,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): Promise<string> => {
  const given = {
    iss: issuer,
    aud: AUDIENCE,
    sub: 'user-1',
    iat: seconds(),
    exp: seconds(600),
    org_id: 'org-1',
    roles: ['member'],
    ...claims,
  };
  const kept = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const fields = { alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header } as unknown as JWTHeaderParameters;
  const headers = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return new SignJWT(kept).setProtectedHeader(headers as unknown as JWTHeaderParameters).sign(key.privateKey);
};
