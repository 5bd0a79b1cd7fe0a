import { CfnOutput, Duration, Fn, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CorsHttpMethod,
  DomainName,
  HttpApi,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { ARecord, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { Cors } from '../../shared/http/http-api.ts';
import type { Bundle } from '../build/build.ts';
import { acknowledge } from './nag.ts';
import { LOG_ENCRYPTION } from './nist.ts';
import type { Deployer } from './rollout.ts';
import { ServiceFunction } from './service-function.ts';
import { prefixOf, removalOf, type Settings, stackProps } from './settings.ts';
import { zoneOf } from './zone.ts';

export interface ApiStackProps {
  settings: Settings;
  /** Handles requests that match no route. */
  unknownRoute: Bundle;
  cors: Cors;
  deployer: Deployer | undefined;
}

/**
 * One line of the access log, without headers, bodies or file names. The path is omitted because it may contain a link
 * that opens a file without a token; the route identifies the operation.
 */
const logFields = {
  time: '$context.requestTime',
  requestId: '$context.requestId',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLength: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  integrationLatencyMs: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
  userAgent: '$context.identity.userAgent',
};

export const authorizedInFunction = {
  'AwsSolutions-APIG4': 'The function verifies the token itself, so that a 401 has the detail that the API specifies.',
};

/** Returns the first part of the UUID that ends a stack's ARN, `arn:…:stack/<name>/<uuid>`. */
const uniqueIdOf = (stack: Stack): string => Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', stack.stackId))));

/** The HTTP API with its stage, domain name, access log and limits. The routes are in the stacks of their groups. */
export class ApiStack extends Stack {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, { settings, unknownRoute, cors, deployer }: ApiStackProps) {
    super(scope, id, stackProps(settings, 'the HTTP API.'));
    const domain = this.#domain(settings);
    this.api = new HttpApi(this, 'Api', {
      apiName: prefixOf(settings),
      createDefaultStage: false,
      ...(domain && { disableExecuteApiEndpoint: true }),
      corsPreflight: {
        allowOrigins: [...settings.corsOrigins],
        allowMethods: cors.methods.map((method) => CorsHttpMethod[method as keyof typeof CorsHttpMethod]),
        allowHeaders: [...cors.headers],
        exposeHeaders: ['*'],
        maxAge: Duration.seconds(cors.maxAgeSeconds),
      },
    });
    const logGroup = new LogGroup(this, 'AccessLog', {
      // The gateway may write to groups with this prefix without a resource policy for each, whose total size is
      // limited. The stack's id makes the name unique, so that a group left behind by an earlier stack does not
      // conflict.
      logGroupName: `/aws/vendedlogs/${prefixOf(settings)}/access-${uniqueIdOf(this)}`,
      retention: settings.logDays,
      removalPolicy: removalOf(settings),
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      // The gateway's limit applies to all callers together; the service also limits each caller.
      throttle: { rateLimit: settings.throttle.rate, burstLimit: settings.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify(logFields)),
      },
      ...(domain && { domainMapping: { domainName: domain } }),
    });
    const unknown = new ServiceFunction(this, unknownRoute.id, {
      settings,
      group: 'api',
      description: 'Responds with 404 and 405 if no route matches',
      bundle: unknownRoute,
      timeoutSeconds: 3,
      memoryMegabytes: 128,
      environment: {},
      statements: [],
      deployer,
    });
    const route = new HttpRoute(this, 'unknown', {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration(unknownRoute.id, unknown.alias),
    });
    acknowledge(logGroup, LOG_ENCRYPTION);
    acknowledge(route, { 'AwsSolutions-APIG4': 'Returns the same 404 or 405 to everyone.' });
    new CfnOutput(this, 'ApiAddress', { value: this.baseUrl(settings), description: 'URL of the service' });
  }

  /** Creates the API's own domain name, with a record in its hosted zone if there is one. */
  #domain(settings: Settings): DomainName | undefined {
    const { domainName, domainCertificate } = settings;
    if (domainName === undefined || domainCertificate === undefined) return undefined;
    const domain = new DomainName(this, 'Domain', {
      domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domainCertificate),
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    const zone = zoneOf(this, settings);
    if (zone) {
      const { regionalDomainName, regionalHostedZoneId } = domain;
      const target = new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId);
      new ARecord(this, 'Name', { zone, recordName: `${domainName}.`, target: RecordTarget.fromAlias(target) });
    }
    return domain;
  }

  /**
   * Returns the URL that clients use, without a trailing slash. The gateway's URL is composed from the API's id, which
   * other stacks import anyway: a separate export could not be removed when the stage gets a domain name.
   */
  baseUrl({ publicBaseUrl, edgeName, domainName }: Settings): string {
    const name = edgeName ?? domainName;
    const host = name ?? `${this.api.apiId}.execute-api.${this.region}.${this.urlSuffix}`;
    return publicBaseUrl ?? `https://${host}`;
  }
}
