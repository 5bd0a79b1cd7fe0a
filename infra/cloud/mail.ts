import { ArnFormat, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import { ConfigurationSet, EmailIdentity, EmailSendingEvent, EventDestination, Identity } from 'aws-cdk-lib/aws-ses';
import { FilterOrPolicy, SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { QueueWithDeadLetters } from './queue-resources.ts';
import { prefixOf, type Settings } from './settings.ts';

/**
 * The SES resources that a stage sends mails with, by name only, so that stacks do not depend on each other's exports.
 */
export interface MailAddress {
  sender: string;
  identityArn: string;
  configurationSet: string;
  configurationSetArn: string;
}

/** Returns the identity to verify for a sender: the domain of its hosted zone, or else the address itself. */
const identityNameOf = ({ mailIdentity, zoneName }: Settings, sender: string): string => {
  if (mailIdentity !== undefined) return mailIdentity;
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  return zoneName !== undefined && `.${domain}`.endsWith(`.${zoneName}`) ? zoneName : sender;
};

/** Returns how a stage sends mails; undefined if no sender is configured. */
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
  /** The queue that receives the events. */
  events: QueueWithDeadLetters;
}

/**
 * The identity that mails are sent from, and the delivery of events to the service: SES publishes to a topic, which
 * delivers each event to the queue with retries. EventBridge would need one resource less, but receives SES events only
 * on a best-effort basis, and after a lost event an address would be written to again and again.
 */
export class MailConstruct extends Construct {
  constructor(scope: Construct, id: string, { settings, sender, events }: MailProps) {
    super(scope, id);
    // Events contain personal data. They have a separate key, because SES can only be granted access as a service, for
    // all of its customers.
    const key = new Key(this, 'Key', {
      description: `Mail events of ${prefixOf(settings)}`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.grantEncryptDecrypt(new ServicePrincipal('ses.amazonaws.com'));
    const topic = new Topic(this, 'Events', {
      displayName: `Mail events, ${settings.stage}`,
      masterKey: key,
      enforceSSL: true,
    });
    const configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: prefixOf(settings),
      reputationMetrics: true,
      // The service has a suppression list of its own; an address would have to be removed from both.
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
        // SES tests a topic with a message that is not an event.
        filterPolicyWithMessageBody: {
          eventType: FilterOrPolicy.filter(
            SubscriptionFilter.stringFilter({ allowlist: ['Send', 'Delivery', 'Bounce', 'Complaint', 'Reject'] }),
          ),
        },
      }),
    );
    if (settings.mailIdentity === undefined) this.#identity(settings, sender);
  }

  /** Creates the identity, verified by records in the zone or by the link that SES mails to the address. */
  #identity(settings: Settings, sender: string): void {
    const name = identityNameOf(settings, sender);
    const { zoneId: hostedZoneId, zoneName } = settings;
    const isZone = hostedZoneId !== undefined && name === zoneName;
    const zone =
      isZone && PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: name });
    new EmailIdentity(this, 'Identity', {
      identity: zone ? Identity.publicHostedZone(zone) : Identity.email(name),
      // The events contain the same information.
      feedbackForwarding: false,
    });
  }
}
