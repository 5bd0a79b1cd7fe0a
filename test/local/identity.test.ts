import { statSync } from 'node:fs';
import { join } from 'node:path';
import { JwtVerifier } from 'aws-jwt-verify';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { issueToken } from '../../infra/local/identity/access-token.ts';
import { demoClient } from '../../infra/local/identity/clients.ts';
import { createIdentityProvider } from '../../infra/local/identity/provider.ts';
import { createSandboxOrganization } from '../../infra/local/identity/sandbox-organization.ts';
import { rotateKeys, signingKeys } from '../../infra/local/identity/signing-keys.ts';
import { serveHttp, temporaryDirectory } from './support.ts';

async function openProvider() {
  const directory = temporaryDirectory();
  let provider: ReturnType<typeof createIdentityProvider> | undefined;
  const issuer = await serveHttp((request, response) => provider?.handle(request, response));
  provider = createIdentityProvider(issuer, directory);
  onTestFinished(() => provider?.close());
  const verifier = () =>
    JwtVerifier.create({
      issuer,
      audience: 'construction-api',
      jwksUri: `${issuer.replace('http:', 'https:')}/oauth/jwks`,
    });
  return { issuer, directory, verifier };
}

type Opened = Awaited<ReturnType<typeof openProvider>>;

/** Verifies tokens with the provider's published keys; aws-jwt-verify itself fetches over https only. */
async function verify({ issuer, verifier }: Opened, token: string) {
  const published = verifier();
  const jwks = (await (await fetch(`${issuer}/oauth/jwks`)).json()) as Parameters<typeof published.cacheJwks>[0];
  published.cacheJwks(jwks);
  return published.verifySync(token);
}

/** A minimal browser for the flow: cookies and redirects. */
function browser() {
  const cookies = new Map<string, string>();
  return async function visit(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const location = response.headers.get('location');
    const next = location ? new URL(location, url) : undefined;
    return next?.pathname.startsWith('/oauth/') ? visit(next.href) : response;
  };
}

const redirectUri = 'http://localhost:5173/signed-in';

function authorizeUrl(issuer: string, changes: Record<string, string> = {}): string {
  const query = {
    client_id: demoClient.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
  };
  return `${issuer}/oauth/authorize?${new URLSearchParams({ ...query, state: 's', ...changes })}`;
}

/** Signs in and allows access; returns the last redirect of the provider. */
async function signIn(issuer: string, changes: Record<string, string> = {}): Promise<URL> {
  const visit = browser();
  const actionOf = async (page: Response) => issuer + (/action="([^"]+)"/.exec(await page.text())?.[1] ?? '');
  const login = await visit(authorizeUrl(issuer, changes));
  const consent = await visit(await actionOf(login), {
    user: 'ann.lee@example.com',
    organization: 'o1',
    role: 'manager',
  });
  const back = await visit(await actionOf(consent), { decision: 'allow' });
  return new URL(back.headers.get('location') ?? '');
}

async function exchange(issuer: string, fields: Record<string, string>) {
  const { client_id, client_secret } = demoClient;
  const body = new URLSearchParams({ client_id, client_secret, ...fields });
  const response = await fetch(`${issuer}/oauth/token`, { method: 'POST', body });
  return { status: response.status, tokens: (await response.json()) as Record<string, string> };
}

const codeGrant = (code: string) => ({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });

