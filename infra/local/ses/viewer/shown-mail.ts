import PostalMime, { type Attachment } from 'postal-mime';
import type { KeptMail } from '../mailbox.ts';

/** A mail as people read it. */
export interface ShownMail extends KeptMail {
  /** Every header in its order, unfolded. */
  headers: { name: string; value: string }[];
  text: string | undefined;
  /** With the pictures that the mail brings itself in their places. */
  html: string | undefined;
  attachments: { filename: string; mimeType: string; content: Uint8Array }[];
}

/** Pictures that a mail may bring; anything else is an attachment alone. */
const PICTURE = /^image\/(png|jpeg|gif|webp)$/;

/** Takes a mail apart. @throws Error where it is no MIME */
export async function showMail({ raw, ...kept }: KeptMail & { raw: Uint8Array }): Promise<ShownMail> {
  const mail = await PostalMime.parse(raw);
  return {
    ...kept,
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text: mail.text,
    html: mail.html && withPictures(mail.html, mail.attachments),
    attachments: mail.attachments.map((each, index) => ({
      filename: each.filename ?? `part-${index + 1}`,
      mimeType: each.mimeType,
      content: bytesOf(each),
    })),
  };
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);

/** Puts pictures that the HTML names by `cid:` into it, so that the page needs nothing from anywhere. */
function withPictures(html: string, attachments: Attachment[]): string {
  const pictures = new Map(
    attachments
      .filter(({ mimeType, contentId }) => contentId !== undefined && PICTURE.test(mimeType))
      .map((each) => [each.contentId?.replace(/^<|>$/g, ''), each]),
  );
  return html.replace(/\bcid:([^"'\s)>]+)/gi, (reference, id: string) => {
    const picture = pictures.get(decode(id));
    return picture ? `data:${picture.mimeType};base64,${Buffer.from(bytesOf(picture)).toString('base64')}` : reference;
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
