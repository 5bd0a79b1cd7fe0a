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
import type { Bundle } from '../build/build.ts';
import type { Cors } from '../http-api.ts';
import { acknowledge } from './nag.ts';
import { LOG_ENCRYPTION } from './nist.ts';
import type { Deployer } from './rollout.ts';
import { ServiceFunction } from './service-function.ts';
import { prefixOf, removalOf, type Settings, stackProps } from './settings.ts';
import { zoneOf } from './zone.ts';

export interface ApiStackProps {
  settings: Settings;
  /** Answers what no route matches. */
  unknownRoute: Bundle;
  cors: Cors;
  deployer: Deployer | undefined;
}

/**
 * One line of the access log; no header, body or address of a file. The path is left out: a link that opens a file
 * without a token stands in it, and the route says what was asked for.
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
  'AwsSolutions-APIG4':
    'The function verifies the token itself, so that a 401 carries the detail that the interface promises.',
};

/** The first part of the UUID that ends a stack's ARN, `arn:…:stack/<name>/<uuid>`. */
const uniqueIdOf = (stack: Stack): string => Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', stack.stackId))));

/** The HTTP API: its stage, name, access log and limits. The routes stand in the stacks of their groups. */
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
      // The prefix that the gateway may deliver to without a resource policy per group, whose size is bounded.
      // The stack's own id makes it unique: a group that an earlier stack of this stage left behind is not in the way.
      logGroupName: `/aws/vendedlogs/${prefixOf(settings)}/access-${uniqueIdOf(this)}`,
      retention: settings.logDays,
      removalPolicy: removalOf(settings),
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      // The gateway's own limit is for all callers together; each caller has one of its own in the service.
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
      description: 'Answers 404 and 405 where no route matches',
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
    acknowledge(route, { 'AwsSolutions-APIG4': 'Says that there is nothing here; the same to everybody.' });
    new CfnOutput(this, 'ApiAddress', { value: this.baseUrl(settings), description: 'Where the service answers' });
  }

  /** The API's own name, in its hosted zone where one is given. */
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
   * The address that clients use, without a slash at the end. The gateway's own is put together from the API's id, which
   * other stacks import anyway: an export of its own could not go away when the stage gets a name.
   */
  baseUrl({ publicBaseUrl, edgeName, domainName }: Settings): string {
    const name = edgeName ?? domainName;
    const host = name ?? `${this.api.apiId}.execute-api.${this.region}.${this.urlSuffix}`;
    return publicBaseUrl ?? `https://${host}`;
  }
}