describe('the authorization code flow', () => {
  it('ends with a JWT for the service', async () => {
    const opened = await openProvider();

    const back = await signIn(opened.issuer);
    const { status, tokens } = await exchange(opened.issuer, codeGrant(back.searchParams.get('code') ?? ''));

    expect(`${back.origin}${back.pathname}`).toBe(redirectUri);
    expect([status, tokens.token_type, tokens.expires_in]).toEqual([200, 'Bearer', 3600]);
    const token = tokens.access_token ?? '';
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) });
    const claims = await verify(opened, token);
    expect(claims).toMatchObject({
      ...{ iss: opened.issuer, aud: 'construction-api', sub: 'ann.lee@example.com', client_id: 'demo' },
      ...{ org_id: 'o1', roles: ['manager'], name: 'Ann Lee', email: 'ann.lee@example.com' },
    });
    expect(claims.exp! - claims.iat!).toBe(3600);
    expect(claims).not.toHaveProperty('scope');
    expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({ aud: 'demo', sub: 'ann.lee@example.com' });
    expect(tokens).not.toHaveProperty('refresh_token');
  });

  it('grants the requested scopes, and a refresh token on request', async () => {
    const opened = await openProvider();
    const scope = 'openid offline_access documents:read documents:write';

    const back = await signIn(opened.issuer, { scope, prompt: 'consent' });
    const first = await exchange(opened.issuer, codeGrant(back.searchParams.get('code') ?? ''));
    const refresh = { grant_type: 'refresh_token', refresh_token: first.tokens.refresh_token ?? '' };
    const second = await exchange(opened.issuer, refresh);

    for (const { tokens } of [first, second]) {
      const claims = await verify(opened, tokens.access_token ?? '');
      expect(claims).toMatchObject({ scope: 'documents:read documents:write', org_id: 'o1', roles: ['manager'] });
    }
  });

  it('accepts a code once, and only with the client secret', async () => {
    const { issuer } = await openProvider();
    const code = (await signIn(issuer)).searchParams.get('code') ?? '';

    const forged = await exchange(issuer, { ...codeGrant(code), client_secret: 'guess' });
    const taken = await exchange(issuer, codeGrant(code));
    const again = await exchange(issuer, codeGrant(code));

    expect([forged.status, forged.tokens.error]).toEqual([401, 'invalid_client']);
    expect(taken.status).toBe(200);
    expect([again.status, again.tokens.error]).toEqual([400, 'invalid_grant']);
  });

  it('rejects redirects to other machines that are not registered', async () => {
    const { issuer } = await openProvider();

    const response = await browser()(authorizeUrl(issuer, { redirect_uri: 'https://evil.test/callback' }));

    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
  });

  it('reports to the application that the user denied access', async () => {
    const { issuer } = await openProvider();
    const visit = browser();
    const actionOf = async (page: Response) => issuer + (/action="([^"]+)"/.exec(await page.text())?.[1] ?? '');

    const incomplete = await visit(await actionOf(await visit(authorizeUrl(issuer))), {
      user: 'ann',
      organization: 'o1',
    });
    const consent = await visit(await actionOf(incomplete.clone()), {
      user: 'ann',
      organization: 'o1',
      role: 'viewer',
    });
    const back = await visit(await actionOf(consent), { decision: 'deny' });

    expect([incomplete.status, await incomplete.text()]).toEqual([
      422,
      expect.stringContaining('must be one of viewer'),
    ]);
    expect(new URL(back.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied');
  });

  it('is described by the discovery document', async () => {
    const { issuer } = await openProvider();

    const description = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();

    expect(description).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      jwks_uri: `${issuer}/oauth/jwks`,
    });
  });
});

describe('signing keys', () => {
  const person = { user: 'ann', organization: 'o1', roles: ['viewer' as const] };

  it('sign tokens that verify before and after a rotation, while the provider runs', async () => {
    const opened = await openProvider();
    const { issuer, directory } = opened;
    const before = await issueToken(directory, { ...person, issuer });

    const { kid } = rotateKeys(directory);
    const after = await issueToken(directory, { ...person, issuer });

    expect(decodeProtectedHeader(after).kid).toBe(kid);
    expect(decodeProtectedHeader(before).kid).not.toBe(kid);
    await expect(verify(opened, before)).resolves.toMatchObject({ sub: 'ann' });
    await expect(verify(opened, after)).resolves.toMatchObject({ sub: 'ann' });
  });

  it('are published without private part, and stored readable by the owner only', async () => {
    const { issuer, directory } = await openProvider();

    const { keys } = (await (await fetch(`${issuer}/oauth/jwks`)).json()) as { keys: Record<string, string>[] };

    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(statSync(join(directory, 'identity/signing-keys.json')).mode & 0o777).toBe(0o600);
    expect(signingKeys(directory)[0]?.kid).toBe(keys[0]?.kid);
  });
});

describe('the organization of the demonstration user', () => {
  it('is requested again while the service is unavailable, and after no other error', async () => {
    const { directory } = await openProvider();
    const statuses = [503, 503, 201];
    const asked: number[] = [];
    const url = await serveHttp((_request, response) => {
      asked.push(statuses[asked.length] ?? 422);
      response.writeHead(asked.at(-1) ?? 500, { 'retry-after': '0' }).end('{}');
    });
    await createSandboxOrganization(url, directory);
    expect(asked).toEqual([503, 503, 201]);
    await expect(createSandboxOrganization(url, directory)).rejects.toThrow('422');
    expect(asked).toHaveLength(4);
  });
});
