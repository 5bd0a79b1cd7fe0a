import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { alarmsOf, anchorOf, type WatchedMetric } from './alarms.ts';
import { addDashboard } from './dashboard.ts';
import { Measures } from './measures.ts';
import { acknowledge } from './nag.ts';
import type { Registered } from './registered.ts';
import { prefixOf, type Settings, stackProps } from './settings.ts';

export interface ObservabilityStackProps extends Registered {
  settings: Settings;
  apiId: string;
}

/** Alarms with notifications, and a dashboard. */
export class ObservabilityStack extends Stack {
  readonly #settings: Settings;

  constructor(scope: Construct, id: string, { settings, apiId, ...registered }: ObservabilityStackProps) {
    super(scope, id, stackProps(settings, 'alarms and dashboard.'));
    this.#settings = settings;
    const measures = new Measures(settings, apiId);
    addDashboard(this, settings, registered, measures);
    if (!settings.alarms) return;
    const tell = new SnsAction(this.#topic());
    const watches = alarmsOf(registered, measures, settings.mailSender !== undefined);
    for (const watch of watches) this.#watch(watch, tell);
  }

  #watch({ name, metric, threshold, periods = 1, description, runbook }: WatchedMetric, tell: SnsAction): void {
    const alarm = new Alarm(this, name, {
      alarmName: `${prefixOf(this.#settings)}-${name}`,
      alarmDescription: `${description} What to do: docs/runbook.md#${anchorOf(runbook)}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(tell);
    alarm.addOkAction(tell);
  }

  /**
   * Creates the topic for alarms. Its key is customer-managed, because alarms cannot publish with the AWS-managed one.
   */
  #topic(): Topic {
    const { stage, alarmEmail } = this.#settings;
    const key = new Key(this, 'AlarmKey', {
      description: `Alarms of ${prefixOf(this.#settings)}`,
      enableKeyRotation: true,
      // Notifications are transient; nothing encrypted with the key is stored.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const cloudWatch = 'cloudwatch.amazonaws.com';
    key.grantEncryptDecrypt(new ServicePrincipal(cloudWatch));
    const topic = new Topic(this, 'Alarms', {
      displayName: `Construction documents, ${stage}`,
      masterKey: key,
      enforceSSL: true,
    });
    // Any topic policy, such as that of `enforceSSL`, replaces the default one that lets the account publish.
    const alarms = this.formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: `${prefixOf(this.#settings)}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    topic.grantPublish(new ServicePrincipal(cloudWatch, { conditions: { ArnLike: { 'aws:SourceArn': alarms } } }));
    if (alarmEmail) {
      topic.addSubscription(new EmailSubscription(alarmEmail));
      acknowledge(topic, {
        'Serverless-SNSRedrivePolicy':
          'An alarm mail is useless if it is delivered late; the alarm itself remains visible.',
      });
    }
    return topic;
  }
}
