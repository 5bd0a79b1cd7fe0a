import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** Returns the hosted zone for DNS records; undefined if they are created manually. */
export const zoneOf = (scope: Construct, { zoneId, zoneName }: Settings): IHostedZone | undefined =>
  zoneId === undefined || zoneName === undefined
    ? undefined
    : HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId: zoneId, zoneName });
