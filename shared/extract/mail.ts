import PostalMime, { type Address } from 'postal-mime';
import { openCompound } from './compound.ts';
import { damaged } from './errors.ts';
import { readHtmlText } from './html.ts';
import type { PageWriter } from './page-writer.ts';
import type { ReadResult } from './types.ts';

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

/** Extracts the text of an Internet message: its header, the names of attachments, and the body. */
export async function readEml(bytes: Uint8Array, out: PageWriter): Promise<ReadResult> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: MAX_MIME_DEPTH, maxHeadersSize: MAX_HEADER_BYTES });
  return write(
    {
      from: addresses(mail.from ? [mail.from] : []),
      to: addresses(mail.to),
      cc: addresses(mail.cc),
      date: mail.date ?? '',
      subject: mail.subject ?? '',
      body: mail.text ?? '',
      html: mail.html ?? '',
      attachments: mail.attachments.map((attachment) => attachment.filename ?? attachment.mimeType),
    },
    out,
  );
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
} as const;

const UNICODE = '001F';
const ANSI = '001E';
const BINARY = '0102';

/** Extracts the text of an Outlook message ([MS-OXMSG]) in the same form. */
export function readMsg(bytes: Uint8Array, out: PageWriter): ReadResult {
  const streams = openCompound(bytes, 'msg');
  const text = (property: string, folder = ''): string => {
    const name = `${folder}__substg1.0_${property}`;
    const unicode = streams.get(name + UNICODE);
    if (unicode) return new TextDecoder('utf-16le').decode(unicode);
    const ansi = streams.get(name + ANSI) ?? streams.get(name + BINARY);
    return ansi ? new TextDecoder('windows-1252').decode(ansi) : '';
  };
  if (![...streams.keys()].some((name) => name.startsWith('__substg1.0_'))) throw damaged('msg', 'no properties');

  const folders = new Set(
    [...streams.keys()]
      .map((name) => /^__attach_version1\.0_[^/]+\//.exec(name)?.[0])
      .filter((name) => name !== undefined),
  );
  const sender = text(PROPERTY.sender);
  const address = text(PROPERTY.senderAddress);
  return write(
    {
      from: sender && address ? `${sender} <${address}>` : sender || address,
      to: text(PROPERTY.to),
      cc: text(PROPERTY.cc),
      date: /^Date:\s*(.+)$/im.exec(text(PROPERTY.headers))?.[1]?.trim() ?? '',
      subject: text(PROPERTY.subject),
      body: text(PROPERTY.body),
      html: text(PROPERTY.html),
      attachments: [...folders]
        .map((folder) => text(PROPERTY.attachmentName, folder) || text(PROPERTY.attachmentShortName, folder))
        .filter((name) => name !== ''),
    },
    out,
  );
}
