import { ArnFormat, Duration, type Stack, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLetterName, type QueueName, queueNames, queues } from '../../shared/queue/queues.ts';
import { prefixOf, type Settings } from './settings.ts';

/** The address of a queue in other stacks. */
export interface QueueAddress {
  arn: string;
  url: string;
}

const physicalName = (settings: Settings, name: string): string => `${prefixOf(settings)}-${name}`;

/** Returns a queue's address derived from its name only, so that stacks do not depend on each other's exports. */
export const queueAddress = (stack: Stack, settings: Settings, name: string): QueueAddress => {
  const resource = physicalName(settings, name);
  return {
    arn: stack.formatArn({ service: 'sqs', resource, arnFormat: ArnFormat.NO_RESOURCE_NAME }),
    url: `https://sqs.${stack.region}.${stack.urlSuffix}/${stack.account}/${resource}`,
  };
};

/** Returns the addresses of all queues. */
export const queueAddresses = (stack: Stack, settings: Settings): Record<QueueName, QueueAddress> =>
  Object.fromEntries(queueNames.map((name) => [name, queueAddress(stack, settings, name)])) as Record<
    QueueName,
    QueueAddress
  >;

export interface QueueWithDeadLettersProps {
  settings: Settings;
  name: QueueName;
}

/** A queue with its dead-letter queue: encrypted, TLS only, messages kept for 14 days. */
export class QueueWithDeadLetters extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { settings, name }: QueueWithDeadLettersProps) {
    super(scope, id);
    const common = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    };
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...common,
      queueName: physicalName(settings, deadLetterName(name)),
    });
    Validations.of(this.deadLetters).acknowledge({
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'This is the dead-letter queue itself; an alarm is raised for every message in it.',
    });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      queueName: physicalName(settings, name),
      // AWS recommends six times the function's timeout because mappings may be throttled; the mapping's own maximum
      // concurrency keeps it from receiving messages that no function is free for, and a failed message becomes visible
      // after its own delay.
      visibilityTimeout: Duration.seconds(queues[name].visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: queues[name].maximumReceives },
    });
  }
}
