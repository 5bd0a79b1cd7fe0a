import { Duration, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { ClockSchedule } from '../../shared/queue/clock.ts';
import { queues } from '../../shared/queue/queues.ts';
import {
  portNamesOfWorker,
  type QueueWorker,
  type ScheduledWorker,
  type StreamWorker,
  type Worker,
} from '../../shared/queue/worker.ts';
import type { Bundle } from '../build/build.ts';
import { environmentOf, type Resources, type Statement, statementsOf } from './grants.ts';
import { acknowledge } from './nag.ts';
import { queueAddress } from './queue-resources.ts';
import type { RegisteredWorker } from './registered.ts';
import type { Deployer } from './rollout.ts';
import { ServiceFunction } from './service-function.ts';
import { prefixOf, type Settings, stackProps } from './settings.ts';

export interface WorkersStackProps {
  settings: Settings;
  workers: readonly RegisteredWorker[];
  /** The URL that clients use. */
  baseUrl: string;
  resources: (stack: Stack) => Resources;
  bundle: (id: string) => Bundle;
  deployer: Deployer | undefined;
}

/** The group of all workers. */
export const WORKERS = 'workers';
/** SQS's minimum concurrency of a mapping. */
const LEAST_CONCURRENCY = 2;

/** Returns the maximum concurrent invocations of one queue's worker in a stage with this share. */
export const mappingConcurrency = (concurrency: number, share: number): number =>
  Math.max(LEAST_CONCURRENCY, Math.round(concurrency * share));

/** The functions behind queues, streams and schedules. */
export class WorkersStack extends Stack {
  readonly #props: WorkersStackProps;
  readonly #resources: Resources;

  constructor(scope: Construct, id: string, props: WorkersStackProps) {
    super(scope, id, stackProps(props.settings, 'the workers.'));
    this.#props = props;
    this.#resources = props.resources(this);
    for (const { worker } of props.workers) {
      if ('queue' in worker) this.#behindQueue(worker);
      else if ('stream' in worker) this.#behindStream(worker);
      else this.#byClock(worker);
    }
  }

  #function(worker: Worker, statements: readonly Statement[], deadLetters?: Queue): ServiceFunction {
    const ports = portNamesOfWorker(worker);
    const { purgeAfterDays } = this.#props.settings;
    return new ServiceFunction(this, worker.id, {
      settings: this.#props.settings,
      group: WORKERS,
      deployer: this.#props.deployer,
      description: worker.description,
      bundle: this.#props.bundle(worker.id),
      timeoutSeconds: worker.timeoutSeconds,
      memoryMegabytes: worker.memoryMegabytes,
      // Drawing sets are processed as files: room for the largest upload and the files derived from it.
      ...(worker.uses.includes('files.read') && { temporaryMegabytes: 10_240 }),
      environment: {
        ...environmentOf(ports, this.#resources),
        // Mails contain links to the service.
        ...(ports.includes('mail.send') && { PUBLIC_BASE_URL: this.#props.baseUrl }),
        ...(purgeAfterDays !== undefined &&
          ports.includes('documents.purge') && { PURGE_AFTER_DAYS: String(purgeAfterDays) }),
      },
      statements: [...statements, ...statementsOf(ports, this.#resources)],
      ...(deadLetters && { deadLetters }),
    });
  }

  #behindQueue(worker: QueueWorker): void {
    const { batchSize, concurrency } = queues[worker.queue];
    const { settings } = this.#props;
    const { concurrencyShare } = settings;
    const { arn } = queueAddress(this, settings, worker.queue);
    const { alias } = this.#function(worker, [
      {
        actions: ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
        resources: [arn],
      },
    ]);
    const mapping = new CfnEventSourceMapping(this, `${worker.id}-source`, {
      eventSourceArn: arn,
      functionName: alias.functionArn,
      batchSize,
      // Above ten messages SQS requires a batching window.
      ...(batchSize > 10 && { maximumBatchingWindowInSeconds: 1 }),
      functionResponseTypes: ['ReportBatchItemFailures'],
      scalingConfig: {
        maximumConcurrency: mappingConcurrency(concurrency.cloud, concurrencyShare),
      },
    });
    acknowledge(mapping, {
      'Serverless-LambdaEventSourceMappingDestination':
        'A queue as source has no destination: its own redrive policy moves failed messages to the dead-letter queue.',
    });
  }

  #behindStream(worker: StreamWorker): void {
    const reason = 'This queue receives the changes that could not be announced.';
    const deadLetters = this.#deadLetters(worker, reason);
    // The rule recognises dead-letter queues only of queues and functions, not of streams.
    acknowledge(deadLetters, { 'AwsSolutions-SQS3': reason });
    const { alias } = this.#function(worker, [
      {
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [this.#resources.tableStreamArn],
      },
      {
        actions: ['dynamodb:ListStreams'],
        resources: ['*'],
        wildcard:
          'Lambda requires this right when it connects the stream, and the action has no resources to restrict it to.',
      },
      {
        actions: ['kms:Decrypt'],
        resources: [this.#resources.dataKeyArn],
        when: { StringEquals: { 'kms:ViaService': `dynamodb.${this.region}.amazonaws.com` } },
      },
      { actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] },
    ]);
    const keys = { pk: { S: [{ suffix: worker.stream.partitionsEndingWith }] } };
    new CfnEventSourceMapping(this, `${worker.id}-source`, {
      eventSourceArn: this.#resources.tableStreamArn,
      functionName: alias.functionArn,
      startingPosition: 'TRIM_HORIZON',
      batchSize: 1000,
      bisectBatchOnFunctionError: true,
      maximumRetryAttempts: 20,
      filterCriteria: {
        filters: [{ pattern: JSON.stringify({ eventName: ['INSERT'], dynamodb: { Keys: keys } }) }],
      },
      destinationConfig: { onFailure: { destination: deadLetters.queueArn } },
    });
  }

  #deadLetters(worker: Worker, reason: string): Queue {
    const deadLetters = new Queue(this, `${worker.id}-dlq`, {
      queueName: `${prefixOf(this.#props.settings)}-${worker.id}-dlq`,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(deadLetters, { 'Serverless-SQSRedrivePolicy': reason });
    return deadLetters;
  }

  #byClock(worker: ScheduledWorker): void {
    const deadLetters = this.#deadLetters(
      worker,
      'This queue receives the events of the schedule that finally failed.',
    );
    const { alias } = this.#function(worker, [], deadLetters);
    new Rule(this, `${worker.id}-schedule`, {
      description: worker.description,
      schedule: scheduleOf(worker.schedule),
      targets: [new FunctionTarget(alias, { deadLetterQueue: deadLetters, retryAttempts: 2 })],
    });
  }
}

/** Converts a schedule; daily times are in UTC. */
const scheduleOf = (schedule: ClockSchedule): Schedule => {
  if ('rateMinutes' in schedule) return Schedule.rate(Duration.minutes(schedule.rateMinutes));
  const [hour, minute] = schedule.dailyAt.split(':').map((part) => String(Number(part)));
  return Schedule.cron({ hour, minute });
};
