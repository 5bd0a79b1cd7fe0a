import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { Texts } from './render.ts';

/** A picture that the HTML shows as `cid:<cid>`. */
interface InlinePicture {
  cid: string;
  filename: string;
  mimeType: 'image/png';
  bytes: Uint8Array;
}

export interface Mail {
  /** One address. */
  from: string;
  to: { name: string | null; address: string };
  texts: Texts;
  pictures: readonly InlinePicture[];
  /** Where one request, without a login, has no further mail of this kind come (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

/** The mail as it is handed over: MIME with plain text, HTML and pictures. What it says adds no header. */
export const composeMail = ({ from, to, texts, pictures, unsubscribeUrl }: Mail): Promise<Buffer> => {
  const composer = new MailComposer({
    from,
    to: to.name === null ? to.address : { name: to.name, address: to.address },
    subject: texts.subject,
    text: texts.body,
    html: texts.html_body,
    textEncoding: 'quoted-printable',
    // Nothing of what a mail says is a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      // Answering machines leave it alone (RFC 3834).
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
