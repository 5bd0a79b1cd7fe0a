import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider';
import { SCOPES } from '../../../shared/domain/access/scopes.ts';
import { readOrCreateFile } from '../data-directory.ts';
import { audience, lifetimeSeconds } from './access-token.ts';
import { accessTokenClaims, personOfAccount, profileClaims } from './accounts.ts';
import { isLoopbackRedirect, referenceClient, registeredClients } from './clients.ts';
import { interactionPath, serveInteraction } from './interactions.ts';
import { messagePage, signOutPage } from './sign-in-pages.ts';
import { signingKeys, signingKeysVersion } from './signing-keys.ts';
import { openStorage, type Storage } from './storage.ts';

/** The service as the resource of access tokens; resource indicators have to be URIs. */
const resource = `urn:${audience}`;

const day = 24 * 60 * 60;
export interface IdentityProvider {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): void;
}

/**
 * The identity provider on one machine, as section 5 of the interface specification requires: authorization code flow
 * under `/oauth`, access tokens as JWT. Uses rotated signing keys without a restart.
 */
export function createIdentityProvider(issuer: string, dataDirectory: string): IdentityProvider {
  const clients = [...registeredClients(dataDirectory), referenceClient(issuer)];
  signingKeys(dataDirectory);
  const storage = openStorage(dataDirectory);
  let version = '';
  let provider: Provider | undefined;

  function current(): Provider {
    const onDisk = signingKeysVersion(dataDirectory);
    if (provider === undefined || onDisk !== version) {
      version = onDisk;
      provider = build(issuer, dataDirectory, clients, storage);
    }
    return provider;
  }

  return {
    async handle(request, response) {
      if (request.url?.startsWith(interactionPath)) return serveInteraction(current(), request, response);
      await current().callback()(request, response);
    },
    close: () => storage.close(),
  };
}

function build(issuer: string, dataDirectory: string, clients: readonly ClientMetadata[], storage: Storage): Provider {
  const configuration: Configuration = {
    adapter: storage.Adapter,
    clients: clients.map((client) => ({
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      ...client,
    })),
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    jwks: { keys: signingKeys(dataDirectory) },
    cookies: { keys: [cookieKey(dataDirectory)] },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      jwks: '/oauth/jwks',
      end_session: '/oauth/logout',
      revocation: '/oauth/revoke',
    },
    interactions: { url: (_context, interaction) => `${interactionPath}${interaction.uid}` },
    scopes: ['openid', 'offline_access', ...SCOPES],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    clientBasedCORS: (_context, origin) => isLoopbackRedirect(origin),
    // With PKCE, a client without a secret proves that it started the sign-in.
    pkce: { required: (_context, client) => client.clientAuthMethod === 'none' },
    features: {
      devInteractions: { enabled: false },
      // Access tokens are for the service, not for the provider itself.
      userinfo: { enabled: false },
      // Replaced, because the provider's own pages load a font from another site.
      rpInitiatedLogout: {
        logoutSource(context, form) {
          context.body = signOutPage(form);
        },
        postLogoutSuccessSource(context) {
          context.body = messagePage('Signed out', 'You may close this page.');
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPES.join(' '),
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: lifetimeSeconds,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    ttl: {
      AccessToken: lifetimeSeconds,
      AuthorizationCode: 60,
      IdToken: lifetimeSeconds,
      Interaction: lifetimeSeconds,
      Session: 14 * day,
      Grant: 14 * day,
      RefreshToken: 14 * day,
    },
    responseTypes: ['code'],
    findAccount(_context, accountId) {
      const person = personOfAccount(accountId);
      if (person === undefined) return undefined;
      const claims = { sub: person.user, ...profileClaims(person), email_verified: true };
      return { accountId, claims: async () => claims };
    },
    extraTokenClaims(_context, token) {
      const person = 'accountId' in token ? personOfAccount(String(token.accountId)) : undefined;
      return person && accessTokenClaims(person);
    },
    formats: {
      customizers: {
        jwt(_context, token, jwt) {
          const person = 'accountId' in token ? personOfAccount(String(token.accountId)) : undefined;
          if (person) jwt.payload.sub = person.user;
        },
      },
    },
    renderError(context, out) {
      context.type = 'html';
      context.body = messagePage('Sign-in failed', out.error_description ?? out.error);
    },
  };
  const provider = new Provider(issuer, configuration);
  allowLoopbackRedirects(provider);
  nameUserInIdTokens(provider);
  return provider;
}

function cookieKey(dataDirectory: string): string {
  return readOrCreateFile(join(dataDirectory, 'identity', 'cookie-key'), () => randomBytes(32).toString('base64url'));
}

function allowLoopbackRedirects(provider: Provider): void {
  const registered = provider.Client.prototype.redirectUriAllowed;
  provider.Client.prototype.redirectUriAllowed = function allowed(uri: string) {
    return isLoopbackRedirect(uri) || registered.call(this, uri);
  };
}

/** The provider overwrites the given `sub` with its account identifier, which contains more than the user. */
function nameUserInIdTokens(provider: Provider): void {
  const { payload } = provider.IdToken.prototype;
  provider.IdToken.prototype.payload = async function named() {
    const claims = await payload.call(this);
    const person = personOfAccount(String(claims.sub));
    return person ? { ...claims, sub: person.user } : claims;
  };
}
