import { ROLES } from '../../../shared/domain/access/caller.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** The page where anyone may be anyone: for development on one machine only. */
export function loginPage(action: string, client: string, error?: string): string {
  const options = ROLES.map(
    (role) =>
      `<label class="row"><input type="checkbox" name="role" value="${role}"${role === 'manager' ? ' checked' : ''}> ${role}</label>`,
  );
  return page(
    'Sign in',
    `<p>${escapeHtml(client)} asks you to sign in. Any user of any organization will do: this page exists on this machine only.</p>
    ${error ? `<p role="alert">${escapeHtml(error)}</p>` : ''}
    <form method="post" action="${escapeHtml(action)}">
      <label>User<input name="user" value="ann.lee@example.com" required autofocus></label>
      <label>Organization<input name="organization" value="demo-organization" required></label>
      <fieldset><legend>Roles</legend>${options.join('')}</fieldset>
      <button>Sign in</button>
    </form>`,
  );
}

/** The page that asks whether the application may act for the user. */
export function consentPage(action: string, client: string, scopes: string[]): string {
  const list = scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('');
  return page(
    'Allow access',
    `<p>${escapeHtml(client)} asks for access on your behalf:</p><ul>${list}</ul>
    <form method="post" action="${escapeHtml(action)}">
      <button name="decision" value="allow">Allow</button>
      <button name="decision" value="deny" class="quiet">Deny</button>
    </form>`,
  );
}

export function errorPage(title: string, detail: string): string {
  return page(title, `<p>${escapeHtml(detail)}</p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 24rem; margin: 10vh auto; padding: 0 1rem; }
  label { display: block; margin: 0 0 1rem; }
  label.row { margin: 0; }
  input:not([type=checkbox]) { display: block; width: 100%; box-sizing: border-box; padding: .5rem; font: inherit; }
  fieldset { margin: 0 0 1rem; }
  button { padding: .5rem 1rem; font: inherit; }
  [role=alert] { color: #b00020; }
</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body>
</html>
`;
}
