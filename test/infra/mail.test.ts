import { describe, expect, test } from 'vitest';
import { mailAddress } from '../../infra/cloud/mail.ts';
import { parseSettings, prefixOf } from '../../infra/cloud/settings.ts';
import { assemblyOf, ofType } from './assembly.ts';
import { type Statement, target, written } from './deployed.ts';
import { settled, stages } from './registered.ts';

const sending = stages.filter((stage) => settled[stage].mailSender !== undefined);

test('there are stages that send mail and one that does not', () => {
  expect(sending).toEqual(['dev', 'prod']);
});

describe.each(sending)('stage %s', async (stage) => {
  const { stacks } = await assemblyOf(stage);
  const prefix = prefixOf({ stage });
  const [configurationSet] = ofType(stacks, 'AWS::SES::ConfigurationSet');
  const queueOf = (name: string) =>
    ofType(stacks, 'AWS::SQS::Queue').find(({ Properties }) => Properties.QueueName === `${prefix}-${name}`)!;
  const [destination] = ofType(stacks, 'AWS::SES::ConfigurationSetEventDestination');
  const { EventDestination } = destination!.Properties as {
    EventDestination: { Enabled: boolean; MatchingEventTypes: string[]; SnsDestination: { TopicARN: unknown } };
  };
  const topicId = target(EventDestination.SnsDestination.TopicARN);
  const topic = ofType(stacks, 'AWS::SNS::Topic').find(({ id }) => id === topicId)!;

  test('mails are counted, and suppressions are managed by the service', () => {
    expect(configurationSet!.Properties).toMatchObject({
      Name: prefix,
      ReputationOptions: { ReputationMetricsEnabled: true },
      SuppressionOptions: { SuppressedReasons: [] },
    });
  });

  test('SES events go to a topic to which only SES may publish, for this configuration set', () => {
    expect(target(destination!.Properties.ConfigurationSetName)).toBe(configurationSet!.id);
    expect(EventDestination.Enabled).toBe(true);
    expect([...EventDestination.MatchingEventTypes].sort()).toEqual([
      'bounce',
      'complaint',
      'delivery',
      'reject',
      'send',
    ]);
    const policy = ofType(stacks, 'AWS::SNS::TopicPolicy').find(({ Properties }) =>
      (Properties.Topics as unknown[]).some((one) => target(one) === topicId),
    )!;
    const { Statement } = policy.Properties.PolicyDocument as { Statement: (Statement & { Principal: unknown })[] };
    const [allowed, ...others] = Statement.filter(({ Effect }) => Effect === 'Allow');
    expect(others).toEqual([]);
    expect(allowed).toMatchObject({ Action: 'sns:Publish', Principal: { Service: 'ses.amazonaws.com' } });
    expect(written(allowed!.Condition)).toMatch(
      /AWS:SourceAccount: (<AWS::AccountId>|123456789012), AWS:SourceArn: .*configuration-set\/<MailConfigurationSet\w+>/,
    );
  });

  test('events are encrypted in transit, with a key of their own that SES may use', () => {
    const key = ofType(stacks, 'AWS::KMS::Key').find(({ id }) => id === target(topic.Properties.KmsMasterKeyId))!;
    const { Statement } = key.Properties.KeyPolicy as { Statement: (Statement & { Principal: unknown })[] };
    const ofSes = Statement.filter(({ Principal }) => JSON.stringify(Principal).includes('ses.amazonaws.com'));
    expect(ofSes.flatMap(({ Action }) => Action)).toEqual(
      expect.arrayContaining(['kms:Decrypt', 'kms:GenerateDataKey*']),
    );
    const everything = ofType(stacks, 'AWS::KMS::Key').filter(({ Properties }) =>
      JSON.stringify(Properties.KeyPolicy).includes('ses.amazonaws.com'),
    );
    expect(everything.map(({ id }) => id)).toEqual([key.id]);
  });

  test('the topic delivers each event to the queue unmodified, and undeliverable ones to the dead letters', () => {
    const [subscription, ...others] = ofType(stacks, 'AWS::SNS::Subscription').filter(
      ({ Properties }) => target(Properties.TopicArn) === topicId,
    );
    expect(others).toEqual([]);
    const { Properties } = subscription!;
    expect(Properties).toMatchObject({
      Protocol: 'sqs',
      RawMessageDelivery: true,
      FilterPolicyScope: 'MessageBody',
      FilterPolicy: { eventType: ['Send', 'Delivery', 'Bounce', 'Complaint', 'Reject'] },
    });
    expect(target(Properties.Endpoint)).toBe(queueOf('mail-events').id);
    const { deadLetterTargetArn } = Properties.RedrivePolicy as { deadLetterTargetArn: unknown };
    expect(target(deadLetterTargetArn)).toBe(queueOf('mail-events-dlq').id);
  });

  test('alarms go off before SES reviews the account', () => {
    const named = (name: string) =>
      ofType(stacks, 'AWS::CloudWatch::Alarm').find(({ Properties }) => Properties.AlarmName === `${prefix}-${name}`)!;
    const dimensions = [{ Name: 'ses:configuration-set', Value: prefix }];
    const ofSes = { Namespace: 'AWS/SES', Dimensions: dimensions };
    expect(named('mail-bounces').Properties).toMatchObject({ ...ofSes, MetricName: 'Reputation.BounceRate' });
    expect(named('mail-complaints').Properties).toMatchObject({ ...ofSes, MetricName: 'Reputation.ComplaintRate' });
    expect(named('mail-bounces').Properties.Threshold).toBeLessThan(0.05);
    expect(named('mail-complaints').Properties.Threshold).toBeLessThan(0.001);
  });
});

test('the identity is the address, or its domain with the records in its hosted zone', async () => {
  const [dev, prod] = await Promise.all([assemblyOf('dev'), assemblyOf('prod')]);
  const identityOf = ({ stacks }: typeof dev) => ofType(stacks, 'AWS::SES::EmailIdentity')[0]!.Properties;
  expect(identityOf(dev)).toMatchObject({
    EmailIdentity: 'documents@example.com',
    FeedbackAttributes: { EmailForwardingEnabled: false },
  });
  expect(identityOf(prod).EmailIdentity).toBe('example.org');
  expect(
    ofType(prod.stacks, 'AWS::Route53::RecordSet').filter(({ Properties }) => Properties.Type === 'CNAME'),
  ).toHaveLength(3);
});

test('a stage without a sender has no SES resources', async () => {
  const { stacks } = await assemblyOf('pr-1');
  for (const type of ['AWS::SES::ConfigurationSet', 'AWS::SES::EmailIdentity', 'AWS::SNS::Subscription']) {
    expect(ofType(stacks, type), type).toEqual([]);
  }
});

test('a named existing identity is used, not created', () => {
  const stack = { formatArn: ({ resource, resourceName }: Record<string, string>) => `${resource}/${resourceName}` };
  const of = (given: Record<string, string>) =>
    mailAddress(stack as never, parseSettings({ stage: 'prod', ...given }))?.identityArn;
  const zone = { zoneId: 'Z1', zoneName: 'example.org' };
  expect(of({ mailSender: 'a@example.org', mailIdentity: 'a@example.org', ...zone })).toBe('identity/a@example.org');
  expect(of({ mailSender: 'a@example.org', ...zone })).toBe('identity/example.org');
  expect(of({ mailSender: 'a@notexample.org', ...zone })).toBe('identity/a@notexample.org');
  expect(of({})).toBeUndefined();
  expect(() => parseSettings({ mailIdentity: 'example.org' })).toThrow('-c mailSender: goes with mailIdentity');
});
