import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { anchorOf } from '../../infra/cloud/alarms.ts';
import { stackGroupOf } from '../../infra/cloud/registered.ts';
import { prefixOf } from '../../infra/cloud/settings.ts';
import { METRICS, NAMESPACE } from '../../shared/metrics.ts';
import { deadLetterName, queueNames } from '../../shared/queue/queues.ts';
import { assemblyOf, ofType } from './assembly.ts';
import { functionsOf, list, type Statement, target, written } from './deployed.ts';
import { registered, settled, stages } from './registered.ts';

interface PolicyStatement extends Statement {
  Principal?: { Service?: string };
}
interface MetricQuery {
  MetricStat?: { Metric: { MetricName: string; Dimensions: { Name: string; Value: unknown }[] } };
}

const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
const sections = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

describe.each(stages.filter((stage) => settled[stage].alarms))('stage %s', async (stage) => {
  const { stacks } = await assemblyOf(stage);
  const prefix = prefixOf({ stage });
  /** Alarms that notify people; the others only roll a version back. */
  const alarms = ofType(stacks, 'AWS::CloudWatch::Alarm').filter(({ stack }) => stack.endsWith('-observability'));
  const named = (name: string) => alarms.find(({ Properties }) => Properties.AlarmName === `${prefix}-${name}`);

  test('every alarm has its section of the runbook, and every section its alarm', () => {
    const named = alarms.map(
      ({ Properties }) => /runbook\.md#([\w-]+)$/.exec(String(Properties.AlarmDescription))?.[1],
    );
    expect([...new Set(named)].sort()).toEqual([...sections].sort());
  });

  test('every alarm notifies the topic when it begins and when it ends', () => {
    const topics = ofType(stacks, 'AWS::SNS::Topic').filter(({ stack }) => stack.endsWith('-observability'));
    expect(topics).toHaveLength(1);
    for (const { id, Properties } of alarms) {
      for (const actions of [Properties.AlarmActions, Properties.OKActions]) {
        expect((actions as unknown[]).map(target), id).toEqual([topics[0]!.id]);
      }
    }
  });

  test('user-visible symptoms are watched: faults, the slowest responses, waiting messages, dead letters', () => {
    expect(named('api-faults')!.Properties.Metrics).toEqual(
      expect.arrayContaining([expect.objectContaining({ Expression: expect.stringContaining('faults / requests') })]),
    );
    expect(named('api-latency')!.Properties).toMatchObject({ ExtendedStatistic: 'p99', MetricName: 'Latency' });
    for (const queue of queueNames) {
      const waits = { MetricName: 'ApproximateAgeOfOldestMessage', Statistic: 'Maximum' };
      expect(named(`${queue}-waits`)!.Properties, queue).toMatchObject(waits);
    }
    const given = ofType(stacks, 'AWS::SQS::Queue')
      .map(({ Properties }) => String(Properties.QueueName).slice(prefix.length + 1))
      .filter((name) => name.endsWith('-dlq'));
    expect(given).toEqual(expect.arrayContaining(queueNames.map(deadLetterName)));
    for (const name of given) {
      expect(named(`${name}-not-empty`)!.Properties, name).toMatchObject({
        MetricName: 'ApproximateNumberOfMessagesVisible',
        Dimensions: [{ Name: 'QueueName', Value: `${prefix}-${name}` }],
        Threshold: 0,
      });
    }
  });

  test('alarms refer to existing resources', () => {
    const names = new Set([
      ...functionsOf(stage, stacks).map(({ properties }) => properties.FunctionName),
      ...ofType(stacks, 'AWS::SQS::Queue').map(({ Properties }) => Properties.QueueName),
    ]);
    for (const { id, Properties } of alarms) {
      const dimensions = (Properties.Dimensions ?? []) as { Name: string; Value: string }[];
      for (const { Name, Value } of dimensions) {
        if (['FunctionName', 'QueueName'].includes(Name)) expect(names, id).toContain(Value);
      }
    }
  });

  test('custom metrics of alarms are published with the same dimensions', () => {
    const own = alarms.filter(({ Properties }) => Properties.Namespace === NAMESPACE);
    expect(own.length).toBeGreaterThan(3);
    for (const { Properties } of own) {
      const [stageName, ...rest] = Properties.Dimensions as { Name: string; Value: string }[];
      // CloudFormation sorts dimensions by name.
      const all = [stageName!, ...rest];
      expect(all.find(({ Name }) => Name === 'Stage')?.Value).toBe(stage);
      const names = all.map(({ Name }) => Name).filter((name) => name !== 'Stage');
      const sets = METRICS[Properties.MetricName as keyof typeof METRICS].map((set) => [...set].sort());
      expect(sets).toContainEqual(names.sort());
    }
  });

  test('every worker and every group of operations has an alarm of its own', () => {
    for (const { worker } of registered.workers) expect(named(`${worker.id}-errors`), worker.id).toBeDefined();
    for (const group of new Set(registered.operations.map(stackGroupOf)))
      expect(named(`${group}-faults`), group).toBeDefined();
  });

  test("every stream, refused invocations and the account's concurrency are watched", () => {
    const streams = registered.workers.flatMap(({ worker }) => ('stream' in worker ? [worker.id] : []));
    expect(streams.length).toBeGreaterThan(0);
    for (const id of streams) {
      expect(named(`${id}-lags`)!.Properties, id).toMatchObject({
        Namespace: 'AWS/Lambda',
        MetricName: 'IteratorAge',
        Statistic: 'Maximum',
        Threshold: 300_000,
      });
    }
    const throttled = named('functions-throttled')!.Properties;
    expect(throttled).toMatchObject({ Namespace: 'AWS/Lambda', MetricName: 'Throttles', Statistic: 'Sum' });
    expect(throttled.Dimensions).toBeUndefined();
    const used = named('concurrency-used')!.Properties.Metrics as { Expression?: string; MetricStat?: object }[];
    expect(used.map(({ Expression }) => Expression)).toContain('100 * used / SERVICE_QUOTA(used)');
  });

  test('CloudWatch may publish to the topic and use its key', () => {
    const publishing = ofType(stacks, 'AWS::SNS::TopicPolicy')
      .filter(({ stack }) => stack.endsWith('-observability'))
      .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: PolicyStatement[] }).Statement)
      .filter(({ Effect, Principal }) => Effect === 'Allow' && Principal?.Service === 'cloudwatch.amazonaws.com');
    expect(publishing.map(({ Action }) => Action)).toEqual(['sns:Publish']);
    const [topic] = ofType(stacks, 'AWS::SNS::Topic').filter(({ stack }) => stack.endsWith('-observability'));
    expect(target(publishing[0]!.Resource)).toBe(topic!.id);
    // The condition matches the alarms that notify, and their account.
    const source = written(publishing[0]!.Condition!.ArnLike!['aws:SourceArn']);
    expect(source).toMatch(
      new RegExp(`:cloudwatch:(<AWS::Region>:<AWS::AccountId>|eu-central-1:123456789012):alarm:${prefix}-\\*$`),
    );
    for (const { Properties } of alarms.filter(({ Properties }) => Properties.AlarmActions))
      expect(String(Properties.AlarmName).startsWith(`${prefix}-`)).toBe(true);
    const key = ofType(stacks, 'AWS::KMS::Key').find(({ id }) => id === target(topic!.Properties.KmsMasterKeyId))!;
    const ofKey = (key.Properties.KeyPolicy as { Statement: PolicyStatement[] }).Statement.filter(
      ({ Effect, Principal }) => Effect === 'Allow' && Principal?.Service === 'cloudwatch.amazonaws.com',
    ).flatMap(({ Action }) => list(Action));
    expect(ofKey).toEqual(expect.arrayContaining(['kms:Decrypt', 'kms:GenerateDataKey*']));
  });

  test('a deployment is rolled back by the alarm of the very version that it deploys, and by nothing else', () => {
    const groups = ofType(stacks, 'AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(settled[stage].canary ? functionsOf(stage, stacks).length : 0);
    for (const { id, stack, Properties } of groups) {
      const { resources } = stacks.find(({ name }) => name === stack)!;
      const { Alarms, Enabled } = Properties.AlarmConfiguration as { Alarms: { Name: unknown }[]; Enabled: boolean };
      expect(Enabled, id).toBe(true);
      expect(Alarms, id).toHaveLength(1);
      const alarm = target(Alarms[0]!.Name)!;
      const alias = Object.values(resources).find(
        ({ Type, DependsOn }) => Type === 'AWS::Lambda::Alias' && list(DependsOn).includes(id),
      )!;
      const version = target(alias.Properties.FunctionVersion);
      const looked = (resources[alarm]!.Properties.Metrics as MetricQuery[]).flatMap(({ MetricStat }) =>
        MetricStat ? [MetricStat.Metric] : [],
      );
      expect(looked.map(({ MetricName }) => MetricName).sort(), id).toEqual(['Errors', 'Unexpected']);
      for (const { Dimensions } of looked) {
        const ofVersion = Dimensions.find(({ Name }) => ['ExecutedVersion', 'Version'].includes(Name));
        expect(target(ofVersion?.Value), id).toBe(version);
      }
      expect(resources[alarm]!.Properties.AlarmActions).toBeUndefined();
      expect((Properties.AutoRollbackConfiguration as { Events: string[] }).Events).toContain(
        'DEPLOYMENT_STOP_ON_ALARM',
      );
    }
  });

  test('one dashboard shows every queue, group and worker', () => {
    const [dashboard, ...others] = ofType(stacks, 'AWS::CloudWatch::Dashboard');
    expect(others).toEqual([]);
    const body = JSON.stringify(dashboard!.Properties.DashboardBody);
    const functions = functionsOf(stage, stacks).filter(({ id }) => id !== 'unknown-route');
    for (const { properties } of functions) expect(body).toContain(`\\"${properties.FunctionName}\\"`);
    for (const name of queueNames) expect(body).toContain(`\\"${prefix}-${name}\\"`);
  });
});
