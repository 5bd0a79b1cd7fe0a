import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Provider } from 'oidc-provider';
import * as z from 'zod';
import { accountIdOf, personOfAccount, personSchema } from './accounts.ts';
import { consentPage, loginPage, messagePage, type SignInForm } from './sign-in-pages.ts';

export const interactionPath = '/oauth/interaction/';

type Details = Awaited<ReturnType<Provider['interactionDetails']>>;

const consentDetails = z.object({
  missingOIDCScope: z.array(z.string()).default([]),
  missingOIDCClaims: z.array(z.string()).default([]),
  missingResourceScopes: z.record(z.string(), z.array(z.string())).default({}),
});

/** Serves the sign-in and consent pages of an authorization request and handles their forms. */
export async function serveInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let details: Details;
  try {
    details = await provider.interactionDetails(request, response);
  } catch {
    const expired =
      'This sign-in has expired or was started in another browser. Go back to the application and try again.';
    return sendHtml(response, 400, messagePage('Sign-in expired', expired));
  }
  if (request.method === 'GET') return showPage(details, response);
  const form = new URLSearchParams(await text(request));
  if (details.prompt.name === 'login') return signIn(provider, details, form, request, response);
  return decide(provider, details, form, request, response);
}

function showPage(details: Details, response: ServerResponse, refused?: SignInForm): void {
  const action = `${interactionPath}${details.uid}`;
  const client = String(details.params.client_id);
  if (details.prompt.name === 'login') {
    sendHtml(response, refused ? 422 : 200, loginPage(action, client, refused));
    return;
  }
  const wanted = consentDetails.parse(details.prompt.details);
  const scopes = [...wanted.missingOIDCScope, ...Object.values(wanted.missingResourceScopes).flat()];
  sendHtml(response, 200, consentPage(action, client, personOfAccount(details.session?.accountId ?? ''), scopes));
}

async function signIn(
  provider: Provider,
  details: Details,
  form: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const entered = {
    user: form.get('user') ?? '',
    organization: form.get('organization') ?? '',
    roles: form.getAll('role'),
  };
  const person = personSchema.safeParse(entered);
  if (!person.success) {
    const [issue] = person.error.issues;
    const fault = { field: String(issue?.path[0]), message: issue?.message ?? 'cannot be read' };
    return showPage(details, response, { ...entered, fault });
  }
  const login = { accountId: accountIdOf(person.data) };
  await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
}

async function decide(
  provider: Provider,
  details: Details,
  form: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (form.get('decision') !== 'allow') {
    const denied = { error: 'access_denied', error_description: 'The user denied the request.' };
    return provider.interactionFinished(request, response, denied, { mergeWithLastSubmission: false });
  }
  const grant =
    (details.grantId && (await provider.Grant.find(details.grantId))) ||
    new provider.Grant({ accountId: details.session?.accountId, clientId: String(details.params.client_id) });
  const wanted = consentDetails.parse(details.prompt.details);
  grant.addOIDCScope(wanted.missingOIDCScope.join(' '));
  grant.addOIDCClaims(wanted.missingOIDCClaims);
  for (const [resource, scopes] of Object.entries(wanted.missingResourceScopes)) {
    grant.addResourceScope(resource, scopes.join(' '));
  }
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
}

function sendHtml(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    .end(html);
}
