import PostalMime, { type Address } from 'postal-mime';
import type { Attachments } from './attachments.ts';
import { openCompound } from './compound.ts';
import type { ReadResult } from './extracted-text.ts';
import { damaged } from './file-errors.ts';
import type { PageWriter } from './page-writer.ts';
import { readHtmlText } from './read-html.ts';

const MAX_MIME_DEPTH = 64;
const MAX_HEADER_BYTES = 1024 * 1024;

interface Mail {
  from: string;
  to: string;
  cc: string;
  date: string;
  subject: string;
  body: string;
  html: string;
  attachments: string[];
}

function write(mail: Mail, out: PageWriter): ReadResult {
  const head: [string, string][] = [
    ['From', mail.from],
    ['To', mail.to],
    ['Cc', mail.cc],
    ['Date', mail.date],
    ['Subject', mail.subject],
    ['Attachments', mail.attachments.join(', ')],
  ];
  for (const [name, value] of head) if (value !== '') out.write(`${name}: ${value.replace(/\s+/g, ' ')}\n`);
  out.write('\n');
  if (mail.body.trim() !== '') out.write(mail.body);
  else readHtmlText(mail.html, out);
  return mail.subject === '' ? {} : { title: mail.subject };
}

const addresses = (list: readonly Address[] = []): string =>
  list
    .flatMap((entry) => entry.group ?? [entry])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : address || name))
    .join(', ');

/** Extracts the text of an Internet message: its header, the names of attachments, the body, and the attachments. */
export async function readEml(bytes: Uint8Array, out: PageWriter, attachments: Attachments): Promise<ReadResult> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: MAX_MIME_DEPTH, maxHeadersSize: MAX_HEADER_BYTES });
  const named = mail.attachments.map((each) => ({ ...each, filename: each.filename ?? each.mimeType }));
  const result = write(
    {
      from: addresses(mail.from ? [mail.from] : []),
      to: addresses(mail.to),
      cc: addresses(mail.cc),
      date: mail.date ?? '',
      subject: mail.subject ?? '',
      body: mail.text ?? '',
      html: mail.html ?? '',
      attachments: named.map(({ filename }) => filename),
    },
    out,
  );
  for (const { filename, content } of named) {
    const file = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
    await attachments.add(filename, file, out);
  }
  return result;
}

/** Properties of [MS-OXPROPS] stored as strings in streams of their own. */
const PROPERTY = {
  subject: '0037',
  body: '1000',
  html: '1013',
  sender: '0C1A',
  senderAddress: '5D01',
  to: '0E04',
  cc: '0E03',
  headers: '007D',
  attachmentName: '3707',
  attachmentShortName: '3704',
  displayName: '3001',
  data: '3701',
} as const;

const UNICODE = '001F';
const ANSI = '001E';
const BINARY = '0102';
const OBJECT = '000D';
const ATTACHMENT = /^__attach_version1\.0_[^/]+\//;
/** How deep messages within messages are read. */
const DEEPEST_MESSAGE = 3;

/** Extracts the text of an Outlook message ([MS-OXMSG]) in the same form. */
export async function readMsg(bytes: Uint8Array, out: PageWriter, attachments: Attachments): Promise<ReadResult> {
  const streams = openCompound(bytes, 'msg');
  if (![...streams.keys()].some((name) => name.startsWith('__substg1.0_'))) throw damaged('msg', 'no properties');
  return readMessage(streams, '', out, attachments, 0);
}

/** Reads the message below a folder of the compound file: the file's own, or one attached to it. */
async function readMessage(
  streams: ReadonlyMap<string, Uint8Array>,
  root: string,
  out: PageWriter,
  attachments: Attachments,
  depth: number,
): Promise<ReadResult> {
  const text = (property: string, folder = ''): string => {
    const name = `${root}${folder}__substg1.0_${property}`;
    const unicode = streams.get(name + UNICODE);
    if (unicode) return new TextDecoder('utf-16le').decode(unicode);
    const ansi = streams.get(name + ANSI) ?? streams.get(name + BINARY);
    return ansi ? new TextDecoder('windows-1252').decode(ansi) : '';
  };
  const below = [...streams.keys()].flatMap((name) => (name.startsWith(root) ? name.slice(root.length) : []));
  const folders = [...new Set(below.flatMap((name) => ATTACHMENT.exec(name)?.[0] ?? []))];
  const named = folders.map((folder) => ({
    folder,
    filename: [PROPERTY.attachmentName, PROPERTY.attachmentShortName, PROPERTY.displayName]
      .map((property) => text(property, folder))
      .find((name) => name !== ''),
  }));
  const sender = text(PROPERTY.sender);
  const address = text(PROPERTY.senderAddress);
  const result = write(
    {
      from: sender && address ? `${sender} <${address}>` : sender || address,
      to: text(PROPERTY.to),
      cc: text(PROPERTY.cc),
      date: /^Date:\s*(.+)$/im.exec(text(PROPERTY.headers))?.[1]?.trim() ?? '',
      subject: text(PROPERTY.subject),
      body: text(PROPERTY.body),
      html: text(PROPERTY.html),
      attachments: named.flatMap(({ filename }) => filename ?? []),
    },
    out,
  );
  for (const { folder, filename = 'attachment' } of named) {
    const data = `${root}${folder}__substg1.0_${PROPERTY.data}`;
    const file = streams.get(data + BINARY);
    if (file) await attachments.add(filename, file, out);
    const embedded = `${data}${OBJECT}/`;
    if (file || depth === DEEPEST_MESSAGE || !below.some((name) => `${root}${name}`.startsWith(embedded))) continue;
    out.breakPage();
    await readMessage(streams, embedded, out, attachments, depth + 1);
  }
  return result;
}
