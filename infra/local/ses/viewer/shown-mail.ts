import PostalMime, { type Attachment } from 'postal-mime';
import type { KeptMail } from '../mailbox.ts';

/** A mail prepared for display. */
export interface ShownMail extends KeptMail {
  /** All headers in order, unfolded. */
  headers: { name: string; value: string }[];
  text: string | undefined;
  /** With embedded images inlined. */
  html: string | undefined;
  attachments: { filename: string; mimeType: string; content: Uint8Array }[];
}

/** Image types that are inlined; others are only attachments. */
const PICTURE = /^image\/(png|jpeg|gif|webp)$/;

/**
 * Parses a mail.
 * @throws Error if it is not valid MIME
 */
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

/** Inlines images that the HTML refers to by `cid:`, so that the page loads nothing. */
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
