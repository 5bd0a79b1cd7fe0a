import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  Metric,
  TextWidget,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { deadLetterName, queueNames } from '../../shared/queue/queues.ts';
import { acknowledge } from './nag.ts';
import { groupOf, type Registered } from './registered.ts';
import { functionName } from './service-function.ts';
import { prefixOf, type Settings } from './settings.ts';

export interface ObservabilityStackProps extends Registered {
  settings: Settings;
  apiId: string;
}

const minutes5 = Duration.minutes(5);
const minute = Duration.minutes(1);

interface Watch {
  metric: IMetric;
  threshold: number;
  /** Periods in a row that must be over the threshold. */
  periods?: number;
  description: string;
}

/** Alarms that tell people, and a dashboard. All metrics are found by name, so nothing here holds another stack. */
export class ObservabilityStack extends Stack {
  readonly #settings: Settings;
  readonly #tell: SnsAction;

  constructor(scope: Construct, id: string, { settings, apiId, operations, workers }: ObservabilityStackProps) {
    super(scope, id, { description: 'Construction documents: alarms and dashboard.' });
    this.#settings = settings;
    this.#tell = new SnsAction(this.#topic());

    const api = (metricName: string, statistic: string) =>
      new Metric({
        namespace: 'AWS/ApiGateway',
        metricName,
        dimensionsMap: { ApiId: apiId },
        statistic,
        period: minutes5,
      });
    const ofFunction = (name: string, metricName: string, statistic: string) =>
      new Metric({
        namespace: 'AWS/Lambda',
        metricName,
        dimensionsMap: { FunctionName: functionName(settings, name) },
        statistic,
        period: minutes5,
      });
    const visible = (queue: string) => this.#queueMetric(queue, 'ApproximateNumberOfMessagesVisible');
    const oldest = (queue: string) => this.#queueMetric(queue, 'ApproximateAgeOfOldestMessage');

    this.#watch('api-5xx', {
      metric: api('5xx', 'Sum'),
      threshold: 5,
      description: 'The service answered more than 5 requests with a 5xx status in 5 minutes.',
    });
    this.#watch('api-latency', {
      metric: api('Latency', 'p95'),
      threshold: 2000,
      periods: 3,
      description: 'One request in 20 took more than 2 s for 15 minutes.',
    });
    this.#watch('function-throttles', {
      // Throttles come from the account's pool of concurrency, which all functions share.
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', period: minutes5 }),
      threshold: 0,
      description: 'Functions were throttled: the account runs out of concurrency.',
    });
    const withOwn = workers.flatMap(({ worker }) => ('queue' in worker ? [] : [worker.id]));
    const deadLetters = [...queueNames.map(deadLetterName), ...withOwn.map((name) => `${name}-dlq`)];
    for (const name of deadLetters) {
      this.#watch(`${name}-not-empty`, {
        metric: visible(name),
        threshold: 0,
        description: `Messages were given up on: see the queue ${prefixOf(settings)}-${name}.`,
      });
    }
    for (const { worker } of workers) {
      this.#watch(`${worker.id}-errors`, {
        metric: ofFunction(worker.id, 'Errors', 'Sum'),
        threshold: 0,
        periods: 2,
        description: `The worker ${worker.id} crashed or ran out of time in two periods of 5 minutes.`,
      });
    }

    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName: prefixOf(settings) });
    const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
      new GraphWidget({ title, left, right, width: 12, height: 6, liveData: true });
    dashboard.addWidgets(
      new TextWidget({ markdown: `# Construction documents, ${settings.stage}`, width: 24, height: 1 }),
    );
    dashboard.addWidgets(
      graph('Requests', [api('Count', 'Sum')], [api('4xx', 'Sum'), api('5xx', 'Sum')]),
      graph(
        'Latency, ms',
        ['p50', 'p95', 'p99'].map((statistic) => api('Latency', statistic).with({ label: statistic })),
      ),
    );
    dashboard.addWidgets(
      graph('Messages waiting', queueNames.map(visible), queueNames.map(oldest)),
      graph('Dead letters', deadLetters.map(visible)),
    );
    dashboard.addWidgets(
      graph(
        'Workers, p95 ms',
        workers.map(({ worker }) => ofFunction(worker.id, 'Duration', 'p95')),
      ),
      graph(
        'Worker errors',
        workers.map(({ worker }) => ofFunction(worker.id, 'Errors', 'Sum')),
      ),
    );
    for (const [group, members] of Object.entries(Object.groupBy(operations, groupOf))) {
      const metrics = (metricName: string, statistic: string) =>
        members!.map(({ operation }) => ofFunction(operation.id, metricName, statistic));
      dashboard.addWidgets(
        graph(`${group}: p95 ms`, metrics('Duration', 'p95')),
        graph(`${group}: errors`, metrics('Errors', 'Sum')),
      );
    }
  }

  #queueMetric(name: string, metricName: string): Metric {
    const dimensionsMap = { QueueName: `${prefixOf(this.#settings)}-${name}` };
    return new Metric({
      namespace: 'AWS/SQS',
      metricName,
      dimensionsMap,
      statistic: 'Maximum',
      period: minute,
    });
  }

  #watch(name: string, { metric, threshold, periods = 1, description }: Watch): void {
    const alarm = new Alarm(this, name, {
      alarmName: `${prefixOf(this.#settings)}-${name}`,
      alarmDescription: description,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(this.#tell);
    alarm.addOkAction(this.#tell);
  }

  /** Where alarms go; its key is a customer's, since alarms cannot publish under the one AWS manages. */
  #topic(): Topic {
    const { stage, alarmEmail } = this.#settings;
    const key = new Key(this, 'AlarmKey', {
      description: `Alarms of ${prefixOf(this.#settings)}`,
      enableKeyRotation: true,
    });
    key.grantEncryptDecrypt(new ServicePrincipal('cloudwatch.amazonaws.com'));
    const topic = new Topic(this, 'Alarms', {
      displayName: `Construction documents, ${stage}`,
      masterKey: key,
      enforceSSL: true,
    });
    if (alarmEmail) {
      topic.addSubscription(new EmailSubscription(alarmEmail));
      acknowledge(topic, {
        'Serverless-SNSRedrivePolicy':
          'An alarm mail that cannot be delivered is of no use later; the alarm itself stays visible.',
      });
    }
    return topic;
  }
}
