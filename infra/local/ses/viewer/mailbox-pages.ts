import { createHash } from 'node:crypto';
import { escapeHtml, htmlPage } from '../../../../shared/html.ts';
import { type Fate, fateOf } from '../fate.ts';
import type { KeptMail } from '../mailbox.ts';
import type { ShownMail } from './shown-mail.ts';
import { style } from './style.ts';

/** Allows the viewer's pages only their own style and frames of this service. No script runs. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = (title: string, content: string): string =>
  htmlPage({
    title,
    head: `<style>${style}</style>`,
    body: `<body>
<nav class="top" aria-label="Pages"><a href="/mail">Mails</a><a href="/">Reference</a></nav>
<main>${content}</main>
</body>`,
  });

const timeOf = ({ acceptedAt }: KeptMail): string => {
  const iso = new Date(acceptedAt).toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`;
};

const fateBadge = (fate: Fate): string => `<span class="fate ${fate}">${fate}</span>`;

const recipientsOf = ({ recipients }: KeptMail): string =>
  recipients.map((address) => `${escapeHtml(address)} ${fateBadge(fateOf(address))}`).join(', ');

const subjectOf = ({ subject }: KeptMail): string => escapeHtml(subject) || '<i>no subject</i>';

/**
 * Returns the list of mails.
 * @param older whether there are older mails
 */
export function listPage(mails: readonly KeptMail[], older: boolean): string {
  if (mails.length === 0) {
    return page(
      'Mails',
      '<h1>Mails</h1><p class="empty">None yet. Mails that the service sends on this machine appear here and are not delivered.</p>',
    );
  }
  const rows = mails.map(
    (mail) =>
      `<li><a href="/mail/${mail.id}"><span class="subject">${subjectOf(mail)}</span><span class="meta"><span>to ${recipientsOf(mail)}</span>${timeOf(mail)}</span></a></li>`,
  );
  const next = older ? `<p class="more"><a href="/mail?before=${mails.at(-1)?.id}">Older mails</a></p>` : '';
  return page('Mails', `<h1>Mails</h1><ol class="mails">${rows.join('')}</ol>${next}`);
}

/** The views of one mail. */
export const VIEWS = ['html', 'text', 'headers'] as const;
export type MailView = (typeof VIEWS)[number];
const LABELS: Record<MailView, string> = { html: 'HTML', text: 'Text', headers: 'Headers' };

/** Widths of the frame that shows HTML. */
export const WIDTHS = ['wide', 'phone'] as const;
export type Width = (typeof WIDTHS)[number];

/**
 * Returns the page of one mail.
 * @param view the selected view; `width` applies to the HTML view
 */
export function mailPage(mail: ShownMail, view: MailView, width: Width): string {
  const address = `/mail/${mail.id}`;
  const tabs = VIEWS.filter((each) => mail[each] !== undefined).map(
    (each) => `<a href="${address}?view=${each}"${each === view ? ' aria-current="page"' : ''}>${LABELS[each]}</a>`,
  );
  const from = mail.headers.find(({ name }) => name.toLowerCase() === 'from')?.value ?? mail.from;
  const attachments = mail.attachments.map(
    ({ filename, content }, index) =>
      `<a href="${address}/attachments/${index}">${escapeHtml(filename)} <small>${sizeOf(content)}</small></a>`,
  );
  return page(
    mail.subject || 'Mail',
    `<h1>${subjectOf(mail)}</h1>
<dl>
<dt>From</dt><dd>${escapeHtml(from)}</dd>
<dt>To</dt><dd>${recipientsOf(mail)}</dd>
<dt>Sent</dt><dd>${timeOf(mail)} UTC</dd>
${attachments.length > 0 ? `<dt>Attached</dt><dd class="attachments">${attachments.join('')}</dd>` : ''}
</dl>
<nav class="tabs" aria-label="Parts of the mail">${tabs.join('')}<a class="raw" href="${address}/raw">Download .eml</a></nav>
${contentOf(mail, view, width)}`,
  );
}

function contentOf(mail: ShownMail, view: MailView, width: Width): string {
  if (view === 'text')
    return `<pre tabindex="0" role="region" aria-label="Text of the mail">${escapeHtml(mail.text ?? '')}</pre>`;
  if (view === 'headers') {
    const rows = mail.headers.map(
      ({ name, value }) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
    );
    return `<div class="headers" tabindex="0" role="region" aria-label="Headers"><table>${rows.join('')}</table></div>`;
  }
  const other = width === 'wide' ? 'phone' : 'wide';
  return `<p class="width"><a href="/mail/${mail.id}?view=html&amp;width=${other}">${other === 'phone' ? 'As on a phone' : 'As on a desk'}</a></p>
<iframe class="${width}" title="The mail" src="/mail/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}

function sizeOf({ length }: Uint8Array): string {
  if (length < 1024) return `${length} B`;
  return length < 1024 * 1024 ? `${Math.round(length / 1024)} KB` : `${(length / 1024 / 1024).toFixed(1)} MB`;
}

/** Returns a page with a message. */
export const mailboxMessagePage = (title: string, detail: string): string =>
  page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p>`);

/**
 * Restricts the HTML of a mail, in its frame or opened by itself, to its own style and to images that are embedded or
 * served by this service. No third parties, scripts, forms or origin.
 */
export const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data: 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Returns the HTML of a mail with links that open outside the viewer. */
export function framedHtml(html: string): string {
  const target = '<base target="_blank">';
  const head = /<head\b[^>]*>/i.exec(html);
  if (!head) return target + html;
  const end = head.index + head[0].length;
  return html.slice(0, end) + target + html.slice(end);
}
