import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { anchorOf } from '../../infra/cloud/alarms.ts';
import { groupOf } from '../../infra/cloud/registered.ts';
import { prefixOf } from '../../infra/cloud/settings.ts';
import { METRICS, NAMESPACE } from '../../shared/metrics.ts';
import { deadLetterName, queueNames } from '../../shared/queue/queues.ts';
import { assemblyOf, ofType } from './assembly.ts';
import { functionsOf, target } from './deployed.ts';
import { registered, settled, stages } from './registered.ts';

const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
const sections = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

describe.each(stages.filter((stage) => settled[stage].alarms))('stage %s', async (stage) => {
  const { stacks } = await assemblyOf(stage);
  const prefix = prefixOf({ stage });
  const alarms = ofType(stacks, 'AWS::CloudWatch::Alarm');
  const named = (name: string) => alarms.find(({ Properties }) => Properties.AlarmName === `${prefix}-${name}`);

  test('every alarm has its section of the runbook, and no section is without an alarm', () => {
    const named = alarms.map(
      ({ Properties }) => /runbook\.md#([\w-]+)$/.exec(String(Properties.AlarmDescription))?.[1],
    );
    expect([...new Set(named)].sort()).toEqual([...sections].sort());
  });

  test('every alarm tells the one topic, when it begins and when it ends', () => {
    const topics = ofType(stacks, 'AWS::SNS::Topic').filter(({ stack }) => stack.endsWith('-observability'));
    expect(topics).toHaveLength(1);
    for (const { id, Properties } of alarms) {
      for (const actions of [Properties.AlarmActions, Properties.OKActions]) {
        expect((actions as unknown[]).map(target), id).toEqual([topics[0]!.id]);
      }
    }
  });

  test('what users feel is watched: faults, the slowest answers, waiting messages, dead letters', () => {
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

  test('alarms look at resources that are there', () => {
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

  test('the own metrics that alarms look at are written with those dimensions', () => {
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

  test('every worker and every group of operations has an alarm that takes a bad version back', () => {
    for (const { worker } of registered.workers) expect(named(`${worker.id}-errors`), worker.id).toBeDefined();
    for (const group of new Set(registered.operations.map(groupOf)))
      expect(named(`${group}-faults`), group).toBeDefined();
    const groups = ofType(stacks, 'AWS::CodeDeploy::DeploymentGroup');
    expect(groups.length > 0).toBe(settled[stage].rollout === 'canary');
    const known = alarms.map(({ Properties }) => Properties.AlarmName);
    for (const { id, Properties } of groups) {
      const { Alarms, Enabled } = Properties.AlarmConfiguration as { Alarms: { Name: string }[]; Enabled: boolean };
      expect(Enabled, id).toBe(true);
      expect(Alarms.length, id).toBeGreaterThan(0);
      for (const { Name } of Alarms) expect(known, id).toContain(Name);
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
