import { type App, type Stack, Tags } from 'aws-cdk-lib';
import { corsOf } from '../../shared/http/http-api.ts';
import type { Bundle } from '../build/build.ts';
import { ApiStack } from './api-stack.ts';
import { DataStack } from './data-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import type { Resources } from './grants.ts';
import { mailAddress } from './mail.ts';
import { ObservabilityStack } from './observability-stack.ts';
import { OperationsStack } from './operations-stack.ts';
import { queueAddress, queueAddresses } from './queue-resources.ts';
import { type Registered, stackGroupOf } from './registered.ts';
import { prefixOf, type Settings } from './settings.ts';
import { WorkersStack } from './workers-stack.ts';

export interface ServiceProps extends Registered {
  settings: Settings;
  bundles: readonly Bundle[];
}

/**
 * Adds all stacks of one stage: data, api, one per group of operations, workers, observability. A group's stack grows
 * by six resources per operation, so that each stays far below CloudFormation's limit of 500.
 */
export const addService = (app: App, { settings, operations, workers, bundles }: ServiceProps): void => {
  const prefix = prefixOf(settings);
  const bundle = (id: string): Bundle => {
    const found = bundles.find((one) => one.id === id);
    if (!found) throw new Error(`The function ${id} was not bundled`);
    return found;
  };
  const data = new DataStack(app, `${prefix}-data`, { settings });
  const { deployer } = data;
  const exported = data.exports();
  const resources = (stack: Stack): Resources => ({
    ...exported,
    queues: queueAddresses(stack, settings),
    queuePrefix: queueAddress(stack, settings, ''),
    mail: mailAddress(stack, settings),
    region: stack.region,
    embeddingModel: settings.embeddingModel,
    describingModel: settings.describingModel,
    readingModel: settings.readingModel,
    account: stack.account,
    partition: stack.partition,
  });

  const api = new ApiStack(app, `${prefix}-api`, {
    settings,
    unknownRoute: bundle('unknown-route'),
    cors: corsOf(operations.map(({ operation }) => operation)),
    deployer,
  });
  api.addStackDependency(data);
  const unknownMemory = Object.keys(settings.memory).filter((id) => !bundles.some((one) => one.id === id));
  if (unknownMemory.length > 0)
    throw new Error(`The memory settings name unknown functions: ${unknownMemory.join(', ')}`);
  const baseUrl = api.baseUrl(settings);
  for (const [group, members] of Object.entries(Object.groupBy(operations, stackGroupOf))) {
    new OperationsStack(app, `${prefix}-${group}`, {
      settings,
      group,
      operations: members!,
      api: api.api,
      baseUrl,
      resources,
      bundle,
      deployer,
    }).addStackDependency(data);
  }
  new WorkersStack(app, `${prefix}-workers`, {
    settings,
    workers,
    baseUrl,
    resources,
    bundle,
    deployer,
  }).addStackDependency(data);
  Tags.of(app).add('service', 'construction-documents');
  Tags.of(app).add('stage', settings.stage);
  const { edgeName, edgeCertificate, domainName } = settings;
  if (edgeName && edgeCertificate && domainName) {
    const edge = { settings, name: edgeName, certificate: edgeCertificate, origin: domainName };
    new EdgeStack(app, `${prefix}-edge`, edge);
  }
  new ObservabilityStack(app, `${prefix}-observability`, { settings, operations, workers, apiId: api.api.apiId });
};
