import { ROLES, SCOPE_DEFINITIONS, type Scope } from '../../../shared/domain/access/scopes.ts';
import { escapeHtml, htmlPage } from '../../../shared/html.ts';
import type { Person } from './accounts.ts';
import { SANDBOX } from './sandbox.ts';

/** Scopes of the identity provider rather than the service. */
const IDENTITY_SCOPES: Readonly<Record<string, string>> = {
  openid: 'Know who you are',
  profile: 'Know your name',
  email: 'Know your e-mail address',
  offline_access: 'Act for you while you are away, until you withdraw it',
};
const meaningOf = (scope: string): string =>
  IDENTITY_SCOPES[scope] ?? SCOPE_DEFINITIONS[scope as Scope]?.meaning ?? scope;

/** The contents of the sign-in form; `fault` names the field that was rejected and the reason. */
export interface SignInForm extends Record<'user' | 'organization', string> {
  roles: readonly string[];
  fault?: { field: string; message: string };
}

const unfilled: SignInForm = SANDBOX;
const labels: Record<string, string> = { user: 'User', organization: 'Organization', roles: 'Roles' };

/** Returns the sign-in page, where any identity can be chosen: for development on one machine only. */
export function loginPage(action: string, client: string, form: SignInForm = unfilled): string {
  const { fault } = form;
  const blame = (field: string) => (fault?.field === field ? ' aria-invalid="true" aria-describedby="fault"' : '');
  const focused = fault?.field === 'organization' ? 'organization' : 'user';
  const input = (field: 'user' | 'organization') =>
    `<label>${labels[field]}<input name="${field}" value="${escapeHtml(form[field])}" required${field === focused ? ' autofocus' : ''}${blame(field)}></label>`;
  const roles = ROLES.map((role) => {
    const checked = form.roles.includes(role) ? ' checked' : '';
    return `<label class="row"><input type="checkbox" name="role" value="${role}"${checked}> ${role}</label>`;
  });
  const alert = fault && `${labels[fault.field] ?? fault.field} ${fault.message}.`;
  return page(
    'Sign in',
    `<p>${escapeHtml(client)} asks you to sign in. Any user of any organization will do: this page exists on this machine only.</p>
    ${alert ? `<p role="alert" id="fault">${escapeHtml(alert)}</p>` : ''}
    <form method="post" action="${escapeHtml(action)}">
      ${input('user')}
      ${input('organization')}
      <fieldset${blame('roles')}><legend>${labels.roles}</legend>${roles.join('')}</fieldset>
      <button class="main">Sign in</button>
    </form>`,
  );
}

/** Returns the page that asks whether the application may act for the user. */
export function consentPage(action: string, client: string, person: Person | undefined, scopes: string[]): string {
  const list = scopes.map((scope) => `<li>${escapeHtml(meaningOf(scope))}</li>`).join('');
  return page(
    'Allow access',
    `${person ? `<p>You are ${escapeHtml(person.user)} of ${escapeHtml(person.organization)}.</p>` : ''}
    <p>${escapeHtml(client)} asks for access on your behalf:</p><ul>${list}</ul>
    <form method="post" action="${escapeHtml(action)}">
      <button name="decision" value="allow" class="main">Allow</button>
      <button name="decision" value="deny">Deny</button>
    </form>`,
  );
}

/**
 * Returns the page that asks whether to sign out.
 * @param form the provider's own form, as HTML
 */
export function signOutPage(form: string): string {
  return page(
    'Sign out',
    `<p>Applications will ask you to sign in again.</p>${form}
    <button form="op.logoutForm" name="logout" value="yes" class="main" autofocus>Sign out</button>
    <button form="op.logoutForm">Stay signed in</button>`,
  );
}

/** Returns a page with a message. */
export function messagePage(title: string, detail: string): string {
  return page(title, `<p>${escapeHtml(detail)}</p>`);
}

function page(title: string, content: string): string {
  return htmlPage({ title, head: STYLE, body: `<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body>` });
}

const STYLE = `<style>
  :root { color-scheme: light dark; --fault: light-dark(#b00020, #ff8a9a); font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 24rem; margin: 10vh auto; padding: 0 1rem; }
  label { display: block; margin: 0 0 1rem; }
  label.row { margin: 0; }
  input:not([type=checkbox]) { display: block; width: 100%; box-sizing: border-box; padding: .5rem; font: inherit; }
  fieldset { margin: 0 0 1rem; }
  button { padding: .5rem 1rem; font: inherit; color: inherit; background: none; border: 1px solid currentColor; border-radius: 4px; cursor: pointer; }
  button.main { color: #fff; background: #14548a; border-color: #14548a; }
  :focus-visible { outline: 2px solid #14548a; outline-offset: 2px; }
  [aria-invalid] { outline: 2px solid var(--fault); }
  [role=alert] { color: var(--fault); }
</style>`;
