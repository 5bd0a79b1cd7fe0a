import { CfnOutput, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { acknowledge } from './nag.ts';
import { prefixOf, type Settings, stackProps } from './settings.ts';
import { zoneOf } from './zone.ts';

export interface EdgeStackProps {
  settings: Settings;
  name: string;
  /** ARN of the certificate in us-east-1. */
  certificate: string;
  /** The API's own domain name. */
  origin: string;
}

/**
 * Maximum requests from one address in five minutes: 200 users of an office behind one address, each at the limit of
 * 100 a minute.
 */
const MOST_OF_ONE_ADDRESS = 100_000;

/** AWS's managed rules in order of evaluation, with those that only count. */
const MANAGED: readonly { name: string; counted?: readonly string[] }[] = [
  { name: 'AWSManagedRulesAmazonIpReputationList' },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet' },
  // Uploads by form exceed 8 KB, and texts of specifications may look like markup.
  { name: 'AWSManagedRulesCommonRuleSet', counted: ['SizeRestrictions_BODY', 'CrossSiteScripting_BODY'] },
];

/** CloudFront with a firewall in front of the API, in us-east-1, where both require their resources to be. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { settings, name, certificate, origin }: EdgeStackProps) {
    const { env, ...props } = stackProps(settings, 'CloudFront and its firewall.');
    super(scope, id, { ...props, env: { ...env, region: 'us-east-1' } });
    const firewall = this.#firewall(settings);
    const distribution = new Distribution(this, 'Distribution', {
      comment: prefixOf(settings),
      domainNames: [name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificate),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: firewall.attrArn,
      defaultBehavior: {
        origin: new HttpOrigin(origin, { protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY }),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        // Responses are specific to the caller; their headers control caching in browsers.
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      },
    });
    acknowledge(distribution, {
      'AwsSolutions-CFR1': 'Restricting countries is a decision for the owner of the stage, not for the service.',
      'AwsSolutions-CFR3':
        'CloudFront logs paths, which may contain links that open files; the gateway logs each request without its path.',
    });
    const zone = zoneOf(this, settings);
    if (zone) {
      const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
      new ARecord(this, 'Name', { zone, recordName: `${name}.`, target });
      new AaaaRecord(this, 'Name6', { zone, recordName: `${name}.`, target });
    }
    new CfnOutput(this, 'EdgeAddress', {
      value: distribution.distributionDomainName,
      description: 'Target of the DNS name',
    });
  }

  #firewall(settings: Settings): CfnWebACL {
    // Sampled requests would contain their paths.
    const seen = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName,
    });
    const firewall = new CfnWebACL(this, 'Firewall', {
      name: prefixOf(settings),
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: seen(prefixOf(settings)),
      rules: [
        {
          name: 'one-address',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { limit: MOST_OF_ONE_ADDRESS, aggregateKeyType: 'IP' } },
          visibilityConfig: seen('one-address'),
        },
        ...MANAGED.map(({ name, counted = [] }, i) => ({
          name,
          priority: i + 1,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: {
              vendorName: 'AWS',
              name,
              ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
            },
          },
          visibilityConfig: seen(name),
        })),
      ],
    });
    acknowledge(firewall, {
      'NIST.800.53.R5-WAFv2LoggingEnabled':
        'Its log would contain paths, and with them links that open files; metrics count the requests that each rule blocks.',
    });
    return firewall;
  }
}
