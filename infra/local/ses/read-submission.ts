import PostalMime, { addressParser, type Email } from 'postal-mime';
import { SesError } from './ses-error.ts';

/** The identities configured in this machine's SES. */
export interface Account {
  region: string;
  /** The verified identity: an address, optionally with a display name. */
  sender: string;
  configurationSet: string;
}

/** A mail accepted for sending. */
export interface Submission {
  from: string;
  /** Plain addresses without duplicates. */
  recipients: string[];
  subject: string;
  raw: Uint8Array;
  /** Events are published only for mails that name a configuration set. */
  configurationSet: string | undefined;
  /** Tags included in the events of the mail. */
  tags: Readonly<Record<string, string>>;
}

const LARGEST_MAIL = 10 * 1024 * 1024;
const MOST_RECIPIENTS = 50;
const MIME_LIMITS = { maxNestingDepth: 64, maxHeadersSize: 1024 * 1024 };

/** Headers that a mail may contain only once (RFC 5322); a second one indicates header injection. */
const ONCE = ['from', 'to', 'cc', 'bcc', 'subject', 'reply-to', 'sender', 'date', 'message-id'];
const ADDRESS = /^[^\s@<>(),;:"[\]\\\p{Cc}]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/iu;
const TAG = /^[\w@.-]{1,256}$/;
const MOST_TAGS = 50;
/** Characters of a line without its end (RFC 5322, 2.1.1). */
const LONGEST_LINE = 998;

/**
 * Parses the parameters of SendRawEmail and rejects what SES rejects.
 * https://docs.aws.amazon.com/ses/latest/APIReference/API_SendRawEmail.html
 * @throws SesError
 */
export async function readSubmission(form: URLSearchParams, account: Account): Promise<Submission> {
  const raw = Buffer.from(form.get('RawMessage.Data') ?? '', 'base64');
  if (raw.length === 0) throw new SesError('ValidationError', "Value null at 'rawMessage' must not be null");
  if (raw.length > LARGEST_MAIL) {
    throw invalid(`Message length is more than ${LARGEST_MAIL} bytes long: '${raw.length}'.`);
  }
  if (
    raw
      .toString('latin1')
      .split('\r\n')
      .some((line) => line.length > LONGEST_LINE)
  ) {
    throw invalid(`A line has more than ${LONGEST_LINE} characters.`);
  }
  const mail = await PostalMime.parse(raw, MIME_LIMITS).catch((error: Error) => {
    throw invalid(error.message);
  });
  const names = mail.headers.map(({ key }) => key);
  for (const name of ONCE) {
    if (names.filter((each) => each === name).length > 1) throw invalid(`Duplicate header '${name}'.`);
  }
  requireVerified(form.get('Source'), mail, account);
  const configurationSet = form.get('ConfigurationSetName') ?? headerOf(mail, 'x-ses-configuration-set');
  if (configurationSet !== undefined && configurationSet !== account.configurationSet) {
    throw new SesError('ConfigurationSetDoesNotExist', `Configuration set <${configurationSet}> does not exist.`);
  }
  return {
    from: headerOf(mail, 'from') ?? '',
    recipients: recipientsOf(form, mail),
    subject: mail.subject ?? '',
    raw,
    configurationSet,
    tags: tagsOf(form),
  };
}

const invalid = (message: string) => new SesError('InvalidParameterValue', message);

const headerOf = (mail: Email, name: string): string | undefined => mail.headers.find(({ key }) => key === name)?.value;

/**
 * Returns the only address in a text such as `Ann Lee <ann@example.com>`; undefined if there is none or more than one.
 */
function addressOf(text: string): string | undefined {
  const [first, ...others] = addressParser(text, { flatten: true });
  return others.length === 0 ? first?.address : undefined;
}

/** Returns the address of a destination with or without a display name. */
const plain = (destination: string): string => /^[^<>]*<([^<>]*)>$/.exec(destination)?.[1] ?? destination;

function requireVerified(source: string | null, mail: Email, { sender, region }: Account): void {
  const from = headerOf(mail, 'from');
  if (from === undefined) throw invalid("Missing required header 'From'.");
  const senders = [source, from, headerOf(mail, 'sender'), headerOf(mail, 'return-path')];
  const verified = addressOf(sender)?.toLowerCase();
  const unverified = senders.filter((each) => each != null && addressOf(each)?.toLowerCase() !== verified);
  if (unverified.length === 0) return;
  throw new SesError(
    'MessageRejected',
    `Email address is not verified. The following identities failed the check in region ${region.toUpperCase()}: ${unverified.join(', ')}`,
  );
}

function recipientsOf(form: URLSearchParams, mail: Email): string[] {
  const given = members(form, 'Destinations').map((prefix) => form.get(prefix) ?? '');
  const headers = [mail.to, mail.cc, mail.bcc].flatMap((list = []) => list.flatMap((each) => each.group ?? [each]));
  const recipients = given.length > 0 ? given.map(plain) : headers.map((each) => each.address);
  if (recipients.length === 0) throw invalid("Missing required header 'To'.");
  if (recipients.length > MOST_RECIPIENTS) throw invalid(`Recipient count exceeds ${MOST_RECIPIENTS}.`);
  for (const each of recipients) {
    if (!each.includes('@')) throw invalid("Missing final '@domain'");
    if (!ADDRESS.test(each)) throw invalid(`Illegal address: ${each}`);
  }
  return [...new Set(recipients)];
}

function tagsOf(form: URLSearchParams): Record<string, string> {
  const tags = members(form, 'Tags').map((prefix) => [form.get(`${prefix}.Name`), form.get(`${prefix}.Value`)]);
  if (tags.length > MOST_TAGS) throw invalid(`Tag count exceeds ${MOST_TAGS}.`);
  if (new Set(tags.map(([name]) => name)).size < tags.length) throw invalid('Duplicate message tag.');
  for (const each of tags.flat()) {
    if (!TAG.test(each ?? '')) throw invalid(`Invalid tag <${each}>: letters, digits, '_', '-', '.' and '@' alone.`);
  }
  return Object.fromEntries(tags) as Record<string, string>;
}

/** Returns the field prefixes of a list's members in the Query protocol: `Tags.member.1`, `Tags.member.2` … */
function members(form: URLSearchParams, list: string): string[] {
  const numbers = [...form.keys()].flatMap((name) => new RegExp(`^${list}\\.member\\.(\\d+)`).exec(name)?.[1] ?? []);
  return [...new Set(numbers.map(Number))].sort((a, b) => a - b).map((number) => `${list}.member.${number}`);
}
