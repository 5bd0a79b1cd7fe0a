import type { ServerResponse } from 'node:http';
import type { HttpListener } from '../../public-server.ts';
import type { Mailbox } from '../mailbox.ts';
import {
  framedHtml,
  listPage,
  mailboxMessagePage,
  mailPage,
  mailPolicy,
  pagePolicy,
  VIEWS,
  WIDTHS,
} from './mailbox-pages.ts';
import { type ShownMail, showMail } from './shown-mail.ts';

const ON_A_PAGE = 100;

interface Answer {
  status?: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/**
 * The mail viewer of this machine, for people and programs:
 * `/mail` (`?before=ID`), `/mail/ID` (`?view=…&width=…`), `/mail/ID/html`, `/mail/ID/raw`, `/mail/ID/attachments/N`,
 * and `/mail/mails.json` with the newest hundred (`?to=ADDRESS`: only those to one recipient).
 */
export function mailViewer(mailbox: Mailbox): HttpListener {
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return send(
        response,
        { ...pageOf(mailboxMessagePage('Not allowed', 'This page only displays mails.')), status: 405 },
        true,
      );
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const answer = await answerOf(mailbox, pathname.split('/').slice(2), searchParams);
    send(response, answer ?? notFound(), request.method === 'GET');
  };
}

async function answerOf(mailbox: Mailbox, path: string[], query: URLSearchParams): Promise<Answer | undefined> {
  const [first, part, number] = path;
  if (first === undefined || (first === '' && path.length === 1)) return list(mailbox, query.get('before'));
  if (first === 'mails.json' && path.length === 1) return everyMail(mailbox, query.get('to') ?? undefined);
  const kept = /^\d{1,15}$/.test(first) ? mailbox.find(Number(first)) : undefined;
  if (!kept) return undefined;
  if (part === 'raw' && path.length === 2) return download(kept.raw, 'message/rfc822', `mail-${kept.id}.eml`);
  const mail = await showMail(kept);
  if (path.length === 1) return pageOf(mailPage(mail, viewOf(mail, query.get('view')), widthOf(query.get('width'))));
  if (part === 'html' && path.length === 2 && mail.html !== undefined) return frameOf(mail.html);
  const attachment = part === 'attachments' && path.length === 3 ? mail.attachments[Number(number)] : undefined;
  return attachment && download(attachment.content, attachment.mimeType, attachment.filename);
}

function list(mailbox: Mailbox, before: string | null): Answer {
  const start = /^\d{1,15}$/.test(before ?? '') ? { before: Number(before) } : {};
  const mails = mailbox.list(ON_A_PAGE + 1, start);
  return pageOf(listPage(mails.slice(0, ON_A_PAGE), mails.length > ON_A_PAGE));
}

async function everyMail(mailbox: Mailbox, to: string | undefined): Promise<Answer> {
  const kept = mailbox.list(ON_A_PAGE, { to }).flatMap(({ id }) => mailbox.find(id) ?? []);
  const mails = (await Promise.all(kept.map(showMail))).map(({ attachments, acceptedAt, messageId, ...mail }) => ({
    ...{ ...mail, message_id: messageId, accepted_at: new Date(acceptedAt).toISOString() },
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      filename,
      mime_type: mimeType,
      size: content.length,
    })),
  }));
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(mails) };
}

const viewOf = (mail: ShownMail, asked: string | null) =>
  VIEWS.find((view) => view === asked && mail[view] !== undefined) ??
  VIEWS.find((view) => mail[view] !== undefined) ??
  'headers';
const widthOf = (asked: string | null) => WIDTHS.find((width) => width === asked) ?? 'wide';

const pageOf = (html: string): Answer => ({
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy },
  body: html,
});

const notFound = (): Answer => ({
  ...pageOf(
    mailboxMessagePage('Not found', 'There is no such mail; the oldest mails are removed when there are many.'),
  ),
  status: 404,
});

const frameOf = (html: string): Answer => ({
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': mailPolicy },
  body: framedHtml(html),
});

/** Attachments are only offered for download: displayed, they would run as pages of this service. */
const download = (body: Uint8Array, type: string, filename: string): Answer => ({
  headers: {
    'content-type': /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type) ? type : 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename).replaceAll("'", '%27')}`,
    'content-security-policy': "sandbox; default-src 'none'",
  },
  body,
});

function send(response: ServerResponse, { status = 200, headers, body }: Answer, withBody: boolean): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    ...headers,
    'content-length': String(bytes.length),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(withBody ? bytes : undefined);
}
