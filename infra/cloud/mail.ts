import { ArnFormat, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import { ConfigurationSet, EmailIdentity, EmailSendingEvent, EventDestination, Identity } from 'aws-cdk-lib/aws-ses';
import { FilterOrPolicy, SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { QueueWithDeadLetters } from './queues.ts';
import { prefixOf, type Settings } from './settings.ts';

/** What of SES a stage sends its mails with, by names alone, so that no stack holds on to another's exports. */
export interface MailAddress {
  sender: string;
  identityArn: string;
  configurationSet: string;
  configurationSetArn: string;
}

/** What is verified for a sender: the domain of the zone that it is in, or else the address itself. */
const identityNameOf = ({ mailIdentity, zoneName }: Settings, sender: string): string => {
  if (mailIdentity !== undefined) return mailIdentity;
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

export interface MailProps {
  settings: Settings;
  sender: string;
  /** Where the events go. */
  events: QueueWithDeadLetters;
}

/**
 * The identity that mails are sent from, and how the service is told what became of them: SES publishes to a topic, and
 * the topic hands each event to the queue until it has it. The event bus would be a resource less, but gets events of
 * SES as best it can, and one that is lost leaves an address written to again and again.
 */
export class Mail extends Construct {
  constructor(scope: Construct, id: string, { settings, sender, events }: MailProps) {
    super(scope, id);
    // Events name people. The key is their own: SES can only be let in as a service, whoever it works for.
    const key = new Key(this, 'Key', {
      description: `What became of mails of ${prefixOf(settings)}`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.grantEncryptDecrypt(new ServicePrincipal('ses.amazonaws.com'));
    const topic = new Topic(this, 'Events', {
      displayName: `What became of mails, ${settings.stage}`,
      masterKey: key,
      enforceSSL: true,
    });
    const configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: prefixOf(settings),
      reputationMetrics: true,
      // The service keeps a list of its own; an address would have to be taken off both.
      disableSuppressionList: true,
    });
    const { SEND, DELIVERY, BOUNCE, COMPLAINT, REJECT } = EmailSendingEvent;
    configurationSet.addEventDestination('ToTopic', {
      destination: EventDestination.snsTopic(topic),
      events: [SEND, DELIVERY, BOUNCE, COMPLAINT, REJECT],
    });
    topic.addSubscription(
      new SqsSubscription(events.queue, {
        rawMessageDelivery: true,
        deadLetterQueue: events.deadLetters,
        // SES tries a topic with a sentence that is no event.
        filterPolicyWithMessageBody: {
          eventType: FilterOrPolicy.filter(
            SubscriptionFilter.stringFilter({ allowlist: ['Send', 'Delivery', 'Bounce', 'Complaint', 'Reject'] }),
          ),
        },
      }),
    );
    if (settings.mailIdentity === undefined) this.#identity(settings, sender);
  }

  /** Verified by records in the zone, or by whoever opens the link that SES mails to the address. */
  #identity(settings: Settings, sender: string): void {
    const name = identityNameOf(settings, sender);
    const { zoneId: hostedZoneId, zoneName } = settings;
    const isZone = hostedZoneId !== undefined && name === zoneName;
    const zone =
      isZone && PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: name });
    new EmailIdentity(this, 'Identity', {
      identity: zone ? Identity.publicHostedZone(zone) : Identity.email(name),
      // The events say it.
      feedbackForwarding: false,
    });
  }
}
