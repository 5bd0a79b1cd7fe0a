/** The outcome of a mail for one recipient. */
export type Fate = 'delivered' | 'bounced' | 'complained';

/**
 * The addresses of SES's mailbox simulator; a label may follow (`bounce+monday@…`).
 * https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
 */
const SIMULATOR = /^(success|bounce|ooto|complaint|suppressionlist)(\+[^@]*)?@simulator\.amazonses\.com$/i;
const FATES: Readonly<Record<string, Fate>> = {
  bounce: 'bounced',
  suppressionlist: 'bounced',
  complaint: 'complained',
};

/** Returns the outcome of a mail to an address; ordinary addresses accept every mail. */
export const fateOf = (address: string): Fate =>
  FATES[SIMULATOR.exec(address)?.[1]?.toLowerCase() ?? ''] ?? 'delivered';
