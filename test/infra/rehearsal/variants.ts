import { parseSettings, type Settings } from '../../../infra/cloud/settings.ts';
import { fileOf } from '../../../infra/stages/index.ts';

/** One way to deploy a stage: the parsed settings of the command line and the stage's file. */
export interface Variant {
  /** `prod, account, edge`: the stage, then its settings. */
  name: string;
  /** Two variants of one family can follow each other in one account. */
  family: string;
  settings: Settings;
}

const stages = ['dev', 'staging', 'prod', 'pr-1'];

/** Where a stage is deployed: known at synthesis, as in the pipeline, or not. */
const places: Record<string, Record<string, string>> = {
  'no account': {},
  account: { account: '123456789012', region: 'eu-central-1' },
};

const certificate = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/00000000`;
const domain = { domainName: 'api.example.org', domainCertificate: certificate('eu-central-1') };
const zone = { zoneId: 'Z0123456789', zoneName: 'example.org' };

/** Only without an account: the effect of a given identity does not depend on the place. */
const IDENTITY = 'domain and given mail identity';

/** What a later deployment may add to a stage. */
const additions: Record<string, Record<string, string>> = {
  bare: {},
  'domain and mail': { ...domain, mailSender: 'documents@example.com', alarmEmail: 'operators@example.com' },
  [IDENTITY]: {
    ...domain,
    ...{ mailSender: 'documents@example.com', mailIdentity: 'example.com', alarmEmail: 'operators@example.com' },
  },
  everything: {
    ...domain,
    ...zone,
    ...{ edgeName: 'documents.example.org', edgeCertificate: certificate('us-east-1') },
    ...{ mailSender: 'no-reply@example.org', purgeAfterDays: '60', corsOrigins: 'https://app.example.org' },
    describingModel: 'eu.anthropic.claude-haiku-4-5-20251001-v1:0',
    readingModel: 'eu.anthropic.claude-haiku-4-5-20251001-v1:0',
  },
};

/** The stages that have a settings file, exactly as the pipeline deploys them. */
const deployed: readonly Variant[] = stages
  .filter((stage) => Object.keys(fileOf(stage)).length > 0)
  .map((stage) => ({
    name: `${stage}, as its file says`,
    family: stage,
    settings: parseSettings({ stage }, fileOf(stage)),
  }));

/** Every stage with and without account and region, and with and without domain, edge and mail. */
export const variants: readonly Variant[] = [
  ...deployed,
  ...stages.flatMap((stage) =>
    Object.entries(places).flatMap(([place, where]) =>
      Object.entries(additions)
        .filter(([addition]) => addition !== IDENTITY || place === 'no account')
        .map(([addition, given]) => ({
          name: `${stage}, ${place}, ${addition}`,
          family: `${stage}, ${place}`,
          settings: parseSettings({ stage, ...where, ...given }),
        })),
    ),
  ),
];
