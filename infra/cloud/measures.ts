import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { METRICS, type MetricName, NAMESPACE } from '../../shared/metrics.ts';
import { functionName } from './service-function.ts';
import { prefixOf, type Settings } from './settings.ts';

const minutes5 = Duration.minutes(5);

/** The metrics of one stage. All are referred to by name, so that their users do not depend on other stacks. */
export class Measures {
  readonly #settings: Settings;
  readonly #apiId: string;

  constructor(settings: Settings, apiId: string) {
    this.#settings = settings;
    this.#apiId = apiId;
  }

  /** Returns a metric of the gateway: `Count`, `4xx`, `5xx`, `Latency` … */
  api(metricName: string, statistic: string): Metric {
    const dimensionsMap = { ApiId: this.#apiId };
    return new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap, statistic, period: minutes5 });
  }

  /** Returns the percentage of responses with a 5xx status; 0 while there are fewer than six. */
  faultRate(): MathExpression {
    return new MathExpression({
      expression: 'IF(faults > 5, 100 * faults / requests, 0)',
      label: '5xx, % of requests',
      usingMetrics: { faults: this.api('5xx', 'Sum'), requests: this.api('Count', 'Sum') },
      period: minutes5,
    });
  }

  /** Returns a metric of one function, by its group and id. */
  function(group: string, id: string, metricName: string, statistic: string): Metric {
    const dimensionsMap = { FunctionName: functionName(this.#settings, group, id) };
    return new Metric({ namespace: 'AWS/Lambda', metricName, dimensionsMap, statistic, period: minutes5 });
  }

  /** Returns a metric of all functions of the account in this region, whatever their stage. */
  allFunctions(metricName: string): Metric {
    return new Metric({ namespace: 'AWS/Lambda', metricName, statistic: 'Sum', period: minutes5 });
  }

  /** Returns the account's concurrent executions as a percentage of its quota. */
  concurrencyUsed(): MathExpression {
    const used = new Metric({
      namespace: 'AWS/Usage',
      metricName: 'ResourceCount',
      dimensionsMap: { Type: 'Resource', Resource: 'ConcurrentExecutions', Service: 'Lambda', Class: 'None' },
      statistic: 'Maximum',
      period: minutes5,
    });
    return new MathExpression({
      expression: '100 * used / SERVICE_QUOTA(used)',
      label: 'Concurrent executions, % of the quota',
      usingMetrics: { used },
      period: minutes5,
    });
  }

  /** Returns a metric of a queue, by its name without the prefix. */
  queue(name: string, metricName: string): Metric {
    return new Metric({
      namespace: 'AWS/SQS',
      metricName,
      dimensionsMap: { QueueName: `${prefixOf(this.#settings)}-${name}` },
      statistic: 'Maximum',
      period: Duration.minutes(1),
    });
  }

  /** Returns the rate of the stage's mails that SES counts as bounces or complaints, 0 to 1. */
  reputation(rate: 'BounceRate' | 'ComplaintRate'): Metric {
    return new Metric({
      namespace: 'AWS/SES',
      metricName: `Reputation.${rate}`,
      dimensionsMap: { 'ses:configuration-set': prefixOf(this.#settings) },
      statistic: 'Maximum',
      period: Duration.hours(1),
    });
  }

  /**
   * Returns a metric counted by the functions themselves.
   * @throws Error if the metric is not recorded with those dimensions
   */
  own(metricName: MetricName, dimensions: Readonly<Record<string, string>> = {}): Metric {
    const names = Object.keys(dimensions);
    if (!METRICS[metricName].some((set) => set.join() === names.join())) {
      throw new Error(`${metricName} is not recorded by ${names.join(' and ') || 'stage only'}`);
    }
    const dimensionsMap = { Stage: this.#settings.stage, ...dimensions };
    return new Metric({ namespace: NAMESPACE, metricName, dimensionsMap, statistic: 'Sum', period: minutes5 });
  }

  /** Returns every combination of dimensions under which a metric has been recorded, as one graph. */
  every(metricName: MetricName, dimensions: readonly string[]): MathExpression {
    const schema = [NAMESPACE, 'Stage', ...dimensions].join(',');
    const search = `SEARCH('{${schema}} MetricName="${metricName}" Stage="${this.#settings.stage}"', 'Sum')`;
    return new MathExpression({ expression: search, label: '', usingMetrics: {}, period: minutes5 });
  }

  /** Returns a metric of all functions of the stage, each on its own line. */
  everyFunction(metricName: string, statistic: string): MathExpression {
    const search = `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metricName}" "${prefixOf(this.#settings)}-"', '${statistic}')`;
    return new MathExpression({ expression: search, label: '', usingMetrics: {}, period: minutes5 });
  }
}
