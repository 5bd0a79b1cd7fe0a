import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { prefixOf, type Settings } from './settings.ts';

/** What of SES a stage sends its mails with, by names alone, so that no stack holds on to another's exports. */
export interface MailAddress {
  sender: string;
  identityArn: string;
  configurationSet: string;
  configurationSetArn: string;
}

/** What is verified for a sender: the domain of the zone that it is in, or else the address itself. */
const identityNameOf = ({ zoneName }: Settings, sender: string): string => {
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  return zoneName !== undefined && `.${domain}`.endsWith(`.${zoneName}`) ? zoneName : sender;
};

/** How a stage sends mails; undefined where nobody was named to send them. */
export const mailAddress = (stack: Stack, settings: Settings): MailAddress | undefined => {
  const { mailSender: sender } = settings;
  if (sender === undefined) return undefined;
  const arnOf = (resource: string, resourceName: string) =>
    stack.formatArn({ service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME });
  const configurationSet = prefixOf(settings);
  return {
    sender,
    identityArn: arnOf('identity', identityNameOf(settings, sender)),
    configurationSet,
    configurationSetArn: arnOf('configuration-set', configurationSet),
  };
};
