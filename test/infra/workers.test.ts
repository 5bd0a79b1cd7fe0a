import { describe, expect, test } from 'vitest';
import { queueWorkersOf } from '../../infra/cloud/registered.ts';
import { prefixOf } from '../../infra/cloud/settings.ts';
import type { ClockSchedule } from '../../shared/queue/clock.ts';
import { deadLetterName, queues as definitions, queueNames } from '../../shared/queue/queues.ts';
import { assemblyOf, ofType } from './assembly.ts';
import { functionsOf, list, type Statement, target, written } from './deployed.ts';
import { registered, settled, stages } from './registered.ts';

const expressionOf = (schedule: ClockSchedule): string => {
  if ('dailyAt' in schedule) {
    const at = new Date(`2026-01-01T${schedule.dailyAt}:00Z`);
    return `cron(${at.getUTCMinutes()} ${at.getUTCHours()} * * ? *)`;
  }
  const { rateMinutes } = schedule;
  const [count, unit] = rateMinutes % 60 === 0 ? [rateMinutes / 60, 'hour'] : [rateMinutes, 'minute'];
  return `rate(${count} ${unit}${count === 1 ? '' : 's'})`;
};

describe.each(stages)('stage %s', async (stage) => {
  const { stacks } = await assemblyOf(stage);
  const functions = functionsOf(stage, stacks);
  const queues = ofType(stacks, 'AWS::SQS::Queue');
  const named = (name: string) =>
    queues.find(({ Properties }) => Properties.QueueName === `${prefixOf({ stage })}-${name}`);
  const mappings = ofType(stacks, 'AWS::Lambda::EventSourceMapping');
  const aliasOf = (logicalId: string) =>
    ofType(stacks, 'AWS::Lambda::Alias').find(({ Properties }) => target(Properties.FunctionName) === logicalId)!.id;

  test.each(queueNames)('the queue %s redrives failed messages to its dead-letter queue', (name) => {
    const deadLetters = named(deadLetterName(name))!;
    const { deadLetterTargetArn, maxReceiveCount } = named(name)!.Properties.RedrivePolicy as {
      deadLetterTargetArn: unknown;
      maxReceiveCount: number;
    };
    expect(target(deadLetterTargetArn)).toBe(deadLetters.id);
    expect(maxReceiveCount).toBe(definitions[name].maximumReceives);
    expect(deadLetters.Properties.RedrivePolicy).toBeUndefined();
    expect(deadLetters.Properties.MessageRetentionPeriod).toBe(14 * 24 * 3600);
  });

  test('every queue is encrypted, and rejects plain HTTP', () => {
    const policies = ofType(stacks, 'AWS::SQS::QueuePolicy');
    for (const { id, Properties } of queues) {
      expect(Properties.SqsManagedSseEnabled, id).toBe(true);
      const denied = policies
        .filter((policy) => list(policy.Properties.Queues as unknown[]).some((queue) => target(queue) === id))
        .flatMap((policy) => (policy.Properties.PolicyDocument as { Statement: Statement[] }).Statement)
        .filter(({ Effect, Condition }) => Effect === 'Deny' && Condition?.Bool?.['aws:SecureTransport'] === 'false');
      expect(denied, id).toHaveLength(1);
    }
  });

  test.each(queueWorkersOf(registered.workers).map((worker) => [worker.id, worker] as const))(
    '%s reads its queue, and reports which messages of a batch failed',
    (id, worker) => {
      const { batchSize, concurrency, visibilitySeconds } = definitions[worker.queue];
      const { logicalId, properties } = functions.find((one) => one.id === id)!;
      const mapping = mappings.filter(({ Properties }) => target(Properties.FunctionName) === aliasOf(logicalId));
      expect(mapping).toHaveLength(1);
      expect(mapping[0]!.Properties).toMatchObject({
        BatchSize: batchSize,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: {
          MaximumConcurrency: Math.max(2, Math.round(concurrency.cloud * settled[stage].concurrencyShare)),
        },
      });
      expect(written(mapping[0]!.Properties.EventSourceArn)).toMatch(
        new RegExp(`:${prefixOf({ stage })}-${worker.queue}$`),
      );
      expect(properties).toMatchObject({ Timeout: worker.timeoutSeconds, MemorySize: worker.memoryMegabytes });
      const visibility = Number(named(worker.queue)!.Properties.VisibilityTimeout);
      expect(visibility).toBe(visibilitySeconds);
      // The visibility timeout outlasts a run, but not by much, so that messages of a dead run return soon.
      expect(visibility).toBeGreaterThan(worker.timeoutSeconds);
      expect(visibility).toBeLessThanOrEqual(900);
    },
  );

  const following = registered.workers.flatMap(({ worker }) => ('stream' in worker ? [worker] : []));
  test.each(following.map((worker) => [worker.id, worker] as const))(
    '%s reads the stream of the table',
    (id, worker) => {
      const { logicalId } = functions.find((one) => one.id === id)!;
      const [mapping] = mappings.filter(({ Properties }) => target(Properties.FunctionName) === aliasOf(logicalId));
      const suffix = worker.stream.partitionsEndingWith;
      const pattern = { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ suffix }] } } } };
      expect(mapping!.Properties).toMatchObject({
        StartingPosition: 'TRIM_HORIZON',
        BisectBatchOnFunctionError: true,
        FilterCriteria: { Filters: [{ Pattern: JSON.stringify(pattern) }] },
      });
      const { OnFailure } = mapping!.Properties.DestinationConfig as { OnFailure: { Destination: unknown } };
      expect(target(OnFailure.Destination)).toBe(named(deadLetterName(id))!.id);
      const table = ofType(stacks, 'AWS::DynamoDB::Table').filter(({ Properties }) => Properties.StreamSpecification);
      expect(table.map(({ Properties }) => Properties.StreamSpecification)).toEqual([{ StreamViewType: 'KEYS_ONLY' }]);
    },
  );

  test('only workers have event source mappings, and those of queues report partial failures', () => {
    const ofQueues = mappings.filter(({ Properties }) => !Properties.StartingPosition);
    expect(ofQueues).toHaveLength(queueWorkersOf(registered.workers).length);
    expect(mappings).toHaveLength(ofQueues.length + following.length);
    for (const { Properties } of ofQueues)
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
  });

  const scheduled = registered.workers.flatMap(({ worker }) => ('schedule' in worker ? [worker] : []));
  test.each(scheduled.map((worker) => [worker.id, worker] as const))('%s runs on a schedule', (id, worker) => {
    const { logicalId, properties } = functions.find((one) => one.id === id)!;
    const rules = ofType(stacks, 'AWS::Events::Rule').filter(({ Properties }) =>
      (Properties.Targets as { Arn: unknown }[]).some(({ Arn }) => target(Arn) === aliasOf(logicalId)),
    );
    expect(rules).toHaveLength(1);
    expect(rules[0]!.Properties.ScheduleExpression).toBe(expressionOf(worker.schedule));
    const deadLetters = named(deadLetterName(id as never))!;
    expect(target((properties.DeadLetterConfig as { TargetArn: unknown }).TargetArn)).toBe(deadLetters.id);
  });
});
