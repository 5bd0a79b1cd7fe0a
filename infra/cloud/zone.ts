import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** The hosted zone that names are written in; undefined where they are written by hand. */
export const zoneOf = (scope: Construct, { zoneId, zoneName }: Settings): IHostedZone | undefined =>
  zoneId === undefined || zoneName === undefined
    ? undefined
    : HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId: zoneId, zoneName });
