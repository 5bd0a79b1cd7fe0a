import { escapeHtml, htmlPage } from '../html.ts';

/** The client of the reference page at the identity provider: a public client with PKCE and without a secret. */
export const REFERENCE_CLIENT = 'api-reference';

const DOCUMENT = '/api/public/openapi.json';
const asset = (name: string): string => `/api/public/assets/${name}`;

const PAGES = [
  ['/', 'Start'],
  ['/api/public/docs', 'Try it (Swagger UI)'],
  ['/api/public/redoc', 'Read it (Redoc)'],
  [DOCUMENT, 'openapi.json'],
] as const;

const navigation = (here: string): string => {
  const links = PAGES.map(
    ([path, name]) => `<a href="${path}"${path === here ? ' aria-current="page"' : ''}>${name}</a>`,
  );
  return `<nav class="top" aria-label="Pages">${links.join('')}</nav>`;
};

interface Page {
  here: string;
  title: string;
  styles: readonly string[];
  scripts: readonly string[];
  data?: Readonly<Record<string, string>>;
  content: string;
}

const page = ({ here, title, styles, scripts, data = {}, content }: Page): string => {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  return htmlPage({
    title,
    head: styles.map((name) => `<link rel="stylesheet" href="${asset(name)}">`).join('\n'),
    body: `<body${attributes.join('')}>
${navigation(here)}
${content}
${scripts.map((name) => `<script src="${asset(name)}"></script>`).join('\n')}
</body>`,
  });
};

/** Returns the page of Swagger UI. */
export const docsPage = (): string =>
  page({
    here: '/api/public/docs',
    title: 'Construction documents: try the interface',
    styles: ['pages.css', 'swagger-ui.css'],
    scripts: ['swagger-ui-bundle.js', 'docs.js'],
    data: { document: DOCUMENT, client: REFERENCE_CLIENT },
    content: '<div id="reference"></div>',
  });

/** Returns the page of Redoc. */
export const redocPage = (): string =>
  page({
    here: '/api/public/redoc',
    title: 'Construction documents: the interface',
    styles: ['pages.css'],
    scripts: ['redoc.standalone.js', 'redoc.js'],
    data: { document: DOCUMENT },
    content: '<div id="reference"></div>',
  });

const COMPARISON = `npm run -s sample
PROJECT=$(npm run -s cds -- create-project Harbour Street)
OLDER=$(npm run -s cds -- upload A-101.pdf --project $PROJECT --wait | cut -f1)
NEWER=$(npm run -s cds -- upload A-101-B.pdf --project $PROJECT --revision-of $OLDER --wait | cut -f1)
npm run -s cds -- compare $OLDER $NEWER --open`;

const requestsTo = (address: string): string =>
  `curl -H "Authorization: Bearer $CDS_TOKEN" ${address}/api/v1/projects
curl -H "Authorization: Bearer $CDS_TOKEN" -F project_id=$PROJECT -F file=@A-101.pdf ${address}/api/v1/documents`;

/** Returns commands to copy; long lines are scrolled, also by keyboard. */
const commands = (label: string, text: string): string =>
  `<pre tabindex="0" role="region" aria-label="${label}"><code>${escapeHtml(text)}</code></pre>`;

/**
 * Returns the landing page.
 * @param baseUrl the address at which clients reach the service, without a trailing slash
 * @param mailboxUrl the page that shows mails on one machine; undefined if mails are sent
 */
export const landingPage = (baseUrl: string, mailboxUrl: string | undefined): string => {
  const mailbox = mailboxUrl
    ? `\n<li><a href="${escapeHtml(mailboxUrl)}"><strong>Mailbox</strong>The mails that the service has written on this machine; none leaves it.</a></li>`
    : '';
  return page({
    here: '/',
    title: 'Construction documents',
    styles: ['pages.css'],
    scripts: [],
    content: `<main class="landing">
<h1>Construction documents</h1>
<p>Upload a drawing and a few seconds later have its text, sheet number, revision and page images; list and search a
project's register exactly; compare two revisions and get every change with a rating and a cost effect.</p>
<ul class="cards">
<li><a href="/api/public/docs"><strong>Try it</strong>Swagger UI: sign in with Authorize, then call any operation.</a></li>
<li><a href="/api/public/redoc"><strong>Read it</strong>Redoc: every operation, field and error on one page.</a></li>
<li><a href="${DOCUMENT}"><strong>openapi.json</strong>OpenAPI 3.0, to generate a client from.</a></li>
<li><a href="/api/public/health"><strong>Health</strong>Whether the service answers, and its version.</a></li>${mailbox}
</ul>
<h2>The sandbox</h2>
<p>The whole service runs on one machine, without an account: <code>npm ci &amp;&amp; npm start</code>. There anyone may
sign in as anyone, and a command prints a token:</p>
${commands('Command for a token', 'export CDS_TOKEN=$(npm run -s token)')}
<h2>The first comparison</h2>
<p>Draw two revisions of a plan, upload both, compare them and open the report:</p>
${commands('Commands for a comparison', COMPARISON)}
<h2>The same by HTTP</h2>
${commands('Requests by HTTP', requestsTo(baseUrl))}
</main>`,
  });
};

/**
 * Returns the content security policy of a page: it may load from and call only this service and, for a token, the
 * identity provider. Inline styles are permitted, since both reference pages generate theirs; inline scripts are not.
 */
export const contentPolicy = (authUrl: string | undefined): string => {
  const origin = URL.parse(authUrl ?? '')?.origin;
  const identity = origin === undefined ? '' : ` ${origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${identity}`,
    // Redoc builds its search index in a worker.
    'worker-src blob:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};
