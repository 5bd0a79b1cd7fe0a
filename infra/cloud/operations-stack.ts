import { Stack } from 'aws-cdk-lib';
import { type HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Construct } from 'constructs';
import { timeoutSecondsOf } from '../../shared/http/http-api.ts';
import { portNamesOf } from '../../shared/http/provide.ts';
import type { Bundle } from '../build/build.ts';
import { authorizedInFunction } from './api-stack.ts';
import { environmentOf, type Resources, statementsOf } from './grants.ts';
import { acknowledge } from './nag.ts';
import type { RegisteredOperation } from './registered.ts';
import type { Deployer } from './rollout.ts';
import { ServiceFunction } from './service-function.ts';
import { identityEnvironment, type Settings, signInEnvironment, stackProps } from './settings.ts';

export interface OperationsStackProps {
  settings: Settings;
  group: string;
  operations: readonly RegisteredOperation[];
  api: HttpApi;
  /** The URL that clients use. */
  baseUrl: string;
  resources: (stack: Stack) => Resources;
  bundle: (id: string) => Bundle;
  deployer: Deployer | undefined;
}

/** The operations of one group: a function, role, log group and route for each, derived from its declaration. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, props: OperationsStackProps) {
    super(scope, id, stackProps(props.settings, `the operations of ${props.group}.`));
    const { settings, group, api } = props;
    const resources = props.resources(this);
    const identity = props.operations.some(({ operation }) => operation.auth !== 'public')
      ? identityEnvironment(this, settings)
      : {};
    // Its public operation returns the issuer.
    const namesIssuer = props.group === 'mcp';
    const signIn = props.group === 'public' ? signInEnvironment(this, settings) : {};
    acknowledge(this, authorizedInFunction);
    for (const { operation } of props.operations) {
      const ports = portNamesOf(operation);
      const { alias } = new ServiceFunction(this, operation.id, {
        settings,
        group,
        description: operation.summary,
        bundle: props.bundle(operation.id),
        timeoutSeconds: timeoutSecondsOf(operation),
        memoryMegabytes: operation.memoryMegabytes ?? 512,
        environment: {
          ...environmentOf(ports, resources),
          ...((operation.auth !== 'public' || namesIssuer) && identity),
          ...signIn,
          PUBLIC_BASE_URL: props.baseUrl,
        },
        statements: statementsOf(ports, resources),
        deployer: props.deployer,
      });
      const integration = new HttpLambdaIntegration(operation.id, alias);
      const routed = (method: HttpMethod, id: string) =>
        new HttpRoute(this, id, { httpApi: api, routeKey: HttpRouteKey.with(operation.path, method), integration });
      routed(HttpMethod[operation.method], `${operation.id}-route`);
      if (operation.method === 'GET') routed(HttpMethod.HEAD, `${operation.id}-head-route`);
    }
  }
}
