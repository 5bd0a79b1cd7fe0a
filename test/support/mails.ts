import * as z from 'zod';

const Mails = z.array(
  z.object({
    id: z.number(),
    recipients: z.array(z.string()),
    subject: z.string(),
    text: z.string().optional(),
    html: z.string().optional(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    attachments: z.array(z.object({ filename: z.string(), mime_type: z.string(), size: z.number() })),
  }),
);
type TakenMail = z.infer<typeof Mails>[number];

/** Mails to an address that the embedded SES has accepted, newest first. */
export const mailsTo = async ({ baseUrl }: { baseUrl: string }, address: string): Promise<TakenMail[]> =>
  Mails.parse(await (await fetch(`${baseUrl}/mail/mails.json?to=${encodeURIComponent(address)}`)).json());
