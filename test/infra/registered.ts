import { operations } from '../../functions/registry.ts';
import { workers } from '../../functions/workers/registry.ts';
import { unitsOf } from '../../infra/build/unit.ts';
import type { Registered } from '../../infra/cloud/registered.ts';
import { parseSettings, type Settings } from '../../infra/cloud/settings.ts';

export const stages = ['dev', 'prod', 'pr-1'] as const;
export type Stage = (typeof stages)[number];

/**
 * Production is synthesized for an account and region, as in the pipeline; other stages for any. Production sends mail
 * from a hosted zone, and a language model rewords its changes; a preview sends none.
 */
export const given: Record<Stage, Record<string, string>> = {
  dev: { mailSender: 'documents@example.com' },
  prod: {
    ...{ account: '123456789012', region: 'eu-central-1' },
    ...{ mailSender: 'no-reply@documents.example.org', zoneId: 'Z0123456789', zoneName: 'example.org' },
    describingModel: 'eu.anthropic.claude-haiku-4-5-20251001-v1:0',
    readingModel: 'eu.anthropic.claude-haiku-4-5-20251001-v1:0',
  },
  'pr-1': {},
};

/** The settings of a stage. */
export const settled = Object.fromEntries(
  stages.map((stage) => [stage, parseSettings({ stage, ...given[stage] })]),
) as Record<Stage, Settings>;

export const registered: Registered = { operations, workers };
export const units = unitsOf(operations, workers);

export interface Finding {
  rule: string;
  /** Path of the construct. */
  where: string;
}
export interface Reason extends Finding {
  reason: string;
}
