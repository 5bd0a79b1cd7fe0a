import { ArnFormat, Duration, type Stack, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { QueueName, QueueWorker } from '../../shared/queue/worker.ts';
import { prefixOf, type Settings } from './settings.ts';

/** A queue as other stacks know it. */
export interface QueueAddress {
  arn: string;
  url: string;
}

/** Every queue of the service. */
export const queueNames = ['process', 'compare', 'ocr', 'upload-events'] as const satisfies readonly QueueName[];
// A queue that is missing above does not compile here.
null as unknown as QueueName satisfies (typeof queueNames)[number];

export const deadLetterName = <N extends QueueName>(name: N): `${N}-dlq` => `${name}-dlq`;

const physicalName = (settings: Settings, name: string): string => `${prefixOf(settings)}-${name}`;

/** A queue's address from its name alone, so that no stack holds on to another's exports. */
export const queueAddress = (stack: Stack, settings: Settings, name: string): QueueAddress => {
  const resource = physicalName(settings, name);
  return {
    arn: stack.formatArn({ service: 'sqs', resource, arnFormat: ArnFormat.NO_RESOURCE_NAME }),
    url: `https://sqs.${stack.region}.${stack.urlSuffix}/${stack.account}/${resource}`,
  };
};

/** The addresses of all queues. */
export const queueAddresses = (stack: Stack, settings: Settings): Record<QueueName, QueueAddress> =>
  Object.fromEntries(queueNames.map((name) => [name, queueAddress(stack, settings, name)])) as Record<
    QueueName,
    QueueAddress
  >;

/** The variable by which a function knows a queue: `UPLOAD_EVENTS_QUEUE_URL`. */
export const queueVariable = (name: string): string => `${name.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`;

/**
 * How long a message stays hidden: as the worker declares, and six times its function's timeout at least, since a
 * batch may wait before the function is throttled in (AWS's rule for queues behind a function).
 */
const visibilitySeconds = (worker: Pick<QueueWorker, 'visibilityTimeoutSeconds' | 'timeoutSeconds'>): number =>
  Math.max(worker.visibilityTimeoutSeconds, worker.timeoutSeconds * 6);

export interface QueueWithDeadLettersProps {
  settings: Settings;
  name: QueueName;
  /** The functions that read the queue and its dead letters; a queue may be written to before one reads it. */
  worker: QueueWorker | undefined;
  deadLetterWorker: QueueWorker | undefined;
}

/** A queue with its dead-letter queue: encrypted, over TLS only, kept for 14 days. */
export class QueueWithDeadLetters extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { settings, name, worker, deadLetterWorker }: QueueWithDeadLettersProps) {
    super(scope, id);
    const common = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    };
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...common,
      queueName: physicalName(settings, deadLetterName(name)),
      visibilityTimeout: Duration.seconds(deadLetterWorker ? visibilitySeconds(deadLetterWorker) : 30),
    });
    Validations.of(this.deadLetters).acknowledge({
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'This queue is where dead letters end; an alarm tells about every message in it.',
    });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      queueName: physicalName(settings, name),
      visibilityTimeout: Duration.seconds(worker ? visibilitySeconds(worker) : 30),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: worker?.maxReceiveCount ?? 3 },
    });
  }
}
