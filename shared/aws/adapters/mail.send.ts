import { SESClient, SESServiceException, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { MailRefusal } from '../../domain/mail/mail-refusal.ts';
import type { Environment } from '../../environment.ts';
import type { MailSend } from '../../ports.ts';
import { requestHandler } from '../clients/request-handler.ts';
import { watched } from '../clients/watched.ts';

let client: SESClient | undefined;

/**
 * Returns the process's SES client. It never retries: SES has no idempotent requests, so that a retry could send twice.
 */
const mailClient = (): SESClient => {
  client ??= watched(new SESClient({ requestHandler: requestHandler(20_000), maxAttempts: 1 }), 'SES');
  return client;
};

/** SES errors for a mail that will never be accepted. */
const FINAL: ReadonlySet<string> = new Set(['MessageRejected', 'InvalidParameterValue', 'ValidationError']);
/** A mail rejected because its identity is unverified is accepted once an operator has verified it. */
const UNVERIFIED = /not verified/i;
/** Errors after which SES cannot have received the request. */
const UNREACHED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CredentialsProviderError']);

/** Returns the refusal that an error represents; undefined if SES may have accepted the mail. */
const refusalOf = (error: unknown): MailRefusal | undefined => {
  if (error instanceof SESServiceException && (error.$metadata.httpStatusCode ?? 500) < 500) {
    const isFinal = FINAL.has(error.name) && !UNVERIFIED.test(error.message);
    return new MailRefusal(`${error.name}: ${error.message}`, isFinal, { cause: error });
  }
  const { name = '', code = '' } = error as { name?: string; code?: string };
  return UNREACHED.has(code) || UNREACHED.has(name)
    ? new MailRefusal('The mail service could not be reached', false, { cause: error })
    : undefined;
};

export const adapter = (environment: Environment): MailSend => ({
  sender: environment.MAIL_SENDER ?? null,
  send: async ({ to, raw, tags }) => {
    const Source = environment.MAIL_SENDER;
    const ConfigurationSetName = environment.MAIL_CONFIGURATION_SET;
    if (Source === undefined) throw new MailRefusal('No mail sender is configured', true);
    const command = new SendRawEmailCommand({
      Source,
      // With explicit destinations, headers of the mail cannot add recipients.
      Destinations: [to],
      RawMessage: { Data: raw },
      Tags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
      ...(ConfigurationSetName !== undefined && { ConfigurationSetName }),
    });
    try {
      const { MessageId = '' } = await mailClient().send(command);
      return { messageId: MessageId };
    } catch (error) {
      throw refusalOf(error) ?? error;
    }
  },
});
