import { SESServiceException, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { MailRefusal } from '../../domain/mail/mail-refusal.ts';
import type { Environment } from '../../environment.ts';
import type { MailSend } from '../../ports.ts';
import { mailClient } from '../clients/mail.ts';

/** What SES says of a mail that it will never take. */
const FINAL: ReadonlySet<string> = new Set(['MessageRejected', 'InvalidParameterValue', 'ValidationError']);
/** What is rejected so for want of a verified identity is taken once an operator has verified it. */
const UNVERIFIED = /not verified/i;
/** Nobody was reached. */
const UNREACHED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CredentialsProviderError']);

/** The refusal that an error is; undefined where the mail may have been taken all the same. */
const refusalOf = (error: unknown): MailRefusal | undefined => {
  if (error instanceof SESServiceException && (error.$metadata.httpStatusCode ?? 500) < 500) {
    const isFinal = FINAL.has(error.name) && !UNVERIFIED.test(error.message);
    return new MailRefusal(`${error.name}: ${error.message}`, isFinal, { cause: error });
  }
  const { name = '', code = '' } = error as { name?: string; code?: string };
  return UNREACHED.has(code) || UNREACHED.has(name)
    ? new MailRefusal('The mail service was not reached', false, { cause: error })
    : undefined;
};

export const adapter = (environment: Environment): MailSend => ({
  sender: environment.MAIL_SENDER ?? null,
  send: async ({ to, raw, tags }) => {
    const Source = environment.MAIL_SENDER;
    const ConfigurationSetName = environment.MAIL_CONFIGURATION_SET;
    if (Source === undefined) throw new MailRefusal('No sender of mails is set', true);
    const command = new SendRawEmailCommand({
      Source,
      // Named here, no header of the mail adds another one.
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
