import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { Texts } from './render.ts';

/** An image that the HTML references as `cid:<cid>`. */
interface InlinePicture {
  cid: string;
  filename: string;
  mimeType: 'image/png';
  bytes: Uint8Array;
}

export interface Mail {
  /** A single address. */
  from: string;
  to: { name: string | null; address: string };
  texts: Texts;
  pictures: readonly InlinePicture[];
  /** The address to which one request, without a login, unsubscribes from this kind of mail (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

/** Returns the mail as MIME, with plain text, HTML and images. Its content cannot add headers. */
export const composeMail = ({ from, to, texts, pictures, unsubscribeUrl }: Mail): Promise<Buffer> => {
  const composer = new MailComposer({
    from,
    to: to.name === null ? to.address : { name: to.name, address: to.address },
    subject: texts.subject,
    text: texts.body,
    html: texts.html_body,
    textEncoding: 'quoted-printable',
    // Prevents content from being read as a file name or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      // Suppresses automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    attachments: pictures.map(({ cid, filename, mimeType, bytes }) => ({
      cid,
      filename,
      contentType: mimeType,
      contentDisposition: 'inline',
      content: Buffer.from(bytes),
    })),
  });
  return new Promise((resolve, reject) => {
    composer.compile().build((error, message) => (error ? reject(error) : resolve(message)));
  });
};
