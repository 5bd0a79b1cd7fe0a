/** What becomes of a mail to one recipient. */
export type Fate = 'delivered' | 'bounced' | 'complained';

/**
 * The addresses by which SES's mailbox simulator plays each fate; a label may follow (`bounce+monday@…`).
 * https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
 */
const SIMULATOR = /^(success|bounce|ooto|complaint|suppressionlist)(\+[^@]*)?@simulator\.amazonses\.com$/i;
const FATES: Readonly<Record<string, Fate>> = {
  bounce: 'bounced',
  suppressionlist: 'bounced',
  complaint: 'complained',
};

/** What becomes of a mail to that address: ordinary ones take every mail. */
export const fateOf = (address: string): Fate =>
  FATES[SIMULATOR.exec(address)?.[1]?.toLowerCase() ?? ''] ?? 'delivered';
